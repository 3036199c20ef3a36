import { pipeline, Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import { LARGEST_FUNCTION_MB, MAX_FILE_BYTES, refuseLargeFile } from './size-limits.ts';

/** Size of the chunks that are unpacked at once. */
const CHUNK_BYTES = 64 * 1024;

/** Number of bytes that show whether a file is packed. */
const MARK_BYTES = 2;

/** True if a file begins with the bytes of gzip. */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const damaged = (cause: unknown): WallfeedError => {
  const message = 'the file is gzip, and is damaged';
  const hint = 'pack the file again with gzip, or upload it unpacked';
  return new WallfeedError('SOURCE_INVALID', `The file cannot be unpacked: ${message}.`, [{ message, hint }], {
    cause,
  });
};

const codeOf = (error: unknown): string => String(Object(error).code);

/** True if packed bytes end before their end mark, because the file is damaged or has not arrived as a whole. */
export const endsEarly = (error: unknown): boolean => codeOf(Object(error).cause ?? error) === 'Z_BUF_ERROR';

/** Replaces an error of zlib by one that says what is wrong with the file. Returns all other errors unchanged. */
const explain = (error: unknown): unknown => (codeOf(error).startsWith('Z_') ? damaged(error) : error);

/** The chunks of a file that arrives, and whether they are packed. */
interface Arriving {
  readonly isPacked: boolean;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Looks at the first bytes of a file, and returns them with all others. */
export const peekChunks = async (body: AsyncIterable<Buffer>): Promise<Arriving> => {
  const iterator = body[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  let next = await iterator.next();
  while (!next.done) {
    start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
    if (start.length >= MARK_BYTES) break;
    next = await iterator.next();
  }
  const chunks = async function* (): AsyncGenerator<Buffer, undefined> {
    try {
      if (start.length > 0) yield start;
      if (next.done) return;
      for (next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { isPacked: isPacked(start), chunks: chunks() };
};

/**
 * Unpacks the chunks of a file as they arrive.
 * @throws WallfeedError SOURCE_INVALID if they are damaged.
 */
export const unpackChunks = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  pipeline(Readable.from(chunks), gunzip, () => undefined);
  try {
    yield* gunzip;
  } catch (error) {
    throw explain(error);
  }
};

/**
 * Unpacks the bytes of a whole file. Returns bytes that are not packed unchanged.
 * @throws WallfeedError SOURCE_INVALID if they are damaged, SOURCE_TOO_LARGE.
 */
export const unpackBytes = (bytes: Uint8Array): Uint8Array => {
  if (!isPacked(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') refuseLargeFile(MAX_FILE_BYTES + 1, LARGEST_FUNCTION_MB);
    throw explain(error);
  }
};
