import { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { ObjectBody } from './get-object.ts';
import type { ArrivingObject, ObjectReceiver, Receive } from './object-receiver.ts';
import { endsEarly, peekChunks, unpackChunks } from './unpack.ts';

/** The content of a receiver, or the error that it threw. */
export type Outcome<Result> = { readonly content: Result } | { readonly error: unknown };

export interface ObjectVersion {
  readonly etag: string;
  readonly bytes: number;
  /** In milliseconds since 1970. */
  readonly modifiedAt?: number | undefined;
}

/** An object that was received to its end, or as far as its receiver needed it. */
export interface ReceivedObject<Result> {
  readonly outcome: Outcome<Result>;
  /** Absent if S3 sent no ETag. */
  readonly version?: ObjectVersion;
}

/** Returns the version of an object. If S3 sends no length, the size is the number of bytes that arrived. */
const versionOf = (
  { length, etag, modifiedAt }: ArrivingObject,
  size: number,
): Pick<ReceivedObject<unknown>, 'version'> =>
  etag === undefined ? {} : { version: { etag, bytes: length ?? size, modifiedAt } };

const cutShort = (cause?: unknown): Error => Object.assign(new Error('cut short', { cause }), { name: 'CutShort' });

export const outcomeOf = <Result>(run: () => Result): Outcome<Result> => {
  try {
    return { content: run() };
  } catch (error) {
    return { error };
  }
};

interface Passed {
  readonly isEnough: boolean;
  /** Error of the receiver, or of bytes that cannot be unpacked. */
  readonly failure?: { readonly error: unknown };
}

const passChunks = async (chunks: AsyncIterable<Buffer>, receiver: ObjectReceiver<unknown>): Promise<Passed> => {
  for await (const chunk of chunks) {
    const pushed = outcomeOf(() => receiver.push(chunk));
    if ('error' in pushed) return { isEnough: true, failure: pushed };
    if (!pushed.content) return { isEnough: true };
  }
  return { isEnough: false };
};

/**
 * Passes packed chunks to the receiver. If packed bytes end early, the connection may have been cut, so the end counts
 * as not reached.
 */
const passPacked = async (chunks: AsyncIterable<Buffer>, receiver: ObjectReceiver<unknown>): Promise<Passed> => {
  try {
    return await passChunks(unpackChunks(chunks), receiver);
  } catch (error) {
    if (!(error instanceof WallfeedError)) throw error;
    return { isEnough: !endsEarly(error), failure: { error } };
  }
};

const receiveChunks = async <Result>(
  body: ObjectBody,
  object: ArrivingObject,
  receive: Receive<Result>,
  onProgress: () => void,
): Promise<ReceivedObject<Result>> => {
  const { length } = object;
  let size = 0;
  const { isGzip, chunks } = await peekChunks(body, (bytes) => {
    onProgress();
    size += bytes;
  });
  const isPacked = isGzip && object.total === undefined;
  const created = outcomeOf(() => receive(isPacked ? { ...object, length: undefined } : object));
  if ('error' in created) {
    body.destroy();
    return { outcome: created, ...versionOf(object, 0) };
  }
  const receiver = created.content;
  const { isEnough, failure } = await (isPacked ? passPacked : passChunks)(chunks, receiver);
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
