import { allRows, firstRows, type LogRange, type Row } from './query-logs.ts';
import type { UsedStack } from './used-stack.ts';

/** The lines of one dashboard and stage that are counted, in milliseconds since 1970. */
export interface Counted {
  readonly stack: UsedStack;
  readonly dashboard: string;
  readonly stage: string;
  readonly from: number;
  readonly until: number;
}

/** The counts of Logs Insights, by groups of lines. */
export interface CountedRows {
  readonly requests: readonly Row[];
  readonly lambda: readonly Row[];
  readonly times: readonly Row[];
  readonly scans: readonly Row[];
  readonly gateway: readonly Row[];
  /** Some requests one after the other, from which the refresh is measured. */
  readonly sample: readonly Row[];
}

/** The most executions of Athena that one request collects, as the query of their bytes counts them. */
const MAX_EXECUTIONS = 4;
const SAMPLE_MS = 6 * 3_600_000;

/** The length of time of which one row says that screens sent requests. */
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
| stats count(*) as lines, sum(length) as logged by ip, route, path, status`;

const SAMPLE = `filter route != "-" and route not like "OPTIONS "
| fields @timestamp, ip, path
| sort @timestamp asc`;

const executions = Array.from({ length: MAX_EXECUTIONS }, (_, index) => index);
const SCANS = `filter ispresent(executions.0)
| stats ${executions.map((index) => `max(scanned.${index}) as bytes${index}`).join(', ')}
  by ${executions.map((index) => `executions.${index}`).join(', ')}`;

/** Reads the bytes of each execution of Athena from the rows of a query, each once. */
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

/** Returns the time of the row in the middle, in which a usual number of screens is on. */
const usualTime = (times: readonly Row[]): number => timeOf(times[Math.floor(times.length / 2)]?.first);

/** Counts the lines of a dashboard by Logs Insights, one query after the other, as an account runs only some at once. */
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
