import { isIPv4 } from 'node:net';

/** Returns the region of an ARN, if it has one. */
export const regionOfArn = (arn: string): string | undefined => arn.split(':', 4)[3] || undefined;

/** The address of a service. */
export interface ServiceAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Matches the regions of the domain amazonaws.com. China and the other partitions have domains of their own. */
const REGION = /^(?:af|ap|ca|eu|il|me|mx|sa|us)-(?:central|(?:north|south)?(?:east|west)?)-\d$/;
/** Matches the variables that change the addresses or signatures of requests. */
const SETTING = /^AWS_(?:USE_|S3_|ACCOUNT_ID|IGNORE_CONFIGURED|AUTH_SCHEME|SIGV4A)/;
const ENDPOINT = 'AWS_ENDPOINT_URL';
/** The variables that name the endpoint of one service. */
const ENDPOINT_OF_SERVICE = {
  s3: 'AWS_ENDPOINT_URL_S3',
  'rds-data': 'AWS_ENDPOINT_URL_RDS_DATA',
  athena: 'AWS_ENDPOINT_URL_ATHENA',
  dynamodb: 'AWS_ENDPOINT_URL_DYNAMODB',
  ssm: 'AWS_ENDPOINT_URL_SSM',
} as const;

/** A service that functions call, by its name in host names and signatures. */
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
