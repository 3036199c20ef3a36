import { GetObjectCommand, type GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { ObjectLocation } from '../config/dashboard-config.ts';
import { callSource, isOverloaded } from './call-source.ts';
import { QUICK } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { MAX_OBJECT_BYTES, objectTooLarge } from './object-limit.ts';
import { type SourceErrorCode, serviceFailure, sourceError } from './source-error.ts';

const client = new S3Client({
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 1,
  cacheMiddleware: true,
  requestHandler: QUICK,
});

/** An object's content, and the version that it is. */
export interface ObjectContent {
  readonly bytes: Uint8Array;
  readonly etag?: string;
}

const NOT_MODIFIED = 304;

/** What became of a body that ends before its length. */
const cutShort = (cause?: unknown): Error => Object.assign(new Error('cut short', { cause }), { name: 'CutShort' });

const codeOf = (error: unknown): SourceErrorCode => {
  const { name, status } = serviceFailure(error);
  if (name === 'CredentialsProviderError') return 'SOURCE_DENIED';
  if (name === 'CutShort' || name === 'SyntaxError') return 'SOURCE_INVALID';
  if (isOverloaded(error)) return 'SOURCE_THROTTLED';
  if (status === undefined) return 'SOURCE_TIMEOUT';
  if (status === 404 || status === 301) return 'SOURCE_NOT_FOUND';
  return status >= 400 ? 'SOURCE_DENIED' : 'SOURCE_INVALID';
};

type Body = AsyncIterable<Uint8Array> & { destroy(): void };

const readChunks = async (body: Body, length: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_OBJECT_BYTES) throw objectTooLarge();
    chunks.push(chunk);
  }
  if (size < length) throw cutShort();
  return Buffer.concat(chunks);
};

const collect = async (body: Body, length: number, signal: AbortSignal): Promise<Buffer> => {
  const onAbort = () => body.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (length > MAX_OBJECT_BYTES) throw objectTooLarge();
    return await readChunks(body, length);
  } catch (error) {
    body.destroy();
    throw ['WallfeedError', 'CutShort'].includes(serviceFailure(error).name) ? error : cutShort(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

/** The answer of S3, or undefined when the object is still the one that is known. */
const sendGetObject = async (
  { bucket, key }: ObjectLocation,
  known: string | undefined,
  signal: AbortSignal,
): Promise<GetObjectCommandOutput | undefined> => {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...(known && { IfNoneMatch: known }) });
  try {
    return await client.send(command, { abortSignal: signal });
  } catch (error) {
    if (known && serviceFailure(error).status === NOT_MODIFIED) return undefined;
    throw error;
  }
};

const readObject = async (location: ObjectLocation, known: string | undefined, signal: AbortSignal) => {
  const answer = await sendGetObject(location, known, signal);
  if (!answer) return undefined;
  const bytes = await collect(answer.Body as unknown as Body, answer.ContentLength ?? 0, signal);
  return { bytes, ...(answer.ETag && { etag: answer.ETag }) };
};

/**
 * An object in S3, or undefined when it still is the version that is known.
 * @param known an ETag.
 * @throws WallfeedError SOURCE_NOT_FOUND, SOURCE_DENIED, SOURCE_THROTTLED, SOURCE_TIMEOUT, SOURCE_TOO_LARGE, SOURCE_INVALID (cut short).
 */
export const getObject = async (
  location: ObjectLocation,
  deadline: Deadline,
  known?: string,
): Promise<ObjectContent | undefined> => {
  try {
    return await callSource((signal) => readObject(location, known, signal), deadline);
  } catch (error) {
    if (serviceFailure(error).name === 'WallfeedError') throw error;
    throw sourceError(deadline.signal.aborted ? 'SOURCE_TIMEOUT' : codeOf(error), error);
  }
};
