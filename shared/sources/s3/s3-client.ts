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

/** Limit for the body of an error, which has some hundred bytes. The bodies of objects are streams and have no limit here. */
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

/** Regions of the buckets that are in another region than the function, as S3 named them. */
const regionsOfBuckets = new Map<string, string>();

const REGION = /^[a-z]+(?:-[a-z]+)*-\d{1,2}$/;

/** Returns the region that S3 names when it refuses a request because the bucket is in another region. */
const regionNamedBy = (error: unknown): string | undefined => {
  const { name, status } = serviceFailure(error);
  const isElsewhere = status === 301 || (status === 400 && name === 'AuthorizationHeaderMalformed');
  const region: unknown = Object(error).$response?.headers?.['x-amz-bucket-region'];
  return isElsewhere && typeof region === 'string' && REGION.test(region) ? region : undefined;
};

/** Sends a request with the client, or lets the client read a response that arrived without it. */
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

/** Returns the requests that copy the client's request to a bucket, for the bucket's region. */
export const bucketRequests = (bucket: string): RegionClient['requests'] =>
  clientOf(regionsOfBuckets.get(bucket)).requests;

/**
 * Sends a request to the region of its bucket, or reads a response that arrived without the client. Remembers the region: the
 * SDK's own `followRegionRedirects` forgets it, so that every call would be made twice.
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
