import type { WallfeedError } from '../errors/wallfeed-error.ts';
import type { KnownObjects, Memory, SourceSnapshot } from './create-memory.ts';
import type { Lease } from './lease.ts';
import type { CachedResponse } from './response-body.ts';
import type { SharedCache } from './shared-cache.ts';
import type { FailureMemory } from './source-failure.ts';
import type { Terms } from './table-access.ts';
import { isWithin, since, type Timestamp } from './timestamp.ts';
import { type CachedEndpoint, sharedKeyOf, type Variant } from './variants.ts';

/** The state of one request that found no valid response in the environment's memory. */
export interface CacheLookup {
  /** Undefined if the response is not cached. */
  readonly key: string | undefined;
  readonly variant: Variant;
  readonly last: SourceSnapshot | undefined;
  /** Empty until objects are read for this request. */
  objects: KnownObjects;
  /** Undefined if another environment may read the sources. */
  lease: Lease | undefined;
  /** The time at which the sources of the stale response were read. Absent if no stale response can be served. */
  staleResponse: Timestamp | undefined;
  /** True if the error is remembered, and the sources are not called again. */
  isFailureKnown: boolean;
}

export const createLookup = (
  key: string | undefined,
  variant: Variant,
  last: SourceSnapshot | undefined,
): CacheLookup => ({
  key,
  variant,
  last,
  objects: {},
  lease: undefined,
  staleResponse: undefined,
  isFailureKnown: false,
});

/** Returns the cached response for the times of a request. It may have expired. */
export const cachedFor = (memory: Memory, key: string, { name }: Variant): CachedResponse | undefined => {
  const response = memory.response(key);
  return (response?.variant ?? '') === name ? response : undefined;
};

export const findHit = (
  memory: Memory,
  { cache }: CachedEndpoint,
  key: string | undefined,
  variant: Variant,
): CachedResponse | undefined => {
  if (!cache || key === undefined) return undefined;
  const cached = cachedFor(memory, key, variant);
  return cached && isWithin(cached.askedAt, cache.ttl) ? cached : undefined;
};

export const newest = (
  one: CachedResponse | undefined,
  other: CachedResponse | undefined,
): CachedResponse | undefined => {
  if (!one || !other) return one ?? other;
  return since(one.askedAt) < since(other.askedAt) ? one : other;
};

export const findStale = (
  memory: Memory,
  { cache, stale }: CachedEndpoint,
  { key, last }: CacheLookup,
): CachedResponse | undefined => {
  const good = newest(key === undefined ? undefined : memory.response(key), last?.response);
  return good && stale && isWithin(good.askedAt, (cache?.ttl ?? 0) + stale) ? good : undefined;
};

export const failAgain = (lookup: CacheLookup, error: WallfeedError): never => {
  lookup.isFailureKnown = true;
  throw error;
};

export const checkPause = (
  memory: Memory,
  failures: FailureMemory,
  endpoint: CachedEndpoint,
  lookup: CacheLookup,
): void => {
  const { key, lease } = lookup;
  if (key === undefined) return;
  lookup.staleResponse = findStale(memory, endpoint, lookup)?.askedAt;
  const error = lease ? undefined : failures.recall(key, lookup.staleResponse !== undefined);
  if (error) failAgain(lookup, error);
};

export interface Caches {
  readonly memory: Memory;
  readonly shared: SharedCache;
  /** Responses of one version are not served by another version. */
  readonly version: string;
}

interface SharedRequest extends Pick<Terms, 'endsAt' | 'closesAt' | 'tableTime'> {
  readonly key: string;
}

export interface SharedResponse {
  readonly response: CachedResponse;
  /** True if the response has expired, and another environment is replacing it. */
  readonly isRefreshing: boolean;
}

/**
 * Copies a shared response into the memory. Undefined if there is none to serve: the request then has the lease to read
 * the sources, or the table has failed.
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
