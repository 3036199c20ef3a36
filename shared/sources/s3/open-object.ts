import type { GetObjectCommandInput, GetObjectCommandOutput } from '@aws-sdk/client-s3';
import type { ObjectResponse } from '../../aws/bucket-requests.ts';
import { serviceFailure } from '../../aws/service-failure.ts';
import { directRequests } from './direct-requests.ts';
import type { ArrivingObject } from './object-receiver.ts';

/** Loads the S3 client, which most environments never need. */
const loadClient = () => import('./s3-client.ts');

/** The content of an object, as a stream that S3 is sending. */
export type ObjectBody = AsyncIterable<Buffer> & { destroy(): void };

/** An object whose headers have arrived and whose body is still unread. */
interface OpenObject extends ArrivingObject {
  readonly body: ObjectBody;
}

const isSameEtag = (one: string, other: string): boolean => one.replace(/^W\//, '') === other.replace(/^W\//, '');

/** True for the status 304. S3 may omit the ETag then, but a different ETag is not accepted. */
const isUnchanged = (status: number | undefined, etag: unknown, known: string | undefined): boolean =>
  known !== undefined && status === 304 && (typeof etag !== 'string' || isSameEtag(etag, known));

/** Creates the error for a success with another status than 200, such as 206 for a part of the object. */
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

/** Opens an object with the client. Returns undefined if the object is unchanged. */
const openWithClient = async (
  input: GetObjectCommandInput,
  signal: AbortSignal,
  response?: ObjectResponse,
): Promise<OpenObject | undefined> => {
  const { sendToBucket } = await loadClient();
  try {
    return openOutput(await sendToBucket(input, signal, response));
  } catch (error) {
    const { status } = serviceFailure(error);
    if (isUnchanged(status, Object(error).$response?.headers?.etag, input.IfNoneMatch)) return undefined;
    throw error;
  }
};

/** Sends a request without the client. Returns undefined if only the client can send it. */
const sendWithoutClient = async (
  input: GetObjectCommandInput,
  signal: AbortSignal,
): Promise<ObjectResponse | undefined> => {
  const response = await directRequests.send(input, signal);
  if (response) return response;
  const { bucketRequests } = await loadClient();
  return bucketRequests(input.Bucket ?? '').send(input, signal);
};

/** Lets the client send the next request to a bucket. */
const leaveToClient = async (input: GetObjectCommandInput): Promise<void> => {
  const { bucketRequests } = await loadClient();
  directRequests.forget(input);
  bucketRequests(input.Bucket ?? '').forget(input);
};

/**
 * Opens an object. Returns undefined if it is unchanged since the version in `IfNoneMatch`. Responses with the status
 * 200 or 304 do not pass through the client. The client reads all errors, and sends the next request after an error.
 */
export const openObject = async (
  input: GetObjectCommandInput,
  signal: AbortSignal,
): Promise<OpenObject | undefined> => {
  const response = await sendWithoutClient(input, signal);
  if (response?.status === 200) return openResponse(response);
  if (response && isUnchanged(response.status, response.headers.etag, input.IfNoneMatch)) {
    response.body.resume();
    return undefined;
  }
  await leaveToClient(input);
  return openWithClient(input, signal, response);
};
