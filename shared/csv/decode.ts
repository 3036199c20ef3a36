import { isUtf8 } from 'node:buffer';
import { WallfeedError } from '../errors/wallfeed-error.ts';

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, i) => bytes[i] === byte);

/** Binary formats, with their first bytes. */
const ARCHIVES = [
  { name: 'compressed with gzip', mark: [0x1f, 0x8b], hint: 'uncompress it with gunzip, and upload it as plain text' },
  { name: 'a ZIP archive, as Excel saves workbooks', mark: [0x50, 0x4b, 3, 4], hint: 'save it as CSV or JSON' },
] as const;

const refuseArchive = (bytes: Uint8Array): void => {
  const archive = ARCHIVES.find(({ mark }) => startsWith(bytes, mark));
  if (!archive) return;
  const message = `The file is ${archive.name}.`;
  throw new WallfeedError('SOURCE_INVALID', message, [{ message, hint: archive.hint }]);
};

/** Detects the encodings that office software writes: by the byte order mark, or else UTF-8 if valid, or else GB18030. */
const detectEncoding = (bytes: Uint8Array): string =>
  BYTE_ORDER_MARKS.find(({ mark }) => startsWith(bytes, mark))?.encoding ?? (isUtf8(bytes) ? 'utf-8' : 'gb18030');

/**
 * Decodes a file to UTF-8 bytes without a byte order mark.
 * @param encoding a label that TextDecoder supports. Without it, the encoding is detected.
 * @throws WallfeedError SOURCE_INVALID if the bytes are invalid in the encoding, or are an archive.
 */
export const decodeToUtf8 = (bytes: Uint8Array, encoding?: string): Buffer => {
  refuseArchive(bytes);
  const used = encoding ?? detectEncoding(bytes);
  if (used.toLowerCase().replace('-', '') === 'utf8' && isUtf8(bytes)) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return startsWith(buffer, BYTE_ORDER_MARKS[0].mark) ? buffer.subarray(3) : buffer;
  }
  try {
    return Buffer.from(new TextDecoder(used, { fatal: true }).decode(bytes), 'utf8');
  } catch (cause) {
    const isGuess = encoding === undefined;
    const message = isGuess ? 'The file is neither UTF-8 nor GB18030.' : `The file is not valid ${encoding}.`;
    const hint = isGuess
      ? 'save it as UTF-8, or name its encoding: csv: { file: …, encoding: … }'
      : 'remove or correct its encoding in the dashboard file';
    throw new WallfeedError('SOURCE_INVALID', message, [{ message, hint }], { cause });
  }
};
