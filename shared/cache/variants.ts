import type { EndpointConfig } from '../config/dashboard-config.ts';

/** How many time periods of one endpoint an environment caches. */
export const MAX_PERIODS = 16;
/** A period that was not asked for this long makes room for another. */
const IDLE_MS = 60_000;
/** How many items of one endpoint the shared table holds. */
export const SHARED_SLOTS = 64;

/** True if the body depends on the request's timePeriod: SQL that uses `:from` or `:timePeriod`. */
export const dependsOnPeriod = ({ tables }: Pick<EndpointConfig, 'tables'>): boolean => {
  for (const name in tables) {
    const table = tables[name];
    if (table?.source === 'sql' && table.parameters.some((used) => used === 'from' || used === 'timePeriod'))
      return true;
  }
  return false;
};

/** A small hash of a text (FNV-1a), below `size`. */
const hash = (text: string, size: number): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0) % size;
};

type CachedEndpoint = Pick<EndpointConfig, 'tables'> & { readonly slug: string };

/** Where the environments of a function share a response. Periods share slots, so an item also names its period. */
export interface SharedKey {
  readonly name: string;
  /** Empty where the period makes no difference. */
  readonly period: string;
}

export const sharedKeyOf = (endpoint: CachedEndpoint, timePeriod: number, version: string): SharedKey => {
  const period = dependsOnPeriod(endpoint) ? String(timePeriod) : '';
  const slot = period && hash(period, SHARED_SLOTS);
  return { name: `${endpoint.slug}#${slot}#${version}`, period };
};

/**
 * Names the cached responses of endpoints. An endpoint has one, or one for each time period if its body depends on it: of
 * these at most MAX_PERIODS are cached, so that a caller who varies the period fills neither memory nor the shared table.
 * @param drop called with the name of a response that made room.
 */
export const createVariants = (drop: (key: string) => void) => {
  const periods = new Map<string, Map<number, number>>();

  const admit = (slug: string, timePeriod: number): boolean => {
    const known = periods.get(slug) ?? new Map<number, number>();
    periods.set(slug, known);
    const [oldest = [timePeriod, 0]] = known;
    if (!known.delete(timePeriod) && known.size >= MAX_PERIODS) {
      if (performance.now() - oldest[1] < IDLE_MS) return false;
      known.delete(oldest[0]);
      drop(`${slug} ${oldest[0]}`);
    }
    known.set(timePeriod, performance.now());
    return true;
  };

  return {
    /** Undefined for a period that is not cached, as too many others are. */
    keyOf: (endpoint: CachedEndpoint, timePeriod: number): string | undefined => {
      const { slug } = endpoint;
      if (!dependsOnPeriod(endpoint)) return slug;
      return admit(slug, timePeriod) ? `${slug} ${timePeriod}` : undefined;
    },
  };
};
