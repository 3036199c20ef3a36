import type { requestHandler } from './request-handler.ts';

export type SentRequest = Parameters<typeof requestHandler.handle>[0];
export type ReceivedResponse = Awaited<ReturnType<typeof requestHandler.handle>>;

/** A request by an AWS client that serves as the template of later requests. */
export interface RequestTemplate {
  /** The request without the headers that belong to one request only. */
  readonly request: SentRequest;
  readonly region: string;
}

/** Headers that the signer sets, or that are specific to one request. */
const HEADERS_OF_ONE_REQUEST = [
  'authorization',
  'content-length',
  'x-amz-date',
  'x-amz-security-token',
  'x-amzn-trace-id',
  'if-none-match',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
];

/** Matches the region and service of a signature. Other algorithms do not match. */
const SIGNATURE = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request,/;

/** Returns the template of a signed request, or undefined if the signature has another form. */
export const toTemplate = (sent: SentRequest, service: string): RequestTemplate | undefined => {
  const { headers } = sent;
  const [, region, signedService] = SIGNATURE.exec(headers.authorization ?? '') ?? [];
  if (region === undefined || signedService !== service || headers['x-amz-s3session-token']) return undefined;
  const request = sent.clone();
  for (const name of HEADERS_OF_ONE_REQUEST) delete request.headers[name];
  return { request, region };
};

/** The parts of a client's configuration that sign its requests. */
export interface SigningConfig {
  readonly signer: (scheme: {
    readonly name: string;
    readonly signingName: string;
    readonly signingRegion: string;
    readonly properties: Record<string, unknown>;
  }) => Promise<{
    sign: (
      request: SentRequest,
      options: { signingDate: Date; signingRegion: string; signingService: string },
    ) => unknown;
  }>;
  readonly systemClockOffset: number;
}

/** Creates a function that signs requests with the client's signer, credentials and clock. */
export const createSigning = (config: SigningConfig, service: string) => {
  let signer: ReturnType<SigningConfig['signer']> | undefined;
  return async (request: SentRequest, region: string): Promise<SentRequest> => {
    signer ??= config.signer({ name: 'sigv4', signingName: service, signingRegion: region, properties: {} });
    const signingDate = new Date(Date.now() + config.systemClockOffset);
    const options = { signingDate, signingRegion: region, signingService: service };
    return (await (await signer).sign(request, options)) as SentRequest;
  };
};

/** Options that place a middleware directly before the request is sent. */
export const LAST = { step: 'deserialize', priority: 'low' } as const;
