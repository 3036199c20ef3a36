import { setTimeout as wait } from 'node:timers/promises';
import { callOperation } from '../aws/call-service.ts';
import { throwIfInterrupted } from '../aws/interruption.ts';

/** Where and when lines are counted, in milliseconds since 1970. */
export interface LogRange {
  readonly region: string;
  readonly groups: readonly string[];
  readonly from: number;
  readonly until: number;
}

/** One row of a result: the fields that it has, as text. */
export type Row = Readonly<Record<string, string>>;

interface Results {
  readonly status: string;
  readonly results?: readonly (readonly { readonly field: string; readonly value?: string }[])[];
  readonly nextToken?: string;
}

/** The most rows that Logs Insights returns for one query. */
export const MAX_ROWS = 10_000;
const WAITING = new Set(['Scheduled', 'Running']);
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 3_000;
/** A shorter time is not divided any further. */
const MIN_RANGE_MS = 3_600_000;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** True if the time of a query is before the first lines that its log groups keep. */
const isBeforeLines = ({ name, message }: Error): boolean =>
  name === 'MalformedQueryException' && /retention|creation time/.test(message);

const toRow = (fields: NonNullable<Results['results']>[number]): Row =>
  Object.fromEntries(fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value]])));

/** Waits until a query has ended. Returns how it ended, and its rows. */
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

/** Runs a query once. Returns undefined if Logs Insights did not end it in time. */
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

/** Returns the first rows of a query, at most as many as Logs Insights returns. */
export const firstRows = async (range: LogRange, query: string): Promise<readonly Row[]> => {
  const rows = await runQuery(range, query, MAX_ROWS);
  if (rows) return rows;
  throw new Error('Logs Insights did not end the query in time');
};

/**
 * Returns all rows of a query that counts by groups. If there are too many for one result, each half of the time is
 * asked for alone, so that a group may have several rows.
 */
export const allRows = async (range: LogRange, query: string): Promise<readonly Row[]> => {
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
