import type { ObjectBody } from './get-object.ts';
import type { ArrivingObject, ObjectReceiver, Receive } from './object-receiver.ts';

/** The result of a receiver, or the error that it threw. */
export type Outcome<Result> = { readonly content: Result } | { readonly error: unknown };

/** A version of an object in S3. */
export interface ObjectVersion {
  readonly etag: string;
  /** Size of the object in bytes. */
  readonly bytes: number;
}

/** An object that was received to its end, or as far as its receiver needed it. */
export interface ReceivedObject<Result> {
  readonly outcome: Outcome<Result>;
  /** The version of the object. Absent if S3 sent no ETag. */
  readonly version?: ObjectVersion;
}

/** Returns the version of an object. If S3 sends no length, the size is the number of bytes that arrived. */
const versionOf = ({ length, etag }: ArrivingObject, size: number): Pick<ReceivedObject<unknown>, 'version'> =>
  etag === undefined ? {} : { version: { etag, bytes: length ?? size } };

/** Creates the error for a body that ends before its announced length. */
const cutShort = (cause?: unknown): Error => Object.assign(new Error('cut short', { cause }), { name: 'CutShort' });

/** Returns the result of a function, or the error that it throws. */
export const outcomeOf = <Result>(run: () => Result): Outcome<Result> => {
  try {
    return { content: run() };
  } catch (error) {
    return { error };
  }
};

/**
 * Passes chunks to the receiver until it needs no more. Returns the number of bytes that arrived, and the error of the
 * receiver if it threw one.
 */
const passChunks = async (body: ObjectBody, receiver: ObjectReceiver<unknown>, onProgress: () => void) => {
  let size = 0;
  for await (const chunk of body) {
    onProgress();
    size += chunk.length;
    const pushed = outcomeOf(() => receiver.push(chunk));
    if ('error' in pushed) return { size, isEnough: true, failure: pushed };
    if (!pushed.content) return { size, isEnough: true };
  }
  return { size, isEnough: false };
};

const receiveChunks = async <Result>(
  body: ObjectBody,
  object: ArrivingObject,
  receive: Receive<Result>,
  onProgress: () => void,
): Promise<ReceivedObject<Result>> => {
  const { length } = object;
  const created = outcomeOf(() => receive(object));
  if ('error' in created) {
    body.destroy();
    return { outcome: created, ...versionOf(object, 0) };
  }
  const receiver = created.content;
  const { size, isEnough, failure } = await passChunks(body, receiver, onProgress);
  if (!isEnough && size < (length ?? 0)) throw cutShort();
  return { outcome: failure ?? outcomeOf(receiver.end), ...versionOf(object, size) };
};

/**
 * Passes the content of an object to a receiver as it arrives. If the receiver throws an error, that error is part of
 * the result, because neither a retry nor a hedge would avoid it. The signal aborts the stream.
 * @throws an error with the name CutShort if the body ends early.
 */
export const receiveBody = async <Result>(
  body: ObjectBody,
  object: ArrivingObject,
  signal: AbortSignal,
  receive: Receive<Result>,
  onProgress: () => void,
): Promise<ReceivedObject<Result>> => {
  const onAbort = () => body.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await receiveChunks(body, object, receive, onProgress);
  } catch (error) {
    body.destroy();
    throw cutShort(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};
