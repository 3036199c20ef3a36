import {
  GetObjectCommand,
  type GetObjectCommandInput,
  type GetObjectCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { createBucketRequests, type ObjectResponse, receiveResponse } from '../../aws/bucket-requests.ts';
import { collectBody } from '../../aws/collect-body.ts';
import { createRegionClients } from '../../aws/region.ts';
import { requestHandler } from '../../aws/request-handler.ts';
import { serviceFailure } from '../../aws/service-failure.ts';

/**
 * Maximum size of the body of an error, which usually has some hundred bytes. The bodies of objects are streams without
 * this limit.
 */
const MAX_ERROR_BYTES = 64 * 1024;

const clientOf = createRegionClients((region) => {
  const client = new S3Client({
    ...region,
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    requestHandler,
    streamCollector: collectBody(MAX_ERROR_BYTES),
  });
  return { client, requests: createBucketRequests(client.config) };
});

type RegionClient = ReturnType<typeof clientOf>;

/** Regions of buckets that are not in the function's region. S3 names the region when it refuses a request. */
const regionsOfBuckets = new Map<string, string>();

const REGION = /^[a-z]+(?:-[a-z]+)*-\d{1,2}$/;

/** Returns the region that S3 names when it refuses a request because the bucket is in another region. */
const regionNamedBy = (error: unknown): string | undefined => {
  const { name, status } = serviceFailure(error);
  const isElsewhere = status === 301 || (status === 400 && name === 'AuthorizationHeaderMalformed');
  const region: unknown = Object(error).$response?.headers?.['x-amz-bucket-region'];
  return isElsewhere && typeof region === 'string' && REGION.test(region) ? region : undefined;
};

/** Sends a request with the client. If a response has already arrived without the client, the client only reads it. */
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

/** Returns the requests that copy the client's request to a bucket, in the region of that bucket. */
export const bucketRequests = (bucket: string): RegionClient['requests'] =>
  clientOf(regionsOfBuckets.get(bucket)).requests;

/**
 * Sends a request to the region of its bucket, or reads a response that has already arrived. Remembers the region. The
 * SDK's own option `followRegionRedirects` does not, so that each read would need two calls.
 */
export const sendToBucket = async (
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
