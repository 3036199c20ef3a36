import { isIPv4 } from 'node:net';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { requestHandler } from './request-handler.ts';

export interface ServiceAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The regions of amazonaws.com. China and the other partitions have domains of their own. */
const REGION = /^(?:af|ap|ca|eu|il|me|mx|sa|us)-(?:central|(?:north|south)?(?:east|west)?)-\d$/;
/** The variables that change the addresses or signatures of requests. */
const SETTING = /^AWS_(?:USE_|S3_|ACCOUNT_ID|IGNORE_CONFIGURED|AUTH_SCHEME|SIGV4A)/;
const ENDPOINT = 'AWS_ENDPOINT_URL';
const ENDPOINT_OF_SERVICE = {
  s3: 'AWS_ENDPOINT_URL_S3',
  'rds-data': 'AWS_ENDPOINT_URL_RDS_DATA',
  athena: 'AWS_ENDPOINT_URL_ATHENA',
  dynamodb: 'AWS_ENDPOINT_URL_DYNAMODB',
  ssm: 'AWS_ENDPOINT_URL_SSM',
  monitoring: 'AWS_ENDPOINT_URL_CLOUDWATCH',
  sns: 'AWS_ENDPOINT_URL_SNS',
} as const;

export type ServiceName = keyof typeof ENDPOINT_OF_SERVICE;

const addressAt = (endpoint: string): ServiceAddress | undefined => {
  if (!URL.canParse(endpoint)) return undefined;
  const { protocol, hostname, port, pathname, search } = new URL(endpoint);
  if (!isIPv4(hostname) || pathname !== '/' || search !== '') return undefined;
  return { protocol, hostname, ...(port !== '' && { port: Number(port) }) };
};

/**
 * Returns the address of a service in a region, or at an endpoint whose host is an IP address. Returns undefined for
 * regions and settings with other rules, which only the official client knows.
 */
export const serviceAddress = (
  service: ServiceName,
  region: string,
  environment: Environment,
): ServiceAddress | undefined => {
  const names = Object.keys(environment);
  if (!REGION.test(region) || names.some((name) => SETTING.test(name))) return undefined;
  const [endpoint, ...others] = names.filter((name) => name === ENDPOINT || name === ENDPOINT_OF_SERVICE[service]);
  if (endpoint === undefined) return { protocol: 'https:', hostname: `${service}.${region}.amazonaws.com` };
  return others.length === 0 ? addressAt(environment[endpoint] ?? '') : undefined;
};

interface UnsignedRequest extends ServiceAddress {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type ServiceResponse = Awaited<ReturnType<typeof requestHandler.handle>>['response'];

/**
 * Returns the credentials of the function, which Lambda passes in environment variables.
 * @throws an error with the name CredentialsProviderError if there are none.
 */
export const readCredentials = async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw Object.assign(new Error('no credentials in the environment'), { name: 'CredentialsProviderError' });
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};

const signer = new SignatureV4({
  credentials: readCredentials,
  region: '',
  service: '',
  sha256: Sha256,
  uriEscapePath: false,
});

/** From this difference on, AWS documents that it refuses signatures. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** How far the clock of a service is ahead of ours, in milliseconds. */
const clockOffsets = new Map<ServiceName, number>();

const timeAt = (service: ServiceName): number => Date.now() + (clockOffsets.get(service) ?? 0);

/** Remembers the clock of a service that has refused a request, so that the next request is signed with its time. */
const learnClock = (service: ServiceName, date: string | undefined): void => {
  const time = Date.parse(date ?? '');
  if (Math.abs(time - timeAt(service)) >= MAX_CLOCK_DIFFERENCE_MS) clockOffsets.set(service, time - Date.now());
};

const hostOf = ({ hostname, port }: ServiceAddress): string => (port === undefined ? hostname : `${hostname}:${port}`);

/** @throws the errors of the connection, and CredentialsProviderError. */
export const sendSigned = async (
  service: ServiceName,
  signingRegion: string,
  request: UnsignedRequest,
  abortSignal: AbortSignal,
): Promise<ServiceResponse> => {
  const unsigned = { query: {}, ...request, headers: { ...request.headers, host: hostOf(request) } };
  const options = { signingDate: new Date(timeAt(service)), signingRegion, signingService: service };
  const signed = (await signer.sign(unsigned, options)) as Parameters<typeof requestHandler.handle>[0];
  const { response } = await requestHandler.handle(signed, { abortSignal });
  if (response.statusCode >= 400) learnClock(service, response.headers.date);
  return response;
};
