import type { Readable } from 'node:stream';
import type { GetObjectCommand, GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { requestHandler } from './request-handler.ts';

type SentRequest = Parameters<typeof requestHandler.handle>[0];
type ReceivedResponse = Awaited<ReturnType<typeof requestHandler.handle>>;

/** An HTTP response of S3, with its body still unread. */
export interface ObjectResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
  /** The response in the form that the client's deserializer expects. */
  readonly received: ReceivedResponse;
}

/** A request by the client, used as a template for other objects in the same bucket. */
interface BucketRequest {
  /** Lacks the headers that are specific to one request. */
  readonly request: SentRequest;
  /** The part of the path before the key. */
  readonly prefix: string;
  readonly region: string;
}

/** Encodes a key as the client does. */
const encodeKey = (key: string): string =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Headers that the signer sets, or that are specific to one request. */
const HEADERS_OF_ONE_REQUEST = [
  'authorization',
  'x-amz-date',
  'x-amz-security-token',
  'x-amzn-trace-id',
  'if-none-match',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
];

/** Matches the region in a signature for S3. Directory buckets and other algorithms do not match. */
const SIGNED_IN_REGION = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/([^/]+)\/s3\/aws4_request,/;

const learn = (sent: SentRequest, key: string): BucketRequest | undefined => {
  const { path, headers } = sent;
  const encoded = encodeKey(key);
  const [, region] = SIGNED_IN_REGION.exec(headers.authorization ?? '') ?? [];
  if (region === undefined || headers['x-amz-s3session-token'] || !path.endsWith(`/${encoded}`)) return undefined;
  const request = sent.clone();
  for (const name of HEADERS_OF_ONE_REQUEST) delete request.headers[name];
  return { request, prefix: path.slice(0, -encoded.length), region };
};

/** Places a middleware directly before the request is sent. */
const LAST = { step: 'deserialize', priority: 'low' } as const;

/**
 * Sends requests for objects without the client's middlewares, which take most of the time if an object has not changed. The
 * client sends the first request to each bucket. Later requests reuse its address, headers and region, and the client's
 * signer, credentials and clock.
 */
export const createBucketRequests = (client: S3Client) => {
  const known = new Map<string, BucketRequest>();
  let signer: ReturnType<typeof client.config.signer> | undefined;

  const sign = async ({ request, prefix, region }: BucketRequest, key: string, etag: string | undefined) => {
    signer ??= client.config.signer({ name: 'sigv4', signingName: 's3', signingRegion: region, properties: {} });
    const unsigned = request.clone();
    unsigned.path = prefix + encodeKey(key);
    if (etag !== undefined) unsigned.headers['if-none-match'] = etag;
    const signingDate = new Date(Date.now() + client.config.systemClockOffset);
    const options = { signingDate, signingRegion: region, signingService: 's3' };
    return (await (await signer).sign(unsigned, options)) as SentRequest;
  };

  return {
    /** Stores the client's request for a command as the template for its bucket. */
    observe: ({ input: { Bucket = '', Key = '' }, middlewareStack }: GetObjectCommand): void => {
      middlewareStack.add(
        (next) => (args) => {
          const learned = learn(args.request as SentRequest, Key);
          if (learned) known.set(Bucket, learned);
          return next(args);
        },
        LAST,
      );
    },
    /** Sends a request for an object; returns undefined if there is no template for its bucket. */
    send: async (
      { Bucket = '', Key = '', IfNoneMatch }: GetObjectCommandInput,
      abortSignal: AbortSignal,
    ): Promise<ObjectResponse | undefined> => {
      const bucket = known.get(Bucket);
      if (!bucket) return undefined;
      const received = await requestHandler.handle(await sign(bucket, Key, IfNoneMatch), { abortSignal });
      const { statusCode: status, headers, body } = received.response;
      return { status, headers, body, received };
    },
    /** Removes the template of a bucket, so that the client sends the next request. */
    forget: ({ Bucket = '' }: GetObjectCommandInput): void => {
      known.delete(Bucket);
    },
  };
};

/** Gives a response to the client's deserializer, as if the client had sent the command. */
export const receiveResponse = ({ middlewareStack }: GetObjectCommand, { received }: ObjectResponse): void => {
  middlewareStack.add(() => () => Promise.resolve(received), LAST);
};
