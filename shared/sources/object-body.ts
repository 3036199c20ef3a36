import { collectBody, collectBytes } from '../aws/collect-body.ts';
import { serviceFailure } from '../aws/service-failure.ts';
import { collectGarbage } from '../limits/collect-garbage.ts';
import { MAX_OBJECT_BYTES, objectTooLarge } from './object-limit.ts';

/** A body on its way. */
export type ObjectBody = AsyncIterable<Uint8Array> & { destroy(): void };

/** Takes part in reading an object. */
export interface ObjectWatcher {
  /** Called for each part that arrives. */
  readonly onProgress: () => void;
  /** Called with the bytes of the object before they are read, or as they come; throws where they are too many. */
  readonly admit: (bytes: number) => void;
}

/** Memory for an object of this size is made free first. */
const LARGE_OBJECT_BYTES = 500_000;

/** Error of a body that ends before its length. */
const cutShort = (cause?: unknown): Error => Object.assign(new Error('cut short', { cause }), { name: 'CutShort' });

const failureOf = (error: unknown): unknown => {
  const { name } = serviceFailure(error);
  if (name === 'WallfeedError') return error;
  return name === 'TooLarge' ? objectTooLarge(error) : cutShort(error);
};

const collectUnknown = collectBody(MAX_OBJECT_BYTES);

const collect = (
  body: ObjectBody,
  length: number | undefined,
  { onProgress, admit }: ObjectWatcher,
): Promise<Buffer> => {
  if (length === undefined) {
    return collectUnknown(body, (bytes) => {
      onProgress();
      admit(bytes);
    });
  }
  if (length > MAX_OBJECT_BYTES) throw objectTooLarge();
  admit(length);
  if (length > LARGE_OBJECT_BYTES) collectGarbage();
  return collectBytes(body, length, onProgress);
};

/**
 * Reads the content of an object. Ends with the signal.
 * @param length as S3 has said, if it has.
 * @throws WallfeedError SOURCE_TOO_LARGE, or an error of the name CutShort.
 */
export const readObjectBody = async (
  body: ObjectBody,
  length: number | undefined,
  signal: AbortSignal,
  watcher: ObjectWatcher,
): Promise<Buffer> => {
  const onAbort = () => body.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const bytes = await collect(body, length, watcher);
    if (bytes.length < (length ?? 0)) throw cutShort();
    return bytes;
  } catch (error) {
    body.destroy();
    throw failureOf(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};
