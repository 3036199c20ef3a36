import type { Assumptions } from './assumptions.ts';
import { callsOf, goesIdle, livesADay, secondsADay } from './rounds.ts';
import type { WallEndpoint } from './wall.ts';

/** What a month's calls of one endpoint find kept, and what they do where they find nothing. */
export interface CacheTraffic {
  /** Calls that the memory of their own environment does not answer: every one without a cache. */
  readonly misses: number;
  /** Calls that ask the sources: every miss, unless another environment has shared its answer. */
  readonly readings: number;
  /** Times that one environment makes the answer for all; none where nothing is shared. */
  readonly refreshes: number;
  /** Times that an environment finds another at it. */
  readonly refusals: number;
}

const SECONDS_PER_DAY = 86_400;

/** What an item of DynamoDB may have, with some room for all but the answer. */
const MAX_SHARED_BYTES = 395_000;

/** How large the answer in the table is; one that is too large for it is left out there. */
export const sharedBytes = ({ bodyBytes }: Assumptions): number => (bodyBytes <= MAX_SHARED_BYTES ? bodyBytes : 0);

/** How often a day one environment's memory has no answer: at the start of each life, and when the cache has run out. */
const missesADay = (cacheSeconds: number, assumptions: Assumptions): number => {
  if (goesIdle(assumptions)) return livesADay(assumptions);
  const { lifeSeconds } = assumptions;
  const rest = secondsADay(assumptions) % lifeSeconds;
  const wholeLives = (secondsADay(assumptions) - rest) / lifeSeconds;
  return wholeLives * Math.ceil(lifeSeconds / cacheSeconds) + Math.ceil(rest / cacheSeconds);
};

const missesOf = (cacheSeconds: number, environments: number, assumptions: Assumptions): number => {
  const calls = callsOf(assumptions);
  if (cacheSeconds === 0) return calls;
  return Math.min(calls, environments * missesADay(cacheSeconds, assumptions) * assumptions.daysAMonth);
};

/** How often a month an answer that outlives every environment runs out while screens are on. */
const expiriesOf = (cacheSeconds: number, assumptions: Assumptions): number => {
  const { daysAMonth } = assumptions;
  if (cacheSeconds >= SECONDS_PER_DAY) return Math.ceil((daysAMonth * SECONDS_PER_DAY) / cacheSeconds);
  return Math.ceil(secondsADay(assumptions) / cacheSeconds) * daysAMonth;
};

/** A month's calls of one endpoint, by what they find kept. */
export const createCacheTraffic = (
  { cacheSeconds, isShared }: WallEndpoint,
  environments: number,
  assumptions: Assumptions,
): CacheTraffic => {
  const misses = missesOf(cacheSeconds, environments, assumptions);
  if (!isShared) return { misses, readings: misses, refreshes: 0, refusals: 0 };
  const fits = sharedBytes(assumptions) === assumptions.bodyBytes;
  const refreshes = Math.min(misses, expiriesOf(cacheSeconds, assumptions));
  return {
    misses,
    readings: fits ? refreshes : misses,
    refreshes,
    refusals: Math.min(misses - refreshes, refreshes * (environments - 1)),
  };
};
