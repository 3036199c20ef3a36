import type { Assumptions } from './assumptions.ts';
import type { WallEndpoint } from './wall.ts';

const SECONDS_PER_HOUR = 3600;

export const secondsADay = ({ hoursADay }: Assumptions): number => Math.round(hoursADay * SECONDS_PER_HOUR);

const roundsADay = (assumptions: Assumptions): number =>
  Math.ceil(secondsADay(assumptions) / assumptions.refreshSeconds);

/** Counts the calls of one endpoint in a month: one for each screen and round. */
export const callsOf = (assumptions: Assumptions): number =>
  roundsADay(assumptions) * assumptions.screens * assumptions.daysAMonth;

/** True if Lambda ends idle environments between two rounds. */
const goesIdle = ({ refreshSeconds, idleSeconds }: Assumptions): boolean => refreshSeconds > idleSeconds;

/** Returns how often a day Lambda replaces an environment. */
export const livesADay = (assumptions: Assumptions): number =>
  goesIdle(assumptions)
    ? roundsADay(assumptions) * assumptions.screens
    : Math.ceil(secondsADay(assumptions) / assumptions.lifeSeconds);

/** Hits and misses of the caches in a month, for one endpoint. */
export interface CacheTraffic {
  /** Calls for which the memory of the environment has no response. Without a cache, these are all calls. */
  readonly misses: number;
  /** Calls that read the sources: misses for which the shared cache has no response either. */
  readonly sourceReads: number;
  /** Calls that store a new response in the shared cache; 0 without a shared cache. */
  readonly refreshes: number;
  /** Calls that find the lease held by another environment. */
  readonly refusals: number;
}

const SECONDS_PER_DAY = 86_400;

/** Maximum size of a response in the shared cache: DynamoDB's limit on an item, less a reserve for other attributes. */
const MAX_SHARED_BYTES = 395_000;

/** Returns the size of a response in the table; 0 if the response is too large for it. */
export const sharedBytes = ({ bodyBytes }: Pick<Assumptions, 'bodyBytes'>): number =>
  bodyBytes <= MAX_SHARED_BYTES ? bodyBytes : 0;

/** Counts the misses of one environment in a day: at each start, and each time the cache has expired. */
const missesADay = (cacheSeconds: number, assumptions: Assumptions): number => {
  if (goesIdle(assumptions)) return livesADay(assumptions);
  const { lifeSeconds } = assumptions;
  const rest = secondsADay(assumptions) % lifeSeconds;
  const wholeLives = (secondsADay(assumptions) - rest) / lifeSeconds;
  return wholeLives * Math.ceil(lifeSeconds / cacheSeconds) + Math.ceil(rest / cacheSeconds);
};

const missesOf = (cacheSeconds: number, environments: number, assumptions: Assumptions, calls: number): number => {
  if (cacheSeconds === 0) return calls;
  return Math.min(calls, environments * missesADay(cacheSeconds, assumptions) * assumptions.daysAMonth);
};

/** Counts how often a month a shared response expires while screens are on. */
const expiriesOf = (cacheSeconds: number, assumptions: Assumptions): number => {
  const { daysAMonth } = assumptions;
  if (cacheSeconds >= SECONDS_PER_DAY) return Math.ceil((daysAMonth * SECONDS_PER_DAY) / cacheSeconds);
  return Math.ceil(secondsADay(assumptions) / cacheSeconds) * daysAMonth;
};

/**
 * Calculates the hits and misses in a month of an endpoint, or of a dataset.
 * @param assumptions the refresh is the shortest one of the function, because it decides how long environments live.
 * @param calls the calls in a month.
 */
export const createCacheTraffic = (
  { cacheSeconds, isShared, combinations = 1 }: Pick<WallEndpoint, 'cacheSeconds' | 'isShared' | 'combinations'>,
  environments: number,
  assumptions: Assumptions,
  calls = callsOf(assumptions),
): CacheTraffic => {
  const misses = Math.min(calls, combinations * missesOf(cacheSeconds, environments, assumptions, calls));
  if (!isShared) return { misses, sourceReads: misses, refreshes: 0, refusals: 0 };
  const fits = sharedBytes(assumptions) === assumptions.bodyBytes;
  const refreshes = Math.min(misses, combinations * expiriesOf(cacheSeconds, assumptions));
  return {
    misses,
    sourceReads: fits ? refreshes : misses,
    refreshes,
    refusals: Math.min(misses - refreshes, refreshes * (environments - 1)),
  };
};
