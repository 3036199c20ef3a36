import { GetObjectCommand, type GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { type HedgedCall, hedgeCall } from '../aws/hedge-call.ts';
import { createRegionClients } from '../aws/region.ts';
import { requestHandler } from '../aws/request-handler.ts';
import { retryCall } from '../aws/retry-call.ts';
import { serviceFailure } from '../aws/service-failure.ts';
import type { ObjectLocation } from '../config/dashboard-config.ts';
import { type ObjectBody, type ObjectWatcher, readObjectBody } from './object-body.ts';
import { objectFailure } from './object-failure.ts';

/** S3 answers at once and sends without a break. After a silence this long, a second call is worth its cost. */
const HEDGE_DELAY_MS = 2_500;

/** Objects are read as they come; what S3 says of a failure is some hundred bytes. */
const MAX_ERROR_BYTES = 64 * 1024;

const clientOf = createRegionClients(
  (region) =>
    new S3Client({
      ...region,
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 1,
      requestHandler,
      streamCollector: collectBody(MAX_ERROR_BYTES),
    }),
);

/** The regions of buckets that are not in the stack's own, once S3 has named them. */
const regionsOfBuckets = new Map<string, string>();

/** The region of a bucket that was asked for in another one: S3 names it in its refusal, and asks for no permission. */
const regionNamedBy = (error: unknown): string | undefined => {
  const { name, status } = serviceFailure(error);
  const isElsewhere = status === 301 || (status === 400 && name === 'AuthorizationHeaderMalformed');
  const region: unknown = Object(error).$response?.headers?.['x-amz-bucket-region'];
  return isElsewhere && typeof region === 'string' && region !== '' ? region : undefined;
};

/**
 * Sends a command to the region of its bucket. The SDK's own `followRegionRedirects` forgets the region, so that every call
 * would be made twice.
 */
const sendToBucket = async (bucket: string, command: GetObjectCommand, abortSignal: AbortSignal) => {
  const region = regionsOfBuckets.get(bucket);
  try {
    return await clientOf(region).send(command, { abortSignal });
  } catch (error) {
    const named = regionNamedBy(error);
    if (named === undefined || named === region) throw error;
    regionsOfBuckets.set(bucket, named);
    return clientOf(named).send(command, { abortSignal });
  }
};

/** An object's content, and the version that it is. */
export interface ObjectContent {
  readonly bytes: Uint8Array;
  readonly etag?: string;
}

const isOf = (etag: string, known: string): boolean => etag.replace(/^W\//, '') === known.replace(/^W\//, '');

/** Whether S3 says that an object still is the version that is known; it need not name that. */
const isUnchanged = (error: unknown, known: string): boolean => {
  const etag: unknown = Object(error).$response?.headers?.etag;
  return serviceFailure(error).status === 304 && (typeof etag !== 'string' || isOf(etag, known));
};

/** The answer of S3, or undefined when the object is still the one that is known. */
const sendGetObject = async (
  { bucket, key }: ObjectLocation,
  known: string | undefined,
  signal: AbortSignal,
): Promise<GetObjectCommandOutput | undefined> => {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...(known && { IfNoneMatch: known }) });
  try {
    return await sendToBucket(bucket ?? '', command, signal);
  } catch (error) {
    if (known && isUnchanged(error, known)) return undefined;
    throw error;
  }
};

/** Part of an object, or anything else than the whole of it. */
const notTheObject = ({ $metadata }: GetObjectCommandOutput): Error =>
  Object.assign(new Error('not the object'), { $metadata });

const readObject = async (
  location: ObjectLocation,
  known: string | undefined,
  signal: AbortSignal,
  watcher: ObjectWatcher,
) => {
  const answer = await sendGetObject(location, known, signal);
  watcher.onProgress();
  if (!answer) return undefined;
  const body = answer.Body as unknown as ObjectBody;
  if (answer.$metadata.httpStatusCode !== 200) {
    body.destroy();
    throw notTheObject(answer);
  }
  const bytes = await readObjectBody(body, answer.ContentLength, signal, watcher);
  return { bytes, ...(answer.ETag && { etag: answer.ETag }) };
};

/**
 * An object in S3, or undefined when it still is the version that is known.
 * @param known an ETag.
 * @param admit throws where the object is too large.
 * @throws WallfeedError SOURCE_NOT_FOUND, SOURCE_DENIED, SOURCE_THROTTLED, SOURCE_TIMEOUT, SOURCE_TOO_LARGE, SOURCE_INVALID (cut short, or no object).
 */
export const getObject = async (
  location: ObjectLocation,
  deadline: Deadline,
  known?: string,
  admit: ObjectWatcher['admit'] = () => undefined,
): Promise<ObjectContent | undefined> => {
  try {
    const read: HedgedCall<ObjectContent | undefined> = (signal, onProgress) =>
      readObject(location, known, signal, { onProgress, admit });
    return await retryCall(hedgeCall(read, HEDGE_DELAY_MS), deadline);
  } catch (error) {
    if (serviceFailure(error).name === 'WallfeedError') throw error;
    throw objectFailure(error, deadline.signal);
  }
};
