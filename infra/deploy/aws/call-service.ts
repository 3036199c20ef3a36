import { setTimeout as wait } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { Sha256 } from '@smithy/core/checksum';
import { isServerError, isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import { SignatureV4 } from '@smithy/signature-v4';
import { partitionOf } from '../../dashboard/head/region.ts';
import { explainProxy, fetchWeb, WEB_VARIABLES, type WebAgents, webAgents } from '../../program/web-agents.ts';
import { credentialsLogger, explainCredentials, explainExpiry, forgetReasons } from './credentials.ts';
import { Interrupted, throwIfInterrupted } from './interruption.ts';

const UNKNOWN = 'AWS does not accept these credentials: check AWS_PROFILE, or AWS_ACCESS_KEY_ID and its secret';
const BUSY = 'AWS is refusing calls for now: repeat the command in a minute';

const always = (text: string) => (): string => text;

const MEANINGS: Readonly<Record<string, (message: string) => string>> = {
  CredentialsProviderError: explainCredentials,
  TokenProviderError: explainCredentials,
  ExpiredToken: explainExpiry,
  ExpiredTokenException: explainExpiry,
  InvalidAccessKeyId: always(UNKNOWN),
  InvalidClientTokenId: always(UNKNOWN),
  InvalidSignatureException: always(UNKNOWN),
  SignatureDoesNotMatch: always(UNKNOWN),
  UnrecognizedClientException: always(UNKNOWN),
  SlowDown: always(BUSY),
  Throttling: always(BUSY),
  ThrottlingException: always(BUSY),
};

const DENIED = new Set(['AccessDenied', 'AccessDeniedException', 'Forbidden', 'ForbiddenException', '403']);
/** Codes of certificates that no authority has signed, such as those of a proxy that reads along. */
const UNTRUSTED = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET)_\w+)$/;
const UNREACHABLE = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|TimeoutError)$/;

interface AwsError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Formats an AWS error as one sentence: what failed, why, and what to do. */
export const explainError = (doing: string, error: unknown): string => {
  const { name, code = name, message, $metadata } = error as AwsError;
  const meaning = MEANINGS[name];
  if (meaning !== undefined) return meaning(message);
  const ofProxy = explainProxy(error);
  if (ofProxy !== undefined) return ofProxy;
  const text = message.replace(/\s+/g, ' ').trim();
  if (DENIED.has(name) || $metadata?.httpStatusCode === 403) {
    return `AWS did not allow ${doing}: ${text}. Use credentials that allow this action`;
  }
  if (name === 'NoSuchBucket')
    return `${doing} was not possible: there is no such bucket. Check the name of the bucket, and the account`;
  if (name === 'PermanentRedirect' || $metadata?.httpStatusCode === 301) {
    return `${doing} was not possible: the bucket is in another region. Write that region as region: in dashboard.yml`;
  }
  if (UNTRUSTED.test(code)) {
    return `The certificate of AWS is not trusted (${text.replace(/;.*$/, '')}): name the certificate of your proxy in NODE_EXTRA_CA_CERTS or AWS_CA_BUNDLE`;
  }
  if (UNREACHABLE.test(code)) return `AWS could not be reached: ${text}. Check the network and the region`;
  return `${doing} was not possible: ${name === 'Error' ? '' : `${name}: `}${text}`;
};

/** An error whose message already says what happened and what to do. */
export class Refusal extends Error {}

/** Rethrows AWS errors as one sentence. Throws before `work` if the user has interrupted the command. */
export const explained = async <Result>(doing: string, work: () => Promise<Result>): Promise<Result> => {
  throwIfInterrupted();
  try {
    return await work();
  } catch (error) {
    if (error instanceof Interrupted || error instanceof Refusal) throw error;
    throw new Error(explainError(doing, error), { cause: error });
  }
};

interface ClientConfig {
  readonly region: string;
  /** False refuses a bucket in another region. Only S3 has this setting. */
  readonly followRegionRedirects?: boolean;
}

interface ClientSettings extends ClientConfig {
  readonly logger: typeof credentialsLogger;
  /** Absent without a proxy. */
  readonly requestHandler?: WebAgents;
}

type ClientClass<Client> = new (config: ClientSettings) => Client;

/** Cleared when `environment` changes. */
let clients = new Map<ClientClass<unknown>, Map<string, unknown>>();
let environment = '';

const readEnvironment = (): string => {
  const names = Object.keys(process.env).filter(
    (name) => /^(AWS_.*|HOME|USERPROFILE)$/.test(name) || WEB_VARIABLES.test(name),
  );
  return JSON.stringify(names.map((name) => [name, process.env[name]]));
};

/**
 * Returns the client of a service in a region. All calls share it, because each new client reads its settings, finds
 * its credentials and connects again. Its idle connections do not keep the process alive.
 */
export const clientOf = <Client>(Service: ClientClass<Client>, config: ClientConfig): Client => {
  const now = readEnvironment();
  if (now !== environment) {
    clients = new Map();
    forgetReasons();
  }
  environment = now;
  const made = clients.get(Service) ?? new Map<string, unknown>();
  const key = JSON.stringify(config);
  const client = (made.get(key) as Client | undefined) ?? createClient(Service, config);
  clients.set(Service, made.set(key, client));
  return client;
};

const createClient = <Client>(Service: ClientClass<Client>, config: ClientConfig): Client => {
  const requestHandler = webAgents();
  return new Service({ ...config, logger: credentialsLogger, ...(requestHandler && { requestHandler }) });
};

type Credentials = Awaited<ReturnType<S3Client['config']['credentials']>>;

/**
 * Makes no call to AWS.
 * @throws Error that says what is missing.
 */
export const requireCredentials = (region: string): Promise<Credentials> =>
  explained('finding credentials', () => clientOf(S3Client, { region }).config.credentials());

/** The services whose clients are not installed, because they are large and few of their calls are used. */
const SERVICES = {
  athena: { endpoint: 'ATHENA', target: 'AmazonAthena' },
  ce: { endpoint: 'COST_EXPLORER', target: 'AWSInsightsIndexService' },
  ec2: { endpoint: 'EC2' },
  glue: { endpoint: 'GLUE', target: 'AWSGlue' },
  lambda: { endpoint: 'LAMBDA' },
  logs: { endpoint: 'CLOUDWATCH_LOGS', target: 'Logs_20140328' },
  monitoring: { endpoint: 'CLOUDWATCH', target: 'GraniteServiceVersion20100801', version: '1.0' },
  ssm: { endpoint: 'SSM', target: 'AmazonSSM' },
} as const;

export type Service = keyof typeof SERVICES;

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly operation?: { readonly name: string; readonly input: object };
}

const baseOf = (service: Service, region: string): URL => {
  const { AWS_ENDPOINT_URL: general, [`AWS_ENDPOINT_URL_${SERVICES[service].endpoint}`]: own = general } = process.env;
  const suffix = partitionOf(region) === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return new URL(own || `https://${service}.${region}.${suffix}`);
};

const errorOf = (status: number, headers: Headers, text: string): Error => {
  const inXml = (tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1];
  const inJson = (field: string): string | undefined => {
    const quoted = new RegExp(`"${field}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`, 'i').exec(text)?.[1];
    return quoted === undefined ? undefined : JSON.parse(quoted);
  };
  const type = headers.get('x-amzn-errortype') ?? inJson('__type');
  const name = type?.replace(/^.*#|:.*$/g, '') ?? inXml('Code') ?? 'Error';
  const message = inXml('Message') ?? inJson('message') ?? `status ${status}`;
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });
};

const bodyOf = (service: Service, { form, operation }: ServiceRequest) => {
  if (operation) {
    const { target, version = '1.1' } = SERVICES[service] as { readonly target?: string; readonly version?: string };
    const headers = {
      'content-type': `application/x-amz-json-${version}`,
      'x-amz-target': `${target}.${operation.name}`,
    };
    return { body: JSON.stringify(operation.input), headers };
  }
  const headers = form && { 'content-type': 'application/x-www-form-urlencoded' };
  return { body: form && new URLSearchParams(form).toString(), headers: { ...headers } };
};

const sendOnce = async (service: Service, region: string, request: ServiceRequest): Promise<string> => {
  const { method, path, query = {} } = request;
  const { protocol, hostname, port, host, origin } = baseOf(service, region);
  const { body, headers: own } = bodyOf(service, request);
  const credentials = await requireCredentials(region);
  const signer = new SignatureV4({ credentials, region, service, sha256: Sha256 });
  const address = { method, protocol, hostname, ...(port !== '' && { port: Number(port) }), path, query };
  const signed = await signer.sign({ ...address, headers: { host, ...own }, body });
  const { host: _, ...headers } = signed.headers;
  const url = `${origin}${path}?${new URLSearchParams(query)}`;
  const response = await fetchWeb(url, { method, headers, body }).catch((error) => {
    // The cause of fetch's error says why the service was not reached.
    throw error.cause ?? error;
  });
  const text = await response.text();
  if (!response.ok) throw errorOf(response.status, response.headers, text);
  return text;
};

const ATTEMPTS = 3;

type ServiceError = Parameters<typeof isServerError>[0];
type RetryType = 'THROTTLING' | 'SERVER_ERROR' | 'TRANSIENT';

/** Returns undefined if a retry cannot help. */
const retryTypeOf = (error: ServiceError): RetryType | undefined => {
  if (isThrottlingError(error)) return 'THROTTLING';
  if (isServerError(error)) return 'SERVER_ERROR';
  return isTransientError(error) ? 'TRANSIENT' : undefined;
};

/**
 * Retries like the AWS clients.
 * @throws the error that the service describes.
 */
export const callService = async (service: Service, region: string, request: ServiceRequest): Promise<string> => {
  const strategy = new StandardRetryStrategy(ATTEMPTS);
  let token = await strategy.acquireInitialRetryToken('');
  for (;;) {
    try {
      return await sendOnce(service, region, request);
    } catch (cause) {
      const error = cause as ServiceError;
      const errorType = retryTypeOf(error);
      if (errorType === undefined) throw error;
      token = await strategy.refreshRetryTokenForRetry(token, { errorType, error }).catch(() => {
        throw error;
      });
      await wait(token.getRetryDelay());
    }
  }
};

export const callOperation = async <Output>(
  service: Exclude<Service, 'ec2' | 'lambda'>,
  region: string,
  name: string,
  input: object,
): Promise<Output> => {
  const request = { method: 'POST', path: '/', operation: { name, input } } as const;
  // Some operations answer with an empty body.
  return JSON.parse((await callService(service, region, request)) || '{}') as Output;
};
