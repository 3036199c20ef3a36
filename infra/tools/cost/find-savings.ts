import type { Assumptions } from './assumptions.ts';
import { createEstimate, type Estimate } from './create-estimate.ts';
import { addMoney } from './price-endpoint.ts';
import { SECONDS, writeQuantity } from './quantity.ts';
import type { WallEndpoint } from './wall.ts';

/** One change, and what it takes off the month. */
export interface Saving {
  /** What to do: `cache: 1m on orders, ...`. */
  readonly change: string;
  readonly saved: number;
}

interface Candidate {
  readonly change: string;
  readonly wall?: readonly WallEndpoint[];
  readonly assumptions?: Assumptions;
}

/** Lengths of a cache that people choose, in seconds. */
const LENGTHS = [60, 300, 600, 900, 1800, 3600, 7200, 14_400];
const [SHORTEST = 60] = LENGTHS;
const LEAST_MEMORY = 128;
const WORTH_SAYING = 0.01;

const written = (seconds: number): string => writeQuantity(seconds, SECONDS);

/** The endpoints with a cache of at least this long where they are chosen. */
const withCache = (
  wall: readonly WallEndpoint[],
  seconds: number,
  isChosen: (endpoint: WallEndpoint) => boolean,
): readonly WallEndpoint[] =>
  wall.map((endpoint) =>
    isChosen(endpoint) ? { ...endpoint, cacheSeconds: Math.max(endpoint.cacheSeconds, seconds) } : endpoint,
  );

const cacheEverywhere = ({ wall }: Estimate): Candidate => ({
  change: `cache: ${written(SHORTEST)} for the whole dashboard, where it is not longer (answers up to ${written(SHORTEST)} old)`,
  wall: withCache(wall, SHORTEST, () => true),
});

const cacheTheBusiest = ({ wall, endpoints }: Estimate): readonly Candidate[] => {
  const [busiest] = endpoints.toSorted((a, b) => b.sourceCalls - a.sourceCalls);
  const length = LENGTHS.find((seconds) => busiest && seconds > busiest.cacheSeconds);
  if (!busiest || length === undefined) return [];
  const change = `cache: ${written(length)} on ${busiest.endpoint}, which asks its sources most (answers up to ${written(length)} old)`;
  return [{ change, wall: withCache(wall, length, ({ endpoint }) => endpoint === busiest.endpoint) }];
};

/** The shortest cache with which the database sleeps for half of the hours and more. */
const letDatabasePause = ({ wall, assumptions, prices, database }: Estimate): readonly Candidate[] => {
  if (!database.isOwn) return [];
  const asks = ({ ownQueries }: WallEndpoint): boolean => ownQueries > 0;
  const length = LENGTHS.find((seconds) => {
    const changed = createEstimate(withCache(wall, seconds, asks), assumptions, prices).database;
    return changed.awakeHours <= changed.openHours / 2;
  });
  if (length === undefined) return [];
  const change = `cache: ${written(length)} on every endpoint with SQL, so that the database pauses (answers up to ${written(length)} old)`;
  return [{ change, wall: withCache(wall, length, asks) }];
};

const changeAssumptions = ({ assumptions }: Estimate): readonly Candidate[] => {
  const { refreshSeconds, logBytes, memoryMb } = assumptions;
  const slower = refreshSeconds * 2;
  const smaller = Math.max(LEAST_MEMORY, memoryMb / 2);
  return [
    {
      change: `ask every ${written(slower)} in place of every ${written(refreshSeconds)}`,
      assumptions: { ...assumptions, refreshSeconds: slower },
    },
    { change: 'write half as much to the logs', assumptions: { ...assumptions, logBytes: logBytes / 2 } },
    {
      change: `memory: ${smaller} in place of ${memoryMb}, if calls take no longer with it`,
      assumptions: { ...assumptions, memoryMb: Math.min(memoryMb, smaller) },
    },
  ];
};

/** What single changes would save, the largest first; only what is worth a cent. */
export const findSavings = (estimate: Estimate): readonly Saving[] => {
  const candidates = [
    cacheEverywhere(estimate),
    ...cacheTheBusiest(estimate),
    ...letDatabasePause(estimate),
    ...changeAssumptions(estimate),
  ];
  return candidates
    .map(({ change, wall = estimate.wall, assumptions = estimate.assumptions }) => ({
      change,
      saved: addMoney([estimate.total, -createEstimate(wall, assumptions, estimate.prices).total]),
    }))
    .filter(({ saved }) => saved >= WORTH_SAYING)
    .toSorted((a, b) => b.saved - a.saved);
};
