import { isUtf8 } from 'node:buffer';
import { markedEncoding, refuseArchive, undecodable, withoutMark } from './encodings.ts';

/**
 * Decodes a whole file to UTF-8 bytes without a byte order mark. A file without such a mark is read as UTF-8 if it is
 * valid UTF-8, or else as GB18030.
 * @throws WallfeedError SOURCE_INVALID if the bytes are invalid in the encoding, or are an archive.
 */
export const decodeToUtf8 = (bytes: Uint8Array): Buffer => {
  refuseArchive(bytes);
  if (isUtf8(bytes)) return withoutMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    return Buffer.from(new TextDecoder(markedEncoding(bytes) ?? 'gb18030', { fatal: true }).decode(bytes), 'utf8');
  } catch (cause) {
    throw undecodable(undefined, cause);
  }
};
