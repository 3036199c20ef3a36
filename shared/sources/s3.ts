import {
  GetObjectCommand,
  type GetObjectCommandInput,
  type GetObjectCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { createBucketRequests, type ObjectResponse, receiveResponse } from '../aws/bucket-requests.ts';
import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { type HedgedCall, hedgeCall } from '../aws/hedge-call.ts';
import { createRegionClients } from '../aws/region.ts';
import { requestHandler } from '../aws/request-handler.ts';
import { retryCall } from '../aws/retry-call.ts';
import { serviceFailure } from '../aws/service-failure.ts';
import type { ObjectLocation } from '../config/sources.ts';
import { type ObjectBody, type ReadBody, readObjectBody } from './object-body.ts';
import { objectFailure } from './object-failure.ts';
import { type Admit, type ArrivingObject, collectWhole, type Receive } from './object-receiver.ts';

/** S3 answers at once and sends without a break. After a silence this long, a second call is worth its cost. */
const HEDGE_DELAY_MS = 2_500;

/** Objects are read as they come; what S3 says of a failure is some hundred bytes. */
const MAX_ERROR_BYTES = 64 * 1024;

const clientOf = createRegionClients((region) => {
  const client = new S3Client({
    ...region,
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    requestHandler,
    streamCollector: collectBody(MAX_ERROR_BYTES),
  });
  return { client, requests: createBucketRequests(client) };
});

type RegionClient = ReturnType<typeof clientOf>;

/** The regions of buckets that are not in the stack's own, once S3 has named them. */
const regionsOfBuckets = new Map<string, string>();

const REGION = /^[a-z]+(?:-[a-z]+)*-\d{1,2}$/;

/** The region of a bucket that was asked for in another one: S3 names it in its refusal, and asks for no permission. */
const regionNamedBy = (error: unknown): string | undefined => {
  const { name, status } = serviceFailure(error);
  const isElsewhere = status === 301 || (status === 400 && name === 'AuthorizationHeaderMalformed');
  const region: unknown = Object(error).$response?.headers?.['x-amz-bucket-region'];
  return isElsewhere && typeof region === 'string' && REGION.test(region) ? region : undefined;
};

/** Has the client send a request, or read a response that was received without it. */
const sendWithClient = (
  { client, requests }: RegionClient,
  input: GetObjectCommandInput,
  abortSignal: AbortSignal,
  response?: ObjectResponse,
): Promise<GetObjectCommandOutput> => {
  const command = new GetObjectCommand(input);
  if (response) receiveResponse(command, response);
  else requests.observe(command);
  return client.send(command, { abortSignal });
};

/**
 * Sends a request to the region of its bucket. The SDK's own `followRegionRedirects` forgets the region, so that every call
 * would be made twice.
 */
const sendToBucket = async (
  input: GetObjectCommandInput,
  abortSignal: AbortSignal,
  response?: ObjectResponse,
): Promise<GetObjectCommandOutput> => {
  const { Bucket: bucket = '' } = input;
  const region = regionsOfBuckets.get(bucket);
  try {
    return await sendWithClient(clientOf(region), input, abortSignal, response);
  } catch (error) {
    const named = regionNamedBy(error);
    if (named === undefined || named === region) throw error;
    regionsOfBuckets.set(bucket, named);
    return sendWithClient(clientOf(named), input, abortSignal);
  }
};

/** An object that S3 is sending. */
interface OpenObject extends ArrivingObject {
  readonly body: ObjectBody;
}

const isOf = (etag: string, known: string): boolean => etag.replace(/^W\//, '') === known.replace(/^W\//, '');

/** True if S3 says that an object still is the version that is known; it need not name that. */
const isUnchanged = (status: number | undefined, etag: unknown, known: string | undefined): boolean =>
  known !== undefined && status === 304 && (typeof etag !== 'string' || isOf(etag, known));

/** Part of an object, or anything else than the whole of it. */
const notTheObject = ({ $metadata }: GetObjectCommandOutput): Error =>
  Object.assign(new Error('not the object'), { $metadata });

const openOutput = (output: GetObjectCommandOutput): OpenObject => {
  const body = output.Body as unknown as ObjectBody;
  if (output.$metadata.httpStatusCode === 200) return { body, length: output.ContentLength, etag: output.ETag };
  body.destroy();
  throw notTheObject(output);
};

const openResponse = ({ headers, body }: ObjectResponse): OpenObject => {
  const length = headers['content-length'];
  return { body, length: length === undefined ? undefined : Number(length), etag: headers.etag };
};

/** Opens an object as the client does; undefined if it is unchanged. */
const openWithClient = async (
  input: GetObjectCommandInput,
  signal: AbortSignal,
  response?: ObjectResponse,
): Promise<OpenObject | undefined> => {
  try {
    return openOutput(await sendToBucket(input, signal, response));
  } catch (error) {
    const { status } = serviceFailure(error);
    if (isUnchanged(status, Object(error).$response?.headers?.etag, input.IfNoneMatch)) return undefined;
    throw error;
  }
};

/** Opens an object; undefined if it is unchanged. The client is asked only where its work is needed, as for errors. */
const openObject = async (input: GetObjectCommandInput, signal: AbortSignal): Promise<OpenObject | undefined> => {
  const { requests } = clientOf(regionsOfBuckets.get(input.Bucket ?? ''));
  const response = await requests.send(input, signal);
  if (response?.status === 200) return openResponse(response);
  if (response && isUnchanged(response.status, response.headers.etag, input.IfNoneMatch)) {
    response.body.resume();
    return undefined;
  }
  requests.forget(input);
  return openWithClient(input, signal, response);
};

const receiveObject = async <Result>(
  input: GetObjectCommandInput,
  signal: AbortSignal,
  receive: Receive<Result>,
  onProgress: () => void,
): Promise<ReadBody<Result> | undefined> => {
  const opened = await openObject(input, signal);
  onProgress();
  return opened && readObjectBody(opened.body, opened, signal, receive, onProgress);
};

/**
 * Reads an object in S3 while it arrives. Returns undefined if it still is the version that is known. An error of the receiver
 * is a result.
 * @param known an ETag.
 * @throws WallfeedError SOURCE_NOT_FOUND, SOURCE_DENIED, SOURCE_THROTTLED, SOURCE_TIMEOUT, SOURCE_INVALID (cut short, or no object).
 */
export const readObject = async <Result>(
  { bucket, key }: ObjectLocation,
  deadline: Deadline,
  known: string | undefined,
  receive: Receive<Result>,
): Promise<ReadBody<Result> | undefined> => {
  const input = { Bucket: bucket, Key: key, ...(known && { IfNoneMatch: known }) };
  try {
    const read: HedgedCall<ReadBody<Result> | undefined> = (signal, onProgress) =>
      receiveObject(input, signal, receive, onProgress);
    return await retryCall(hedgeCall(read, HEDGE_DELAY_MS), deadline);
  } catch (error) {
    throw objectFailure(error, key, deadline.signal);
  }
};

/** The whole content of an object. */
export interface ObjectContent {
  readonly bytes: Buffer;
  readonly etag?: string;
}

/**
 * Reads an object in S3 as a whole; undefined if it still is the version that is known.
 * @param known an ETag.
 * @param admit throws if the object is too large.
 * @throws WallfeedError as `readObject` does, and SOURCE_TOO_LARGE.
 */
export const getObject = async (
  location: ObjectLocation,
  deadline: Deadline,
  known?: string,
  admit: Admit = () => undefined,
): Promise<ObjectContent | undefined> => {
  const read = await readObject(location, deadline, known, collectWhole(admit));
  if (!read) return undefined;
  const { outcome, version } = read;
  if ('error' in outcome) throw outcome.error;
  return { bytes: outcome.content, ...(version && { etag: version.etag }) };
};
