import { collectBody } from './collect-body.ts';
import { MAX_OBJECT_BYTES, objectTooLarge } from './object-limit.ts';
import { serviceFailure } from './source-error.ts';

/** A body on its way. */
export type ObjectBody = AsyncIterable<Uint8Array> & { destroy(): void };

/** What became of a body that ends before its length. */
const cutShort = (cause?: unknown): Error => Object.assign(new Error('cut short', { cause }), { name: 'CutShort' });

const collect = collectBody(MAX_OBJECT_BYTES);

const failureOf = (error: unknown): Error =>
  serviceFailure(error).name === 'TooLarge' ? objectTooLarge(error) : cutShort(error);

/**
 * Reads the content of an object whose length S3 has said. Ends with the signal.
 * @param onProgress called for each part that arrives.
 * @throws WallfeedError SOURCE_TOO_LARGE, or an error of the name CutShort.
 */
export const readObjectBody = async (
  body: ObjectBody,
  length: number,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<Buffer> => {
  if (length > MAX_OBJECT_BYTES) {
    body.destroy();
    throw objectTooLarge();
  }
  const onAbort = () => body.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  const bytes = await collect(body, onProgress)
    .catch((error: unknown) => {
      throw failureOf(error);
    })
    .finally(() => signal.removeEventListener('abort', onAbort));
  if (bytes.length < length) throw cutShort();
  return bytes;
};
