import { isIPv4 } from 'node:net';
import { type Environment, type ServiceAddress, serviceAddress } from '../../aws/service-address.ts';

/** The address of a bucket's objects. */
export interface BucketAddress extends ServiceAddress {
  /** The part of the path before the key. */
  readonly prefix: string;
  readonly region: string;
}

/** Matches the name of a bucket that is one label of a host name. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
/** Matches names with a meaning of their own, such as access points and directory buckets. */
const SPECIAL_BUCKET = /--|^xn-|-s3alias$/;

/**
 * Returns the address of a bucket in the function's own region, or at an endpoint whose host is an IP address. Returns
 * undefined for names and settings with other rules, which only the AWS client knows.
 */
export const addressOf = (bucket: string, environment: Environment): BucketAddress | undefined => {
  if (!BUCKET.test(bucket) || SPECIAL_BUCKET.test(bucket)) return undefined;
  const { AWS_REGION: region = '' } = environment;
  const service = serviceAddress('s3', region, environment);
  if (!service) return undefined;
  return isIPv4(service.hostname)
    ? { ...service, prefix: `/${bucket}/`, region }
    : { ...service, hostname: `${bucket}.${service.hostname}`, prefix: '/', region };
};
