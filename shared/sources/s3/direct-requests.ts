import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { type BucketRequest, createBucketRequests } from '../../aws/bucket-requests.ts';
import { hostHeader } from '../../aws/service-address.ts';
import { addressOf } from './bucket-address.ts';

/** Creates the template of requests to a bucket; undefined if only the client knows its address, or has credentials. */
const templateOf = (bucket: string): BucketRequest | undefined => {
  const address = addressOf(bucket, process.env);
  if (!address || !process.env.AWS_ACCESS_KEY_ID || !process.env.AWS_SECRET_ACCESS_KEY) return undefined;
  const { prefix, region, ...server } = address;
  const headers = { host: hostHeader(server) };
  const query = { 'x-id': 'GetObject' };
  return { request: new HttpRequest({ ...server, method: 'GET', path: '/', query, headers }), prefix, region };
};

/** Reads the credentials of the function, which Lambda passes in environment variables. */
const readCredentials = async () => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env;
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};

const signer = new SignatureV4({
  credentials: readCredentials,
  region: '',
  service: 's3',
  sha256: Sha256,
  uriEscapePath: false,
});

/**
 * Sends requests for objects without the S3 client, whose loading takes a third of INIT. After a response other than 200 or
 * 304, `forget` leaves the bucket to the client.
 */
export const directRequests = createBucketRequests(
  { signer: async () => ({ sign: (request, options) => signer.sign(request, options) }), systemClockOffset: 0 },
  templateOf,
);
