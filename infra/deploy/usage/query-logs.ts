import { setTimeout as wait } from 'node:timers/promises';
import { callOperation } from '../aws/call-service.ts';
import { throwIfInterrupted } from '../aws/interruption.ts';
import type { UsedStack } from './read-metrics.ts';

/** `from` and `until` are in milliseconds since 1970. */
interface LogRange {
  readonly region: string;
  readonly groups: readonly string[];
  readonly from: number;
  readonly until: number;
}

export type Row = Readonly<Record<string, string>>;

interface Results {
  readonly status: string;
  readonly results?: readonly (readonly { readonly field: string; readonly value?: string }[])[];
  readonly nextToken?: string;
}

const MAX_ROWS = 10_000;
const WAITING = new Set(['Scheduled', 'Running']);
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 3_000;
/** A time range of this length or less is not divided. */
const MIN_RANGE_MS = 3_600_000;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** True if the time of a query is before the first lines that its log groups keep. */
const isBeforeLines = ({ name, message }: Error): boolean =>
  name === 'MalformedQueryException' && /retention|creation time/.test(message);

const toRow = (fields: NonNullable<Results['results']>[number]): Row =>
  Object.fromEntries(fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value]])));

const awaitRows = async (region: string, queryId: string): Promise<{ status: string; rows: readonly Row[] }> => {
  const ask = (nextToken?: string): Promise<Results> =>
    callOperation('logs', region, 'GetQueryResults', { queryId, ...(nextToken && { nextToken }) });
  let answer = await ask();
  for (let pause = FIRST_PAUSE_MS; WAITING.has(answer.status); pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    throwIfInterrupted();
    await wait(pause);
    answer = await ask();
  }
  const rows = (answer.results ?? []).map(toRow);
  while (answer.nextToken) {
    answer = await ask(answer.nextToken);
    rows.push(...(answer.results ?? []).map(toRow));
  }
  return { status: answer.status, rows };
};

/** Returns undefined if Logs Insights did not end the query in time. */
const runQuery = async ({ region, groups, from, until }: LogRange, queryString: string, limit: number) => {
  const time = { startTime: seconds(from), endTime: seconds(until - 1) };
  const input = { logGroupNames: groups, ...time, queryString, limit };
  try {
    const { queryId } = await callOperation<{ queryId: string }>('logs', region, 'StartQuery', input);
    const { status, rows } = await awaitRows(region, queryId);
    if (status === 'Timeout') return undefined;
    if (status !== 'Complete') throw new Error(`Logs Insights ended the query as ${status}`);
    return rows;
  } catch (error) {
    if (isBeforeLines(error as Error)) return [];
    throw error;
  }
};

const firstRows = async (range: LogRange, query: string): Promise<readonly Row[]> => {
  const rows = await runQuery(range, query, MAX_ROWS);
  if (rows) return rows;
  throw new Error('Logs Insights did not end the query in time');
};

/**
 * Returns all rows of a query that counts by groups. If there are too many rows for one result, queries each half of
 * the time alone. A group may then have several rows.
 */
const allRows = async (range: LogRange, query: string): Promise<readonly Row[]> => {
  if (range.groups.length === 0) return [];
  const rows = await runQuery(range, query, MAX_ROWS);
  const middle = 1000 * seconds((range.from + range.until) / 2);
  if (rows && rows.length < MAX_ROWS) return rows;
  if (range.until - range.from <= MIN_RANGE_MS)
    throw new Error('Logs Insights did not count all lines of an hour in one query');
  const halves = [
    { ...range, until: middle },
    { ...range, from: middle },
  ];
  return (await Array.fromAsync(halves, (half) => allRows(half, query))).flat();
};

/** `from` and `until` are in milliseconds since 1970. */
interface Counted {
  readonly stack: UsedStack;
  readonly dashboard: string;
  readonly stage: string;
  readonly from: number;
  readonly until: number;
}

export interface CountedRows {
  readonly requests: readonly Row[];
  readonly lambda: readonly Row[];
  readonly times: readonly Row[];
  readonly scans: readonly Row[];
  readonly gateway: readonly Row[];
  /** From some hours of the gateway log. The refresh interval is measured from these rows. */
  readonly sample: readonly Row[];
}

/** The maximum number of Athena executions that the query `SCANS` reads from one log line. */
const MAX_EXECUTIONS = 4;
const SAMPLE_MS = 6 * 3_600_000;

/** The time span of one row of the query `TIMES`, which says that screens sent requests. */
export const TIME_STEP_MS = 300_000;

const REQUESTS = `fields strlen(@message) as length, ceil(duration) as billed
| stats count(*) as lines, count(hits) as summaries, sum(hits) as hits, sum(bytes) as sent, sum(coldStarts) as cold,
  sum(billed) as ms, sum(length) as logged by @log, endpoint, status, cache, warmUps`;

const LAMBDA = `filter @type = "START" or @type = "END" or @type = "REPORT"
| fields strlen(@message) as length, strcontains(@message, "Status: ") as failed
| stats count(*) as lines, sum(length) as logged, sum(@billedDuration) as ms by @log, @type, failed`;

const TIMES = `filter ispresent(endpoint) and ispresent(status) and (status < 400 or status >= 500)
| stats min(@timestamp) as first, max(@timestamp) as last by bin(5m)`;

const GATEWAY = `fields strlen(@message) as length
| stats count(*) as lines, sum(length) as logged, sum(bytes) as sent by ip, route, path, status`;

const SAMPLE = `filter route != "-" and route not like "OPTIONS "
| fields @timestamp, ip, path
| sort @timestamp asc`;

const executions = Array.from({ length: MAX_EXECUTIONS }, (_, index) => index);
const SCANS = `filter ispresent(executions.0)
| stats ${executions.map((index) => `max(scanned.${index}) as bytes${index}`).join(', ')}
  by ${executions.map((index) => `executions.${index}`).join(', ')}`;

export const executionsOf = (rows: readonly Row[]): ReadonlyMap<string, number> =>
  new Map(
    rows.flatMap((row) =>
      executions.flatMap((index) => {
        const id = row[`executions.${index}`];
        return id ? [[id, Number(row[`bytes${index}`] ?? 0)] as const] : [];
      }),
    ),
  );

/** Reads a time as Logs Insights writes it: in milliseconds since 1970, or as a date in UTC. */
export const timeOf = (text = ''): number =>
  /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Date.parse(`${text.replace(' ', 'T')}Z`);

/** Returns the time of the row in the middle, because a usual number of screens is on at that time. */
const usualTime = (times: readonly Row[]): number => timeOf(times[Math.floor(times.length / 2)]?.first);

/**
 * Counts the lines of a dashboard by Logs Insights, one query after the other, because an account can run only some
 * queries at the same time.
 */
export const countByInsights = async ({ stack, dashboard, stage, from, until }: Counted): Promise<CountedRows> => {
  const own = `filter dashboard = "${dashboard}" and stage = "${stage}"\n| `;
  const lines: LogRange = { region: stack.region, groups: stack.functionLogs, from, until };
  const access: LogRange = { ...lines, groups: stack.accessLogs };
  const requests = await allRows(lines, own + REQUESTS);
  const times = await allRows(lines, own + TIMES);
  const lambda = requests.length === 0 ? [] : await allRows(lines, LAMBDA);
  const scans = requests.length === 0 ? [] : await allRows(lines, own + SCANS);
  const gateway = await allRows(access, GATEWAY);
  const start = usualTime(times.toSorted((a, b) => timeOf(a.first) - timeOf(b.first)));
  const some = { ...access, from: start, until: Math.min(until, start + SAMPLE_MS) };
  const sample = gateway.length === 0 || times.length === 0 ? [] : await firstRows(some, SAMPLE);
  return { requests, lambda, times, scans, gateway, sample };
};
