import { LEAD_MINUTES } from '../stack/warm-ups.ts';
import { billedTimesOf } from './assumptions.ts';
import { type Alternatives, type Candidate, changeDatasets, type Saving } from './change-datasets.ts';
import { compareMemory } from './compare-memory.ts';
import { createEstimate, type Estimate } from './create-estimate.ts';
import { addMoney } from './price-list.ts';
import { SECONDS } from './quantity.ts';
import type { WallEndpoint } from './wall.ts';

const SECONDS_PER_MINUTE = 60;

const refreshLess = ({ assumptions }: Estimate): Candidate => {
  const { refreshSeconds } = assumptions;
  const slower = refreshSeconds * 2;
  return {
    change: `refresh every ${written(slower)} instead of every ${written(refreshSeconds)}`,
    assumptions: { ...assumptions, refreshSeconds: slower },
  };
};

const logLess = ({ assumptions }: Estimate): Alternatives => {
  const line = 'accessLog: none';
  const change = `${line}, which keeps the log lines of the functions and drops those of the gateway`;
  return [{ change, line, assumptions: { ...assumptions, accessLog: 'none' } }];
};

const watchLess = ({ assumptions }: Estimate): readonly Alternatives[] => {
  const basic: Candidate = {
    change: 'watch: basic, metrics and alarms of the whole stack instead of each function’s',
    line: 'watch: basic',
    assumptions: { ...assumptions, watch: 'basic' },
  };
  const none: Candidate = {
    change: 'watch: none, no metrics and no alarms: nobody is alerted when a component stays blank',
    line: 'watch: none',
    assumptions: { ...assumptions, watch: 'none' },
  };
  return assumptions.watch === 'full' ? [[basic], [none]] : [[none]];
};

/** Opening hours of an office, to propose for a wall without opening hours. */
const OFFICE = { line: "hours: 'Mon-Fri 07:00-19:00'", hoursADay: 12, daysAMonth: 22 };

const openLess = ({ assumptions }: Estimate): Alternatives => {
  const { line, hoursADay, daysAMonth } = OFFICE;
  if (assumptions.hasHours || assumptions.hoursADay <= hoursADay) return [];
  const open = { hoursADay, daysAMonth: Math.min(daysAMonth, assumptions.daysAMonth) };
  const wakeSeconds = LEAD_MINUTES * SECONDS_PER_MINUTE;
  const change = `${line}, with the screens off at all other times`;
  return [{ change, line, assumptions: { ...assumptions, ...open, wakeSeconds } }];
};

/** True if no option replaces a measured time. Otherwise, the times of different memory sizes could not be compared. */
const hasMeasuredTimes = ({ assumptions }: Estimate): boolean =>
  Object.entries(billedTimesOf(assumptions.memoryMb)).every(([name, ms]) => Object(assumptions)[name] === ms);

const useLessMemory = (estimate: Estimate): Alternatives => {
  const { memoryMb, readMs } = compareMemory(estimate).cheapest;
  if (memoryMb >= estimate.assumptions.memoryMb || !hasMeasuredTimes(estimate)) return [];
  const line = `memory: ${memoryMb}`;
  const change = `${line}, with ${readMs} ms for a call that reads its sources, and a lower limit for the size of files`;
  return [{ change, line, assumptions: { ...estimate.assumptions, ...billedTimesOf(memoryMb), memoryMb } }];
};

/** Proposes settings of the whole dashboard: monitoring, opening hours, memory, the access log and the refresh. */
const changeSettings = (estimate: Estimate): readonly Alternatives[] => [
  ...watchLess(estimate),
  openLess(estimate),
  useLessMemory(estimate),
  logLess(estimate),
  [refreshLess(estimate)],
];

/** Usual TTLs of a cache. */
const CACHE_SECONDS = [60, 300, 600, 900, 1800, 3600, 7200, 14_400];
const [MIN_CACHE_SECONDS = 60] = CACHE_SECONDS;
const MIN_SAVING = 0.01;

const written = (seconds: number): string => SECONDS.write(seconds);

/** Writes a cache setting: `cache: 1m`, `cache: { ttl: 1m, shared: true }`. */
const writeCache = (seconds: number, isShared: boolean): string =>
  isShared ? `cache: { ttl: ${written(seconds)}, shared: true }` : `cache: ${written(seconds)}`;

const upTo = (seconds: number): string => `(responses up to ${written(seconds)} old)`;

/** Applies a change to the selected endpoints of a wall. */
const changeWhere = (
  wall: readonly WallEndpoint[],
  isChosen: (endpoint: WallEndpoint) => boolean,
  change: (endpoint: WallEndpoint) => Partial<WallEndpoint>,
): readonly WallEndpoint[] =>
  wall.map((endpoint) => (isChosen(endpoint) ? { ...endpoint, ...change(endpoint) } : endpoint));

const lasting =
  (seconds: number) =>
  ({ cacheSeconds }: WallEndpoint): Partial<WallEndpoint> => ({ cacheSeconds: Math.max(cacheSeconds, seconds) });

const asksDatabase = ({ ownQueries }: WallEndpoint): boolean => ownQueries > 0;

const cacheEverywhere = ({ wall }: Estimate): Candidate => ({
  line: `cache: ${written(MIN_CACHE_SECONDS)}`,
  change: `cache: ${written(MIN_CACHE_SECONDS)} for the whole dashboard, except where it is longer ${upTo(MIN_CACHE_SECONDS)}`,
  wall: changeWhere(wall, () => true, lasting(MIN_CACHE_SECONDS)),
});

const cacheTheBusiest = ({ wall, endpoints }: Estimate): readonly Candidate[] => {
  const [busiest] = endpoints.toSorted((a, b) => b.sourceCalls - a.sourceCalls);
  const length = CACHE_SECONDS.find((seconds) => busiest && seconds > busiest.cacheSeconds);
  if (!busiest || busiest.sourceCalls === 0 || length === undefined) return [];
  const { endpoint: name, isShared } = busiest;
  const change = `${writeCache(length, isShared)} on ${name}, which reads its sources most often ${upTo(length)}`;
  const line = writeCache(length, isShared);
  return [{ change, line, wall: changeWhere(wall, ({ endpoint }) => endpoint === name, lasting(length)) }];
};

const cacheForDatabase = ({ wall }: Estimate, seconds: number, isShared: boolean): Candidate => ({
  line: writeCache(seconds, isShared),
  change: `${writeCache(seconds, isShared)} on every endpoint with SQL, so that the database pauses ${upTo(seconds)}`,
  wall: changeWhere(wall, asksDatabase, (endpoint) => ({ ...lasting(seconds)(endpoint), isShared })),
});

/** Finds the shortest TTL with which the database is paused at least half of the time. */
const lengthToPause = (estimate: Estimate, isShared: boolean): number | undefined =>
  CACHE_SECONDS.find((seconds) => {
    const { wall = [] } = cacheForDatabase(estimate, seconds, isShared);
    const changed = createEstimate(wall, estimate.assumptions, estimate.prices).database;
    return changed.awakeHours <= changed.openHours / 2;
  });

/** Proposes caches that let the database pause. If a shared cache allows a shorter TTL, proposes that separately. */
const letDatabasePause = (estimate: Estimate): readonly Alternatives[] => {
  if (!estimate.database.isOwn) return [];
  const [alone, shared] = [lengthToPause(estimate, false), lengthToPause(estimate, true)];
  return [
    alone === undefined ? [] : [false, true].map((isShared) => cacheForDatabase(estimate, alone, isShared)),
    shared === undefined || shared === alone ? [] : [cacheForDatabase(estimate, shared, true)],
  ];
};

/** Proposes to share all caches, to share only the caches of endpoints that query the database, or to share none. */
const changeSharing = ({ wall }: Estimate): readonly Alternatives[] => {
  const isAlone = ({ cacheSeconds, isShared }: WallEndpoint): boolean => cacheSeconds > 0 && !isShared;
  const share = (isChosen: (endpoint: WallEndpoint) => boolean) =>
    changeWhere(
      wall,
      (endpoint) => isAlone(endpoint) && isChosen(endpoint),
      () => ({ isShared: true }),
    );
  const together = 'so that one environment of a function reads the sources for all';
  return [
    [
      { change: `shared: true in the cache of every endpoint with SQL, ${together}`, wall: share(asksDatabase) },
      { change: `shared: true in every cache, ${together}`, wall: share(() => true) },
    ],
    [
      {
        change: 'no shared cache: each environment keeps its own responses',
        wall: changeWhere(
          wall,
          () => true,
          () => ({ isShared: false }),
        ),
      },
    ],
  ];
};

const bySaving = (a: Saving, b: Saving): number => b.saved - a.saved;

/** Finds single changes that save at least a cent, the largest saving first. */
export const findSavings = (estimate: Estimate): readonly Saving[] => {
  const totalOf = ({ wall = estimate.wall, assumptions = estimate.assumptions }: Candidate): number =>
    createEstimate(wall, assumptions, estimate.prices).total;
  const saving = (candidate: Candidate): Saving => {
    const { change, line, saved = addMoney([estimate.total, -totalOf(candidate)]) } = candidate;
    return { change, ...(line !== undefined && { line }), saved };
  };
  const alternatives: readonly Alternatives[] = [
    [cacheEverywhere(estimate)],
    cacheTheBusiest(estimate),
    ...letDatabasePause(estimate),
    ...changeDatasets(estimate),
    ...changeSharing(estimate),
    ...changeSettings(estimate),
  ];
  return alternatives
    .flatMap((candidates) => candidates.map(saving).toSorted(bySaving).slice(0, 1))
    .filter(({ saved }) => saved >= MIN_SAVING)
    .toSorted(bySaving);
};
