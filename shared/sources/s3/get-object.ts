import { isIPv4 } from 'node:net';
import { collectBody } from '../../aws/collect-body.ts';
import { type ChangeTimes, noteChange } from '../../aws/deadline.ts';
import { createClientCalls } from '../../aws/official-client.ts';
import { type Environment, type ServiceAddress, sendSigned, serviceAddress } from '../../aws/send-signed.ts';
import { readReply, serviceError, serviceFailure } from '../../aws/service-errors.ts';
import type { ObjectLocation } from '../../config/sources.ts';
import { isPlainBucket } from './bucket-name.ts';
import type { ArrivingObject } from './object-receiver.ts';

interface BucketAddress extends ServiceAddress {
  /** The part of the path before the key. */
  readonly prefix: string;
}

/**
 * Address in a region, or at an endpoint whose host is an IP address. Undefined for names and settings with other
 * rules, which only the official client knows.
 */
export const addressOf = (bucket: string, region: string, environment: Environment): BucketAddress | undefined => {
  if (!isPlainBucket(bucket)) return undefined;
  const service = serviceAddress('s3', region, environment);
  if (!service) return undefined;
  return isIPv4(service.hostname)
    ? { ...service, prefix: `/${bucket}/` }
    : { ...service, hostname: `${bucket}.${service.hostname}`, prefix: '/' };
};

export type ObjectBody = AsyncIterable<Buffer> & { destroy(): void };

/** An object whose body is still unread. */
export interface OpenObject extends ArrivingObject {
  readonly body: ObjectBody;
}

export interface ObjectPart {
  /** `bytes=0-99`, or `bytes=-99` for the last ones. */
  readonly range: string;
  /** ETag of the version whose part is read. Absent for the newest version. */
  readonly etag?: string | undefined;
}

/** S3 sends the object only if it is no longer the version `known`. */
export interface ObjectRequest extends Required<ObjectLocation> {
  readonly known?: string | undefined;
  readonly part?: ObjectPart | undefined;
  readonly unchanged?: ChangeTimes | undefined;
}

/** An error usually has some hundred bytes. The bodies of objects are streams without this limit. */
const MAX_ERROR_BYTES = 64 * 1024;
const collect = collectBody(MAX_ERROR_BYTES);

const isSameEtag = (one: string, other: string): boolean => one.replace(/^W\//, '') === other.replace(/^W\//, '');

/** True for the status 304. S3 may omit the ETag then, but a different ETag is not accepted. */
const isUnchanged = (status: number | undefined, etag: unknown, known: string | undefined): boolean =>
  known !== undefined && status === 304 && (typeof etag !== 'string' || isSameEtag(etag, known));

const encodeKey = (key: string): string =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Creates the error for a success with another status than expected, such as 206 for a part in place of the object. */
const notTheObject = (httpStatusCode: number | undefined): Error =>
  Object.assign(new Error('not the object'), { $metadata: { httpStatusCode } });

/** True for the status of an object, or of a part if one was asked for. A small object may be sent as a whole. */
const isExpected = (status: number | undefined, part: ObjectPart | undefined): boolean =>
  status === 200 || (part !== undefined && status === 206);

/** Returns the size of the whole object, from the header `Content-Range` of a part. */
const totalOf = (range: string | undefined): number | undefined => {
  const [, total] = /\/(\d+)$/.exec(range ?? '') ?? [];
  return total === undefined ? undefined : Number(total);
};

export const textIn = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

export const throwError = (xml: string): never => {
  throw serviceError({ name: textIn(xml, 'Code')?.trim(), message: textIn(xml, 'Message') });
};

const getDirectly = async (
  { prefix, ...server }: BucketAddress,
  region: string,
  { key, known, part, unchanged }: ObjectRequest,
  signal: AbortSignal,
): Promise<OpenObject | undefined> => {
  const query = { 'x-id': 'GetObject' };
  const headers = {
    ...(known !== undefined && { 'if-none-match': known }),
    ...(part && { range: part.range }),
    ...(part?.etag !== undefined && { 'if-match': part.etag }),
  };
  const request = { ...server, method: 'GET', path: prefix + encodeKey(key), query, headers } as const;
  const response = await sendSigned('s3', region, request, signal);
  const { statusCode, body } = response;
  const { etag, 'content-length': length, 'content-range': range, 'last-modified': modified = '' } = response.headers;
  const modifiedAt = Date.parse(modified);
  if (isExpected(statusCode, part))
    return { body, length: length === undefined ? undefined : Number(length), etag, total: totalOf(range), modifiedAt };
  if (isUnchanged(statusCode, etag, known)) {
    noteChange(unchanged, modifiedAt);
    body.resume();
    return undefined;
  }
  if (statusCode >= 300) return readReply(response, collect, throwError);
  body.destroy();
  throw notTheObject(statusCode);
};

const callClient = createClientCalls(() => import('../../aws/clients/s3.ts'), collect);

interface ClientOutput {
  readonly Body: ObjectBody;
  readonly ContentLength?: number;
  readonly ContentRange?: string;
  readonly ETag?: string;
  readonly LastModified?: Date;
  readonly $metadata: { readonly httpStatusCode?: number };
}

const getWithClient = async (
  region: string,
  { bucket, key, known, part }: ObjectRequest,
  signal: AbortSignal,
): Promise<OpenObject | undefined> => {
  const input = {
    Bucket: bucket,
    Key: key,
    ...(known !== undefined && { IfNoneMatch: known }),
    ...(part && { Range: part.range }),
    ...(part?.etag !== undefined && { IfMatch: part.etag }),
  };
  try {
    const output = (await callClient(region, 'GetObject', input, signal)) as ClientOutput;
    const { Body: body, ContentLength: length, ContentRange: range, ETag: etag, LastModified, $metadata } = output;
    if (isExpected($metadata.httpStatusCode, part))
      return { body, length, etag, total: totalOf(range), modifiedAt: Number(LastModified) };
    body.destroy();
    throw notTheObject($metadata.httpStatusCode);
  } catch (error) {
    const { status } = serviceFailure(error);
    if (isUnchanged(status, Object(error).$response?.headers?.etag, known)) return undefined;
    throw error;
  }
};

const addresses = new Map<string, BucketAddress | undefined>();

/** Returns undefined if only the official client knows the address. */
export const addressIn = (region: string, bucket: string): BucketAddress | undefined => {
  const place = `${region}/${bucket}`;
  if (!addresses.has(place)) addresses.set(place, addressOf(bucket, region, process.env));
  return addresses.get(place);
};

const getIn = (region: string, request: ObjectRequest, signal: AbortSignal): Promise<OpenObject | undefined> => {
  const address = addressIn(region, request.bucket);
  return address ? getDirectly(address, region, request, signal) : getWithClient(region, request, signal);
};

/** Buckets that are not in the function's region. S3 names the region when it refuses a request. */
const regionsOfBuckets = new Map<string, string>();

const REGION = /^[a-z]+(?:-[a-z]+)*-\d{1,2}$/;

/** Returns the region that S3 names when it refuses a request because the bucket is in another region. */
const regionNamedBy = (error: unknown): string | undefined => {
  const { name, status } = serviceFailure(error);
  const isElsewhere = status === 301 || (status === 400 && name === 'AuthorizationHeaderMalformed');
  const region: unknown = Object(error).$response?.headers?.['x-amz-bucket-region'];
  return isElsewhere && typeof region === 'string' && REGION.test(region) ? region : undefined;
};

/** Remembers the region if S3 names another one. */
export const inRegionOf = async <Result>(
  bucket: string,
  send: (region: string) => Promise<Result>,
): Promise<Result> => {
  const region = regionsOfBuckets.get(bucket) ?? process.env.AWS_REGION ?? '';
  try {
    return await send(region);
  } catch (error) {
    const named = regionNamedBy(error);
    if (named === undefined || named === region) throw error;
    regionsOfBuckets.set(bucket, named);
    return send(named);
  }
};

/**
 * Returns undefined if the object is unchanged. The official client sends the request if the address of the bucket
 * follows other rules.
 * @throws the errors of S3 and of the connection.
 */
export const getObject = (request: ObjectRequest, signal: AbortSignal): Promise<OpenObject | undefined> =>
  inRegionOf(request.bucket, (region) => getIn(region, request, signal));
