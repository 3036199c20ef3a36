import type { Readable } from 'node:stream';
import type { GetObjectCommand, GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { requestHandler } from './request-handler.ts';

type SentRequest = Parameters<typeof requestHandler.handle>[0];
type ReceivedResponse = Awaited<ReturnType<typeof requestHandler.handle>>;

/** An HTTP response of S3 whose body has not been read. */
export interface ObjectResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
  /** What the client's own deserializer takes. */
  readonly received: ReceivedResponse;
}

/** A request for an object as the client made it, from which requests for other objects of its bucket are made. */
interface BucketRequest {
  /** Without the headers that differ from one request to the next. */
  readonly request: SentRequest;
  /** The path before the key. */
  readonly prefix: string;
  readonly region: string;
}

/** Encodes a key as the client does. */
const encodeKey = (key: string): string =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signing sets these, or they belong to one request. */
const HEADERS_OF_ONE_REQUEST = [
  'authorization',
  'x-amz-date',
  'x-amz-security-token',
  'x-amzn-trace-id',
  'if-none-match',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
];

/** The region in a signature of S3; sessions of directory buckets and other algorithms have none. */
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

/** The last step before a request is sent. */
const LAST = { step: 'deserialize', priority: 'low' } as const;

/**
 * Sends requests for objects without the client's middlewares, which take most of the time of a read that finds nothing
 * new. The client makes the first request to each bucket: its address, headers and region are used for the next ones. Its
 * signer signs them, with its credentials and its clock.
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
    /** Learns from a command how its bucket is addressed. */
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
    /** Sends a request for an object; undefined if it is not known how its bucket is addressed. */
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
    /** The client makes the next request to this bucket. */
    forget: ({ Bucket = '' }: GetObjectCommandInput): void => {
      known.delete(Bucket);
    },
  };
};

/** Lets the client take a response as if it had sent the command. */
export const receiveResponse = ({ middlewareStack }: GetObjectCommand, { received }: ObjectResponse): void => {
  middlewareStack.add(() => () => Promise.resolve(received), LAST);
};
