import {
  type CountedDashboard,
  type Counting,
  countGaps,
  createFind,
  nothing,
  READ_STATES,
} from '../../cost/actual/count-lines.ts';
import type { EndpointUse, LogUse, Metered, Rhythm } from '../../cost/actual/log-use.ts';
import { functionNames } from '../../stack/function-name.ts';
import { type CountedRows, executionsOf, type Row, TIME_STEP_MS, timeOf } from './query-logs.ts';
import type { CountWithin } from './read-metrics.ts';

const MINUTE_MS = 60_000;
/** The average time that Lambda adds when it rounds up the duration of a call. */
const ROUNDING_MS = 0.5;

const numberIn = (row: Row, field: string): number => Number(row[field] ?? 0);

const sumIn = (rows: readonly Row[], field: string): number => rows.reduce((sum, row) => sum + numberIn(row, field), 0);

/** Returns the number of requests in a row. With `log: summary`, one line counts several requests. */
const callsIn = (row: Row): number => numberIn(row, 'lines') - numberIn(row, 'summaries') + numberIn(row, 'hits');

const addRequests = (count: Counting, row: Row): void => {
  const status = numberIn(row, 'status');
  const calls = callsIn(row);
  const bytes = numberIn(row, 'sent');
  count.calls += calls;
  count.bytes += bytes;
  count.coldCalls += numberIn(row, 'cold');
  count.logBytes += numberIn(row, 'logged');
  if (status < 400) count.sourceReads += READ_STATES.has(row.cache || undefined) ? calls : 0;
  else {
    count.failedBytes += bytes;
    count[status < 500 ? 'refused' : 'failed'] += calls;
  }
};

/** The counts of each endpoint, then those of requests to no endpoint (`strangers`), and those of warm-ups. */
interface Slots {
  readonly counts: readonly Counting[];
  readonly slotOf: (row: Row) => number;
}

/** From REPORT lines, or else from CloudWatch's metric, or else from the durations in the function's own lines. */
const billedIn = (
  rows: readonly Row[],
  reports: readonly Row[],
  metered: { calls: number; ms: number } | undefined,
) => {
  if (reports.length > 0) return sumIn(reports, 'ms');
  const calls = rows.reduce((sum, row) => sum + callsIn(row), 0);
  return metered && metered.calls > 0 ? calls * (metered.ms / metered.calls + ROUNDING_MS) : sumIn(rows, 'ms');
};

/**
 * Divides the billed time of a function among the counts. Billed time that is in no line is that of hits that share a
 * line.
 */
const addTime = ({ counts, slotOf }: Slots, rows: readonly Row[], billed: number): void => {
  const known = sumIn(rows, 'ms');
  const shared = sumIn(rows, 'hits');
  const rest = shared > 0 ? Math.max(0, billed - known) : 0;
  const factor = known === 0 ? 0 : (billed - rest) / known;
  for (const row of rows) {
    const ofHits = shared === 0 ? 0 : (rest * numberIn(row, 'hits')) / shared;
    (counts[slotOf(row)] as Counting).billedMs += numberIn(row, 'ms') * factor + ofHits;
  }
};

const isScreen = ({ status = '' }: Row): boolean => !status.startsWith('4');

/** Returns how often each address asked for each endpoint, and the times between the requests of a sample. */
const rhythmsOf = (
  { gateway, sample }: CountedRows,
  slotOf: (row: Row) => number,
  slugs: readonly string[],
): readonly Rhythm[] => {
  const keyOf = (row: Row): string => `${slotOf(row)} ${row.ip}`;
  const times = Map.groupBy(sample, keyOf);
  const groups = Map.groupBy(
    gateway.filter((row) => slotOf(row) < slugs.length && isScreen(row) && row.ip),
    keyOf,
  );
  return Array.from(groups, ([key, rows]) => {
    const [index = '', address = ''] = key.split(' ');
    const gaps = countGaps(Float64Array.from(times.get(key) ?? [], (row) => timeOf(row['@timestamp'])));
    return { endpoint: slugs[Number(index)] ?? '', address, calls: sumIn(rows, 'lines'), gaps };
  });
};

const ofAnEndpoint = ({ route = '' }: Row): boolean => route !== '' && route !== '-' && !route.startsWith('OPTIONS ');

/** Returns the number of requests that reached no endpoint, by the gateway's metric. Used if there is no access log. */
const strangersOf = (counts: readonly Counting[], strangers: number, { gatewayCalls }: Metered): number => {
  const known = counts.slice(0, strangers).reduce((sum, { calls }) => sum + calls, 0);
  return Math.max(0, gatewayCalls - known);
};

/** @param count returns what the metrics counted; undefined if AWS refused to read them. */
export const logUseOf = (rows: CountedRows, dashboard: CountedDashboard, count: CountWithin | undefined): LogUse => {
  const times = rows.times.map(({ first, last }) => ({ first: timeOf(first), last: timeOf(last) }));
  const from = Math.min(...times.map(({ first }) => first));
  const to = Math.max(...times.map(({ last }) => last));
  const metered = count?.({ from, until: to + 1 });
  const { endpoints, scanUnits, stage } = dashboard;
  const slugs = endpoints.map(({ slug }) => slug);
  const counts = [...slugs, 'strangers', 'warm-ups'].map(nothing);
  const strangers = slugs.length;
  const slotOf = ({ endpoint = '', warmUps }: Row): number => {
    const found = slugs.indexOf(endpoint);
    if (warmUps) return strangers + 1;
    return found < 0 ? strangers : found;
  };
  for (const row of rows.requests) addRequests(counts[slotOf(row)] as Counting, row);

  const reports = rows.lambda.filter((row) => row['@type'] === 'REPORT');
  const [failed, ended] = [reports.filter((row) => row.failed === '1'), reports.filter((row) => row.failed !== '1')];
  const meteredOf = (log = '') =>
    [...(metered?.functions ?? [])].find(([family]) =>
      functionNames(dashboard, stage ?? '', family).some((name) => log.endsWith(`/${name}`)),
    )?.[1];
  for (const [log, own] of Map.groupBy(rows.requests, (row) => row['@log'])) {
    const ofFunction = ended.filter((row) => row['@log'] === log);
    addTime({ counts, slotOf }, own, billedIn(own, ofFunction, meteredOf(log)));
  }

  const find = createFind(endpoints);
  const slotOfPath = (row: Row): number => {
    const found = row.route === undefined || ofAnEndpoint(row) ? find(row.path ?? '') : -1;
    return found < 0 ? strangers : found;
  };
  for (const row of rows.gateway) {
    const one = counts[slotOfPath(row)] as Counting;
    one.gatewayCalls += numberIn(row, 'lines');
    one.gatewayBytes += numberIn(row, 'sent');
    one.logBytes += numberIn(row, 'logged') + numberIn(row, 'lines');
  }

  if (rows.gateway.length === 0 && metered)
    (counts[strangers] as Counting).gatewayCalls = strangersOf(counts, strangers, metered);

  const scanned = [...executionsOf(rows.scans).values()];
  const steps = times.map(({ first }) => (Math.floor(first / TIME_STEP_MS) * TIME_STEP_MS) / MINUTE_MS);
  return {
    endpoints: new Map(slugs.map((slug, index) => [slug, counts[index] as EndpointUse])),
    strangers: counts[strangers] as EndpointUse,
    warmUps: counts[strangers + 1] as EndpointUse,
    unfinished: { calls: sumIn(failed, 'lines'), billedMs: sumIn(failed, 'ms') },
    lambdaBytes: sumIn(rows.lambda, 'logged'),
    scans: { queries: scanned.length, units: scanned.reduce((sum, bytes) => sum + scanUnits(bytes), 0) },
    minutes: [...new Set(steps)].toSorted((a, b) => a - b),
    rhythms: rhythmsOf(rows, slotOfPath, slugs),
    from,
    to,
    stages: stage === undefined ? [] : [stage],
    foreign: new Map(),
    skipped: { copies: 0, outside: 0, others: 0 },
    lines: sumIn([...rows.requests, ...rows.lambda, ...rows.gateway], 'lines'),
    ...(metered && { metered }),
  };
};
