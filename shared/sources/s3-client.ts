import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { ObjectLocation } from '../config/dashboard-config.ts';
import { MAX_OBJECT_BYTES, objectTooLarge } from './object-limit.ts';
import { type SourceErrorCode, serviceFailure, sourceError } from './source-error.ts';

const client = new S3Client({ responseChecksumValidation: 'WHEN_REQUIRED' });

const codeOf = (error: unknown): SourceErrorCode => {
  const { name, status } = serviceFailure(error);
  if (status === 404 || status === 301) return 'SOURCE_NOT_FOUND';
  if (status === 401 || status === 403 || name === 'CredentialsProviderError') return 'SOURCE_DENIED';
  return status === undefined ? 'SOURCE_TIMEOUT' : 'SOURCE_THROTTLED';
};

const collect = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_OBJECT_BYTES) throw objectTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const sendGetObject = async ({ bucket, key }: ObjectLocation, signal: AbortSignal) => {
  try {
    return await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: signal });
  } catch (error) {
    throw sourceError(signal.aborted ? 'SOURCE_TIMEOUT' : codeOf(error), error);
  }
};

/**
 * The bytes of an object in S3.
 * @throws WallfeedError SOURCE_NOT_FOUND, SOURCE_DENIED, SOURCE_THROTTLED, SOURCE_TIMEOUT, SOURCE_TOO_LARGE, SOURCE_INVALID (cut short).
 */
export const getObject = async (location: ObjectLocation, signal: AbortSignal): Promise<Uint8Array> => {
  const { Body: body, ContentLength: length = 0 } = await sendGetObject(location, signal);
  const stream = body as AsyncIterable<Uint8Array> & { destroy(): void };
  if (length > MAX_OBJECT_BYTES) {
    stream.destroy();
    throw objectTooLarge();
  }
  const onAbort = () => stream.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const bytes = await collect(stream);
    if (bytes.length < length) throw sourceError('SOURCE_INVALID', undefined);
    return bytes;
  } catch (error) {
    if (signal.aborted) throw sourceError('SOURCE_TIMEOUT', error);
    throw serviceFailure(error).name === 'WallfeedError' ? error : sourceError('SOURCE_INVALID', error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};
