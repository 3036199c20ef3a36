import { pipeline, Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import { LARGEST_FUNCTION_MB, MAX_FILE_BYTES, refuseLargeFile } from './size-limits.ts';

const CHUNK_BYTES = 64 * 1024;

/** The first bytes show whether a file is packed. */
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

/** Says what is wrong with the file. All errors that are not of zlib stay unchanged. */
const explain = (error: unknown): unknown => (codeOf(error).startsWith('Z_') ? damaged(error) : error);

interface Arriving {
  readonly isGzip: boolean;
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Returns an iterator over all bytes, including the first. It is not a generator, because a generator would keep rows
 * alive for longer, and garbage collection would take several times as long.
 * @param onChunk called with the size of each chunk that arrives.
 */
export const peekChunks = async (body: AsyncIterable<Buffer>, onChunk: (bytes: number) => void): Promise<Arriving> => {
  const iterator = body[Symbol.asyncIterator]();
  const receive = async (): Promise<IteratorResult<Buffer>> => {
    const next = await iterator.next();
    if (!next.done) onChunk(next.value.length);
    return next;
  };
  let start = await receive();
  while (!start.done && start.value.length < MARK_BYTES) {
    const next = await receive();
    if (next.done) break;
    start = { value: Buffer.concat([start.value, next.value]) };
  }
  let held: IteratorResult<Buffer> | undefined = start;
  const next = (): Promise<IteratorResult<Buffer>> => {
    if (!held) return receive();
    const first = held;
    held = undefined;
    return Promise.resolve(first);
  };
  const stop = async (): Promise<IteratorResult<Buffer>> =>
    (await iterator.return?.()) ?? { done: true, value: undefined };
  const chunks = { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
  return { isGzip: !start.done && isPacked(start.value), chunks };
};

/** @throws WallfeedError SOURCE_INVALID if the chunks are damaged. */
export const unpackChunks = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  pipeline(Readable.from(chunks), gunzip, () => undefined);
  try {
    yield* gunzip;
  } catch (error) {
    throw explain(error);
  }
};

const refuseForAll = (bytes: number): void => refuseLargeFile(bytes, LARGEST_FUNCTION_MB);

/**
 * Returns bytes that are not packed unchanged.
 * @param refuse throws for the size of a file that no function reads; by default, with the limit of the largest one.
 * @throws WallfeedError SOURCE_INVALID if they are damaged, SOURCE_TOO_LARGE.
 */
export const unpackBytes = (bytes: Uint8Array, refuse = refuseForAll): Uint8Array => {
  if (!isPacked(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') refuse(MAX_FILE_BYTES + 1);
    throw explain(error);
  }
};
