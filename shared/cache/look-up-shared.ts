import type { Memory } from './create-memory.ts';
import { type CacheLookup, cachedFor, failAgain, newest } from './look-up.ts';
import type { CachedResponse } from './response-body.ts';
import type { SharedCache } from './shared-cache.ts';
import type { Terms } from './table-access.ts';
import { isWithin } from './timestamp.ts';
import { type CachedEndpoint, sharedKeyOf } from './variants.ts';

/** The cache of one environment, and the cache of all environments. */
export interface Caches {
  readonly memory: Memory;
  readonly shared: SharedCache;
  /** The version of the configuration. Responses of one version are not served by another version. */
  readonly version: string;
}

/** The key of the response, and the time limits of the request. */
interface SharedRequest extends Pick<Terms, 'endsAt' | 'closesAt' | 'tableTime'> {
  readonly key: string;
}

/** A response to serve instead of reading the sources. */
export interface SharedResponse {
  readonly response: CachedResponse;
  /** True if the response has expired, and another environment is replacing it. */
  readonly isRefreshing: boolean;
}

/**
 * Looks up a response in the shared cache and copies it into the memory. If there is no response to serve, returns
 * undefined: the request then has the lease to read the sources, or the table has failed.
 * @throws WallfeedError the last error of the sources, while calls to them are paused.
 */
export const lookUpShared = async (
  { memory, shared, version }: Caches,
  { slug, cache, stale = 0, deadline }: CachedEndpoint,
  lookup: CacheLookup,
  { key, ...times }: SharedRequest,
): Promise<SharedResponse | undefined> => {
  const { variant } = lookup;
  const ttl = cache?.ttl ?? 0;
  const found = await shared.consult(sharedKeyOf(slug, variant, version), { ttl, stale, deadline, ...times });
  lookup.lease = found.lease;
  const response =
    found.response && newest(cachedFor(memory, key, variant), { ...found.response, variant: variant.name });
  if (response) memory.keepResponse(key, response);
  if (response && isWithin(response.askedAt, ttl)) return { response, isRefreshing: false };
  if (found.failure) failAgain(lookup, found.failure);
  return response && found.isRefreshing ? { response, isRefreshing: true } : undefined;
};
