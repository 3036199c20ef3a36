import { isIPv4 } from 'node:net';

/** The address of a bucket's objects. */
export interface BucketAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  /** The part of the path before the key. */
  readonly prefix: string;
  readonly region: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Matches the name of a bucket that is one label of a host name. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
/** Matches names with a meaning of their own, such as access points and directory buckets. */
const SPECIAL_BUCKET = /--|^xn-|-s3alias$/;
/** Matches the regions of the domain amazonaws.com. China and the other partitions have domains of their own. */
const REGION = /^(?:af|ap|ca|eu|il|me|mx|sa|us)-(?:central|(?:north|south)?(?:east|west)?)-\d$/;
/** Matches the variables that change the addresses or signatures of requests. */
const SETTING = /^AWS_(?:USE_|S3_|ENDPOINT_URL(?:_S3)?$|IGNORE_CONFIGURED|AUTH_SCHEME|SIGV4A)/;
const ENDPOINT = /^AWS_ENDPOINT_URL/;

const addressAt = (endpoint: string, bucket: string, region: string): BucketAddress | undefined => {
  if (!URL.canParse(endpoint)) return undefined;
  const { protocol, hostname, port, pathname, search } = new URL(endpoint);
  if (!isIPv4(hostname) || pathname !== '/' || search !== '') return undefined;
  return { protocol, hostname, ...(port !== '' && { port: Number(port) }), prefix: `/${bucket}/`, region };
};

/**
 * Returns the address of a bucket in the function's own region, or at an endpoint whose host is an IP address. Returns
 * undefined for names and settings with other rules, which only the AWS client knows.
 */
export const addressOf = (bucket: string, environment: Environment): BucketAddress | undefined => {
  const { AWS_REGION: region = '' } = environment;
  if (!BUCKET.test(bucket) || SPECIAL_BUCKET.test(bucket) || !REGION.test(region)) return undefined;
  const [setting, ...others] = Object.keys(environment).filter((name) => SETTING.test(name));
  if (setting === undefined)
    return { protocol: 'https:', hostname: `${bucket}.s3.${region}.amazonaws.com`, prefix: '/', region };
  const isAlone = others.length === 0 && ENDPOINT.test(setting);
  return isAlone ? addressAt(environment[setting] ?? '', bucket, region) : undefined;
};
