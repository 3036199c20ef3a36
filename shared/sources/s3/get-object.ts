import { isIPv4 } from 'node:net';
import { collectBody } from '../../aws/collect-body.ts';
import { createClientCalls } from '../../aws/official-client.ts';
import { sendSigned } from '../../aws/send-signed.ts';
import { type Environment, type ServiceAddress, serviceAddress } from '../../aws/service-address.ts';
import { serviceFailure } from '../../aws/service-failure.ts';
import { readReply, serviceError } from '../../aws/service-reply.ts';
import type { ObjectLocation } from '../../config/sources.ts';
import type { ArrivingObject } from './object-receiver.ts';

/** The address of a bucket's objects. */
interface BucketAddress extends ServiceAddress {
  /** The part of the path before the key. */
  readonly prefix: string;
}

/** Matches the name of a bucket that is one label of a host name. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
/** Matches names with a meaning of their own, such as access points and directory buckets. */
const SPECIAL_BUCKET = /--|^xn-|-s3alias$/;

/**
 * Returns the address of a bucket in a region, or at an endpoint whose host is an IP address. Returns undefined for names
 * and settings with other rules, which only the official client knows.
 */
export const addressOf = (bucket: string, region: string, environment: Environment): BucketAddress | undefined => {
  if (!BUCKET.test(bucket) || SPECIAL_BUCKET.test(bucket)) return undefined;
  const service = serviceAddress('s3', region, environment);
  if (!service) return undefined;
  return isIPv4(service.hostname)
    ? { ...service, prefix: `/${bucket}/` }
    : { ...service, hostname: `${bucket}.${service.hostname}`, prefix: '/' };
};

/** The content of an object, as a stream that S3 is sending. */
export type ObjectBody = AsyncIterable<Buffer> & { destroy(): void };

/** An object whose headers have arrived and whose body is still unread. */
export interface OpenObject extends ArrivingObject {
  readonly body: ObjectBody;
}

/** A read of an object. S3 sends the object only if it is no longer the version `known`. */
export interface ObjectRequest extends Required<ObjectLocation> {
  readonly known?: string | undefined;
}

/**
 * Maximum size of the body of an error, which usually has some hundred bytes. The bodies of objects are streams without
 * this limit.
 */
const MAX_ERROR_BYTES = 64 * 1024;
const collect = collectBody(MAX_ERROR_BYTES);

const isSameEtag = (one: string, other: string): boolean => one.replace(/^W\//, '') === other.replace(/^W\//, '');

/** True for the status 304. S3 may omit the ETag then, but a different ETag is not accepted. */
const isUnchanged = (status: number | undefined, etag: unknown, known: string | undefined): boolean =>
  known !== undefined && status === 304 && (typeof etag !== 'string' || isSameEtag(etag, known));

/** Encodes a key as the path of its address. */
const encodeKey = (key: string): string =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Creates the error for a success with another status than 200, such as 206 for a part of the object. */
const notTheObject = (httpStatusCode: number | undefined): Error =>
  Object.assign(new Error('not the object'), { $metadata: { httpStatusCode } });

const textIn = (xml: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

/** Throws the error that the body of a response describes. */
const throwError = (xml: string): never => {
  throw serviceError({ name: textIn(xml, 'Code')?.trim(), message: textIn(xml, 'Message') });
};

const getDirectly = async (
  { prefix, ...server }: BucketAddress,
  region: string,
  { key, known }: ObjectRequest,
  signal: AbortSignal,
): Promise<OpenObject | undefined> => {
  const query = { 'x-id': 'GetObject' };
  const headers = known === undefined ? {} : { 'if-none-match': known };
  const request = { ...server, method: 'GET', path: prefix + encodeKey(key), query, headers } as const;
  const response = await sendSigned('s3', region, request, signal);
  const { statusCode, body } = response;
  const { etag, 'content-length': length } = response.headers;
  if (statusCode === 200) return { body, length: length === undefined ? undefined : Number(length), etag };
  if (isUnchanged(statusCode, etag, known)) {
    body.resume();
    return undefined;
  }
  if (statusCode >= 300) return readReply(response, collect, throwError);
  body.destroy();
  throw notTheObject(statusCode);
};

const callClient = createClientCalls(() => import('../../aws/clients/s3.ts'), collect);

/** The parts of the official client's output that are read here. */
interface ClientOutput {
  readonly Body: ObjectBody;
  readonly ContentLength?: number;
  readonly ETag?: string;
  readonly $metadata: { readonly httpStatusCode?: number };
}

const getWithClient = async (
  region: string,
  { bucket, key, known }: ObjectRequest,
  signal: AbortSignal,
): Promise<OpenObject | undefined> => {
  const input = { Bucket: bucket, Key: key, ...(known !== undefined && { IfNoneMatch: known }) };
  try {
    const output = (await callClient(region, 'GetObject', input, signal)) as ClientOutput;
    const { Body: body, ContentLength: length, ETag: etag, $metadata } = output;
    if ($metadata.httpStatusCode === 200) return { body, length, etag };
    body.destroy();
    throw notTheObject($metadata.httpStatusCode);
  } catch (error) {
    const { status } = serviceFailure(error);
    if (isUnchanged(status, Object(error).$response?.headers?.etag, known)) return undefined;
    throw error;
  }
};

const addresses = new Map<string, BucketAddress | undefined>();

const getIn = (region: string, request: ObjectRequest, signal: AbortSignal): Promise<OpenObject | undefined> => {
  const place = `${region}/${request.bucket}`;
  if (!addresses.has(place)) addresses.set(place, addressOf(request.bucket, region, process.env));
  const address = addresses.get(place);
  return address ? getDirectly(address, region, request, signal) : getWithClient(region, request, signal);
};

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

/**
 * Sends GetObject to the region of the bucket, and remembers the region. Returns undefined if the object is unchanged. The
 * official client sends the request if the address of the bucket follows other rules.
 * @throws the errors of S3 and of the connection.
 */
export const getObject = async (request: ObjectRequest, signal: AbortSignal): Promise<OpenObject | undefined> => {
  const region = regionsOfBuckets.get(request.bucket) ?? process.env.AWS_REGION ?? '';
  try {
    return await getIn(region, request, signal);
  } catch (error) {
    const named = regionNamedBy(error);
    if (named === undefined || named === region) throw error;
    regionsOfBuckets.set(request.bucket, named);
    return getIn(named, request, signal);
  }
};
