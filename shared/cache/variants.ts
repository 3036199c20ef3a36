import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { WindowDependence } from '../config/depends-on-window.ts';
import type { RequestWindow } from '../sources/rds-data.ts';

export interface CachedEndpoint
  extends Pick<EndpointConfig, 'cache' | 'stale' | 'deadline' | 'document' | 'tables' | 'parameters'> {
  readonly slug: string;
  readonly dependsOn: WindowDependence;
}

/** Hashes a text with FNV-1a to an integer from 0 up to `size`. */
export const hashText = (text: string, size: number): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0) % size;
};

/** Periods of one endpoint. */
const MAX_PERIODS = 16;
/** Responses of one endpoint. */
export const MAX_CACHED_COMBINATIONS = 64;
/** A period that had no request for this time may be evicted in favor of another. */
const IDLE_MS = 60_000;
/** Items of one endpoint. */
const SHARED_SLOTS = 64;

/** Requests within it count as current. The clocks of screens differ. */
export const MAX_CLOCK_OFFSET_MS = 5 * 60_000;
const FAR = '@';

/**
 * True if the request gets the current rows, so that screens with unequal clocks share them. Other requests get their
 * own, because without a token anyone may send any `currentTime`, and screens must not show figures of that time.
 * @param ttl in milliseconds.
 */
export const isPresent = (currentTime: number, now: number, ttl: number): boolean =>
  Math.abs(now - currentTime) <= Math.max(MAX_CLOCK_OFFSET_MS, ttl);

type VaryingEndpoint = Pick<CachedEndpoint, 'cache' | 'dependsOn'>;

const isFar = ({ dependsOn, cache }: VaryingEndpoint, currentTime: number): boolean =>
  dependsOn.time && !isPresent(currentTime, Date.now(), cache?.ttl ?? 0);

export interface Variant {
  /** Empty if all requests for the current time share one response. */
  readonly name: string;
  /**
   * Requests for times far from the current time share one place for each period, and may get each other's stale
   * responses.
   */
  readonly group: string;
}

const ONLY_VARIANT: Variant = { name: '', group: '' };

/**
 * Requests for times far from the clock share a response if their times are equal when rounded down to multiples of the
 * cache's TTL.
 */
export const variantOf = (endpoint: VaryingEndpoint, { currentTime, timePeriod, values }: RequestWindow): Variant => {
  const length = endpoint.dependsOn.period ? String(timePeriod) : '';
  const period = values ? `${length}${values.key}` : length;
  if (!isFar(endpoint, currentTime)) return period === '' ? ONLY_VARIANT : { name: period, group: period };
  const group = `${period}${FAR}`;
  return { name: `${group}${Math.floor(currentTime / (endpoint.cache?.ttl ?? 1))}`, group };
};

/** Periods may share an item, so the item also names its period. */
export interface SharedKey {
  readonly name: string;
  /** Empty if the body depends on no times. */
  readonly period: string;
}

/** Returns the prefix of a function's keys in the shared table. IAM denies the function all other items. */
export const keyPrefixOf = (family: string): string => `${family}#`;

export const datasetFamily = (dataset: string): string => `dataset#${dataset}`;

/**
 * Returns the prefix of a dataset's keys in the shared table. The functions of all families share these items. IAM
 * allows a function the prefix of each dataset that its endpoints use.
 */
export const datasetKeyPrefix = (dataset: string): string => keyPrefixOf(datasetFamily(dataset));

/**
 * Returns which of the SHARED_SLOTS items of an endpoint stores the response of a period. Empty if the endpoint has a
 * single period.
 */
export const sharedSlot = (period: string): string => period && String(hashText(period, SHARED_SLOTS));

export const sharedKeyOf = (slug: string, { name, group }: Variant, version: string): SharedKey => ({
  name: `${slug}#${sharedSlot(group)}#${version}`,
  period: name,
});

/**
 * Creates the cache keys of endpoints. An endpoint has one key, or one for each time period if its body depends on the
 * period. An endpoint has at most MAX_PERIODS keys, or MAX_CACHED_COMBINATIONS if it has parameters, so that a client
 * which varies them cannot fill the memory or the table.
 * @param drop called with the key of an evicted response.
 */
export const createVariants = (drop: (key: string) => void) => {
  const periods = new Map<string, Map<string, number>>();

  const admit = (slug: string, variant: string, max: number): boolean => {
    const known = periods.get(slug) ?? new Map<string, number>();
    periods.set(slug, known);
    const [oldest = [variant, 0]] = known;
    if (!known.delete(variant) && known.size >= max) {
      if (performance.now() - oldest[1] < IDLE_MS) return false;
      known.delete(oldest[0]);
      drop(`${slug} ${oldest[0]}`);
    }
    known.set(variant, performance.now());
    return true;
  };

  return {
    /** Returns undefined if the limit on cached periods is reached. */
    keyOf: (slug: string, { group }: Variant, max = MAX_PERIODS): string | undefined => {
      if (group === '') return slug;
      return admit(slug, group, max) ? `${slug} ${group}` : undefined;
    },
  };
};
