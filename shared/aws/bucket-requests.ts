import type { Readable } from 'node:stream';
import type { GetObjectCommand, GetObjectCommandInput } from '@aws-sdk/client-s3';
import { requestHandler } from './request-handler.ts';
import {
  createSigning,
  LAST,
  type ReceivedResponse,
  type RequestTemplate,
  type SentRequest,
  type SigningConfig,
  toTemplate,
} from './request-template.ts';

/** An HTTP response of S3, with its body still unread. */
export interface ObjectResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
  /** The response in the form that the client's deserializer expects. */
  readonly received: ReceivedResponse;
}

/** A template of requests for the objects in a bucket. */
export interface BucketRequest extends RequestTemplate {
  /** The part of the path before the key. */
  readonly prefix: string;
}

/** Encodes a key as the client does. */
const encodeKey = (key: string): string =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const learn = (sent: SentRequest, key: string): BucketRequest | undefined => {
  const { path } = sent;
  const encoded = encodeKey(key);
  const template = toTemplate(sent, 's3');
  return template && path.endsWith(`/${encoded}`) ? { ...template, prefix: path.slice(0, -encoded.length) } : undefined;
};

/**
 * Sends requests for objects without the client's middlewares, which take most of the time if an object has not
 * changed. A request copies the template of its bucket, which comes from `templateOf` or from the last request that the
 * client sent to the bucket.
 * @param config the signer, with its credentials and clock.
 */
export const createBucketRequests = (
  config: SigningConfig,
  templateOf: (bucket: string) => BucketRequest | undefined = () => undefined,
) => {
  const known = new Map<string, BucketRequest | undefined>();
  const sign = createSigning(config, 's3');

  const create = ({ request, prefix, region }: BucketRequest, key: string, etag: string | undefined) => {
    const unsigned = request.clone();
    unsigned.path = prefix + encodeKey(key);
    if (etag !== undefined) unsigned.headers['if-none-match'] = etag;
    return sign(unsigned, region);
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
      if (!known.has(Bucket)) known.set(Bucket, templateOf(Bucket));
      const bucket = known.get(Bucket);
      if (!bucket) return undefined;
      const received = await requestHandler.handle(await create(bucket, Key, IfNoneMatch), { abortSignal });
      const { statusCode: status, headers, body } = received.response;
      return { status, headers, body, received };
    },
    /** Removes the template of a bucket. The bucket has no template until the client sends it a request. */
    forget: ({ Bucket = '' }: GetObjectCommandInput): void => {
      known.set(Bucket, undefined);
    },
  };
};

/** Gives a response to the client's deserializer, as if the client had sent the command. */
export const receiveResponse = ({ middlewareStack }: GetObjectCommand, { received }: ObjectResponse): void => {
  middlewareStack.add(() => () => Promise.resolve(received), LAST);
};
