import type { Assumptions } from './assumptions.ts';
import { fileTimeOf } from './file-time.ts';
import { ACCESS_LINE_BYTES, LAMBDA_LINES_BYTES, SUMMED_HIT_BYTES } from './log-lines.ts';
import type { OwnInputs, WallEndpoint } from './wall.ts';

const inputsOf = (endpoint: WallEndpoint, assumptions: Assumptions): OwnInputs => {
  const { refreshSeconds, bodyBytes, logBytes } = { ...assumptions, ...endpoint };
  return { refreshSeconds, bodyBytes, logBytes };
};

const SECONDS_PER_MINUTE = 60;
/** As in shared/middleware/log-line.ts. */
const MAX_HITS_OF_A_LINE = 100;

type Logged = OwnInputs & Pick<EndpointTraffic, 'calls' | 'coldCalls' | 'misses'>;

/** Returns the bytes that a call adds to the log of its function. With `log: summary`, hits share lines. */
const ofFunction = (
  { refreshSeconds, logBytes, calls, coldCalls, misses }: Logged,
  environments: number,
  { log, screens }: Assumptions,
): number => {
  const withLambda = Math.max(0, logBytes - ACCESS_LINE_BYTES);
  if (log === 'full' || calls === 0) return withLambda;
  const line = Math.max(0, withLambda - LAMBDA_LINES_BYTES);
  const hits = Math.max(0, calls - Math.max(misses, coldCalls));
  const aMinute = (screens * SECONDS_PER_MINUTE) / refreshSeconds / environments;
  const hitsOfALine = Math.min(MAX_HITS_OF_A_LINE, Math.max(1, aMinute));
  const ofAHit = Math.min(line, SUMMED_HIT_BYTES + line / hitsOfALine);
  return (hits * ofAHit + (calls - hits) * line) / calls;
};

/** Bytes for a call on average, to a hundredth of a byte. */
const loggedBy = (traffic: Logged, environments: number, assumptions: Assumptions): number => {
  const ofGateway = assumptions.accessLog === 'none' ? 0 : Math.min(traffic.logBytes, ACCESS_LINE_BYTES);
  return Math.round(100 * (ofGateway + ofFunction(traffic, environments, assumptions))) / 100;
};

/** For a month. */
export interface EndpointTraffic extends Omit<WallEndpoint, keyof OwnInputs>, OwnInputs, CacheTraffic {
  readonly calls: number;
  readonly coldCalls: number;
}

export interface FunctionTraffic {
  readonly family: string;
  readonly environments: number;
  readonly coldCalls: number;
  readonly endpoints: readonly EndpointTraffic[];
}

/** Smaller shares of an environment are errors of floating point. */
const ROUNDING = 1e-9;

/** Returns the number of environments: the average of concurrent calls, but at least the assumed number. */
const environmentsOf = (endpoints: readonly (WallEndpoint & OwnInputs)[], assumptions: Assumptions): number => {
  const { environments, screens, readMs } = assumptions;
  const atOnce = endpoints.map(
    (endpoint) => (screens * (readMs + fileTimeOf(endpoint, assumptions).warm)) / 1000 / endpoint.refreshSeconds,
  );
  const sum = atOnce.reduce((total, one) => total + one, 0);
  return Math.max(environments, Math.ceil(sum - ROUNDING));
};

/**
 * Divides a total into integers that differ by at most one, and returns the part at `index`. Larger parts come first.
 */
const share = (total: number, parts: number, index: number): number =>
  Math.floor(total / parts) + (index < total % parts ? 1 : 0);

export const trafficOf = (family: string, wall: readonly WallEndpoint[], assumptions: Assumptions): FunctionTraffic => {
  const endpoints = wall.map((endpoint) => ({ ...endpoint, ...inputsOf(endpoint, assumptions) }));
  const refreshSeconds = Math.min(...endpoints.map((endpoint) => endpoint.refreshSeconds));
  const environments = environmentsOf(endpoints, assumptions);
  const starts = environments * livesADay({ ...assumptions, refreshSeconds }) * assumptions.daysAMonth;
  const calls = endpoints.map((endpoint) => callsOf({ ...assumptions, refreshSeconds: endpoint.refreshSeconds }));
  const coldCalls = Math.min(
    calls.reduce((sum, count) => sum + count, 0),
    starts,
  );
  const traffic = endpoints.map((endpoint, index): EndpointTraffic => {
    const own = calls[index] ?? 0;
    const { bodyBytes } = endpoint;
    const counted = {
      ...endpoint,
      calls: own,
      coldCalls: Math.min(own, share(coldCalls, endpoints.length, index)),
      ...createCacheTraffic(endpoint, environments, { ...assumptions, bodyBytes, refreshSeconds }, own),
    };
    return { ...counted, logBytes: loggedBy(counted, environments, assumptions) };
  });
  return {
    family,
    environments,
    coldCalls: traffic.reduce((sum, endpoint) => sum + endpoint.coldCalls, 0),
    endpoints: traffic,
  };
};

export const createTraffic = (wall: readonly WallEndpoint[], assumptions: Assumptions): readonly FunctionTraffic[] =>
  Array.from(
    Map.groupBy(wall, ({ family }) => family),
    ([family, endpoints]) => trafficOf(family, endpoints, assumptions),
  );

const SECONDS_PER_HOUR = 3600;

export const secondsADay = ({ hoursADay }: Assumptions): number => Math.round(hoursADay * SECONDS_PER_HOUR);

const roundsADay = (assumptions: Assumptions): number =>
  Math.ceil(secondsADay(assumptions) / assumptions.refreshSeconds);

/** Counts the calls of one endpoint in a month: one for each screen and round. */
export const callsOf = (assumptions: Assumptions): number =>
  roundsADay(assumptions) * assumptions.screens * assumptions.daysAMonth;

const goesIdle = ({ refreshSeconds, idleSeconds }: Assumptions): boolean => refreshSeconds > idleSeconds;

const livesADay = (assumptions: Assumptions): number =>
  goesIdle(assumptions)
    ? roundsADay(assumptions) * assumptions.screens
    : Math.ceil(secondsADay(assumptions) / assumptions.lifeSeconds);

/** For a month. */
export interface CacheTraffic {
  /** The memory of the environment has no response. Without a cache, all calls are misses. */
  readonly misses: number;
  /** Misses for which the shared cache has no response either. */
  readonly sourceReads: number;
  readonly refreshes: number;
  /** Calls that find the lease held by another environment. */
  readonly refusals: number;
}

const SECONDS_PER_DAY = 86_400;

/** DynamoDB's limit on an item, less a reserve for other attributes. */
const MAX_SHARED_BYTES = 395_000;

/** Returns the size of a response in the table; 0 if the response is too large for it. */
export const sharedBytes = ({ bodyBytes }: Pick<Assumptions, 'bodyBytes'>): number =>
  bodyBytes <= MAX_SHARED_BYTES ? bodyBytes : 0;

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

const expiriesOf = (cacheSeconds: number, assumptions: Assumptions): number => {
  const { daysAMonth } = assumptions;
  if (cacheSeconds >= SECONDS_PER_DAY) return Math.ceil((daysAMonth * SECONDS_PER_DAY) / cacheSeconds);
  return Math.ceil(secondsADay(assumptions) / cacheSeconds) * daysAMonth;
};

/**
 * @param assumptions `refreshSeconds` is the shortest refresh of the function's endpoints, which decides how long
 * environments live.
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
