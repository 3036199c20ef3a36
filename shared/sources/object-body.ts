import type { ArrivingObject, ObjectReceiver, Receive } from './object-receiver.ts';

/** A body on its way. */
export type ObjectBody = AsyncIterable<Buffer> & { destroy(): void };

/** The result of a receiver, or the error that it threw. */
export type Outcome<Result> = { readonly content: Result } | { readonly error: unknown };

/** A version of an object in S3. */
export interface ObjectVersion {
  readonly etag: string;
  /** Its size. */
  readonly bytes: number;
}

/** An object that was read to its end, or as far as its receiver needed it. */
export interface ReadBody<Result> {
  readonly outcome: Outcome<Result>;
  /** The version of the object, if S3 named one. */
  readonly version?: ObjectVersion;
}

/** Its size is the length that S3 has named, or else that of the bytes that arrived. */
const versionOf = ({ length, etag }: ArrivingObject, size: number): Pick<ReadBody<unknown>, 'version'> =>
  etag === undefined ? {} : { version: { etag, bytes: length ?? size } };

/** The error of a body that ends before its length. */
const cutShort = (cause?: unknown): Error => Object.assign(new Error('cut short', { cause }), { name: 'CutShort' });

export const outcomeOf = <Result>(run: () => Result): Outcome<Result> => {
  try {
    return { content: run() };
  } catch (error) {
    return { error };
  }
};

/** Passes the chunks of a body on. Returns the bytes that arrived, and the receiver's error if it threw one. */
const passOn = async (body: ObjectBody, receiver: ObjectReceiver<unknown>, onProgress: () => void) => {
  let size = 0;
  for await (const chunk of body) {
    onProgress();
    size += chunk.length;
    const taken = outcomeOf(() => receiver.push(chunk));
    if ('error' in taken) return { size, isEnough: true, failure: taken };
    if (!taken.content) return { size, isEnough: true };
  }
  return { size, isEnough: false };
};

const readBody = async <Result>(
  body: ObjectBody,
  object: ArrivingObject,
  receive: Receive<Result>,
  onProgress: () => void,
): Promise<ReadBody<Result>> => {
  const { length } = object;
  const created = outcomeOf(() => receive(object));
  if ('error' in created) {
    body.destroy();
    return { outcome: created, ...versionOf(object, 0) };
  }
  const receiver = created.content;
  const { size, isEnough, failure } = await passOn(body, receiver, onProgress);
  if (!isEnough && size < (length ?? 0)) throw cutShort();
  return { outcome: failure ?? outcomeOf(receiver.end), ...versionOf(object, size) };
};

/**
 * Passes the content of an object to a receiver as it arrives. Ends with the signal. An error of the receiver is a result: the
 * object arrived, so that neither a retry nor a hedge would change it.
 * @throws an error of the name CutShort.
 */
export const readObjectBody = async <Result>(
  body: ObjectBody,
  object: ArrivingObject,
  signal: AbortSignal,
  receive: Receive<Result>,
  onProgress: () => void,
): Promise<ReadBody<Result>> => {
  const onAbort = () => body.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await readBody(body, object, receive, onProgress);
  } catch (error) {
    body.destroy();
    throw cutShort(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};
