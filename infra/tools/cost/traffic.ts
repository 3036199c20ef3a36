import type { Assumptions } from './assumptions.ts';
import type { WallEndpoint } from './wall.ts';

/** One endpoint's calls in a month. */
export interface EndpointTraffic extends WallEndpoint {
  readonly calls: number;
  /** Calls that start an environment. */
  readonly coldCalls: number;
  /** Calls that ask the sources: every one without a cache. */
  readonly readings: number;
}

/** One function's environments in a month. */
export interface FunctionTraffic {
  readonly family: string;
  readonly environments: number;
  readonly coldCalls: number;
  readonly endpoints: readonly EndpointTraffic[];
}

const HOUR = 3600;

export const secondsADay = ({ hoursADay }: Assumptions): number => Math.round(hoursADay * HOUR);

const roundsADay = (assumptions: Assumptions): number =>
  Math.ceil(secondsADay(assumptions) / assumptions.refreshSeconds);

/** A month's calls of one endpoint: each screen asks once a round. */
export const callsOf = (assumptions: Assumptions): number =>
  roundsADay(assumptions) * assumptions.screens * assumptions.daysAMonth;

/** Between two rounds longer than this, Lambda takes the environments away. */
const goesIdle = ({ refreshSeconds, idleSeconds }: Assumptions): boolean => refreshSeconds > idleSeconds;

/** One call at a time: as many as are busy at once on average, and never fewer than are assumed. */
const environmentsOf = (endpoints: number, { environments, screens, refreshSeconds, readMs }: Assumptions): number =>
  Math.max(environments, Math.ceil((endpoints * screens * readMs) / 1000 / refreshSeconds));

/** How often a day an environment is replaced. */
const livesADay = (assumptions: Assumptions): number =>
  goesIdle(assumptions)
    ? roundsADay(assumptions) * assumptions.screens
    : Math.ceil(secondsADay(assumptions) / assumptions.lifeSeconds);

/** How often a day one environment asks the sources: at the start of each life, and when the cache has run out. */
const readingsADay = (cacheSeconds: number, assumptions: Assumptions): number => {
  if (goesIdle(assumptions)) return livesADay(assumptions);
  const { lifeSeconds } = assumptions;
  const rest = secondsADay(assumptions) % lifeSeconds;
  const wholeLives = (secondsADay(assumptions) - rest) / lifeSeconds;
  return wholeLives * Math.ceil(lifeSeconds / cacheSeconds) + Math.ceil(rest / cacheSeconds);
};

const readingsOf = (cacheSeconds: number, environments: number, assumptions: Assumptions): number => {
  const calls = callsOf(assumptions);
  if (cacheSeconds === 0) return calls;
  return Math.min(calls, environments * readingsADay(cacheSeconds, assumptions) * assumptions.daysAMonth);
};

/** Whole numbers that add up to the total, the first ones being one larger. */
const share = (total: number, parts: number, index: number): number =>
  Math.floor(total / parts) + (index < total % parts ? 1 : 0);

const trafficOf = (family: string, endpoints: readonly WallEndpoint[], assumptions: Assumptions): FunctionTraffic => {
  const calls = callsOf(assumptions);
  const environments = environmentsOf(endpoints.length, assumptions);
  const starts = environments * livesADay(assumptions) * assumptions.daysAMonth;
  const coldCalls = Math.min(calls * endpoints.length, starts);
  return {
    family,
    environments,
    coldCalls,
    endpoints: endpoints.map((endpoint, index) => ({
      ...endpoint,
      calls,
      coldCalls: share(coldCalls, endpoints.length, index),
      readings: readingsOf(endpoint.cacheSeconds, environments, assumptions),
    })),
  };
};

/** A month of a wall: the calls of each function, cold and warm, and what they ask of the sources. */
export const createTraffic = (wall: readonly WallEndpoint[], assumptions: Assumptions): readonly FunctionTraffic[] =>
  Array.from(
    Map.groupBy(wall, ({ family }) => family),
    ([family, endpoints]) => trafficOf(family, endpoints, assumptions),
  );
