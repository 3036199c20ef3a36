import { setTimeout } from 'node:timers/promises';
import type { ColumnInfo, StartQueryExecutionInput } from '@aws-sdk/client-athena';
import { positionAt } from '../../../dashboard/folder/text-position.ts';
import { placeTokens, selectedNames } from '../../../trino/clauses.ts';
import type { PlanProblem } from '../../../trino/dialect/judge-plan.ts';
import { translateSql } from '../../../trino/dialect/translate-sql.ts';
import { describeUnsupported, findUnsupported } from '../../../trino/find-unsupported.ts';
import { isText, tokenize } from '../../../trino/sql-tokens.ts';
import type { QueryFault } from '../server/faults.ts';
import type { EmulatorReply } from '../server/json-emulator.ts';
import type { Lake } from './lake/open-lake.ts';
import { columnInfo, formatValue } from './result-types.ts';

const MESSAGES: Readonly<Record<string, string>> = {
  ThrottlingException: 'Rate exceeded',
  TooManyRequestsException: 'You have exceeded the limit for the number of queries you can run concurrently.',
  InternalServerException: 'An internal server error occurred',
};

const MEMBERS: Readonly<Record<string, object>> = {
  InvalidRequestException: { AthenaErrorCode: 'INVALID_INPUT' },
  TooManyRequestsException: { Reason: 'CONCURRENT_QUERY_LIMIT_EXCEEDED' },
};

/** Creates the reply for an exception, by its name. JSON 1.1 has the error's name in the body. */
export const errorReply = (error: string, message = MESSAGES[error]): EmulatorReply => ({
  status: error.startsWith('Internal') ? 500 : 400,
  error,
  body: { __type: error, ...MEMBERS[error], ...(message && { Message: message, message }) },
});

export const invalid = (message: string): EmulatorReply => errorReply('InvalidRequestException', message);

const REASONS: readonly (readonly [pattern: RegExp, reason: (...groups: readonly string[]) => string])[] = [
  [/^(?:(?:Error|Invalid Input Error): )*([A-Z_]+: [\s\S]*)$/, (text) => text],
  [/Could not parse string "([^"]*)"/, (text) => `INVALID_FUNCTION_ARGUMENT: Invalid format: "${text}"`],
  [/^Parser Error: ([\s\S]*)/, (text) => `SYNTAX_ERROR: line 1:1: ${text}`],
  [/^Conversion Error: ([\s\S]*)/, (text) => `INVALID_CAST_ARGUMENT: ${text}`],
  [/^Out of Memory Error/, () => 'EXCEEDED_LOCAL_MEMORY_LIMIT: Query exceeded the memory of the local emulator'],
  [/^(?:Binder|Catalog) Error: ([\s\S]*)/, (text) => `SYNTAX_ERROR: line 1:1: ${text}`],
];

/**
 * Removes the statement that DuckDB adds below a message, because the user knows only the statement before its
 * translation.
 */
const withoutStatement = (message: string): string => message.split(/\n+LINE \d+:/)[0]?.trim() ?? message;

export const reasonOf = (error: unknown): string => {
  const message = withoutStatement(error instanceof Error ? error.message : String(error));
  for (const [pattern, reason] of REASONS) {
    const match = pattern.exec(message);
    if (match) return reason(...match.slice(1));
  }
  return `GENERIC_INTERNAL_ERROR: ${message}`;
};

/** Matches a name that DuckDB gives to an expression, such as `count_star()` or `(a + 1)`. */
const EXPRESSION = /[()]/;

/**
 * Returns the names of a result's columns as Athena does: an expression without a name is `_col` and its index.
 * @param found the names that DuckDB gives, which are used if the statement selects `*`.
 */
const columnNames = (sql: string, found: readonly string[]): readonly string[] => {
  const selected = selectedNames(placeTokens(tokenize(sql)));
  if (selected?.length === found.length) return selected;
  return found.map((name, index) => (EXPRESSION.test(name) ? `_col${index}` : name));
};

const place = (sql: string, offset: number): string => {
  const { line, column } = positionAt(sql, offset);
  return `line ${line}:${column}`;
};

/**
 * Replaces the question marks of a statement by the execution parameters, which are literals.
 * @throws Error with the reason if Athena would refuse the statement.
 */
const applyParameters = (sql: string, parameters: readonly string[]): string => {
  const used = placeTokens(tokenize(sql)).filter((token) => isText(token, '?'));
  const misplaced = used.find(({ clause }) => clause !== 'WHERE');
  if (misplaced)
    throw new Error(`SYNTAX_ERROR: ${place(sql, misplaced.offset)}: Parameters are allowed only in a WHERE clause`);
  const counts = `expected ${used.length} but found ${parameters.length}`;
  if (used.length !== parameters.length)
    throw new Error(`INVALID_PARAMETER_USAGE: line 1:1: Incorrect number of parameters: ${counts}`);
  return used.reduceRight(
    (text, { offset }, index) => `${text.slice(0, offset)}${parameters[index]}${text.slice(offset + 1)}`,
    sql,
  );
};

type State = 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

/** All values as text; NULL is undefined. */
interface QueryResult {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly (string | undefined)[])[];
}

export interface Execution {
  readonly id: string;
  readonly request: StartQueryExecutionInput;
  readonly workgroup: string;
  readonly expired: boolean;
  readonly submittedAt: number;
  startedAt?: number;
  completedAt?: number;
  state: State;
  reason?: string;
  retryable?: boolean;
  errorType?: number;
  scannedBytes: number;
  result?: QueryResult;
  readonly stopped: AbortController;
}

/** Milliseconds. */
export interface QueryTimes {
  readonly queue: number;
  readonly run: number;
}

interface RunOptions {
  readonly lake: Lake;
  readonly times: QueryTimes;
  readonly fault: QueryFault;
  readonly cutoffBytes: number | undefined;
  readonly now: () => number;
}

export const isActive = ({ state }: Execution): boolean => state === 'QUEUED' || state === 'RUNNING';

const CUTOFF = 'Bytes scanned limit was exceeded';
const STOPPED = 'Query cancelled by user';

const finish = (execution: Execution, now: number, state: State, reason?: string): void => {
  if (!isActive(execution)) return;
  execution.state = state;
  execution.completedAt = now;
  if (reason !== undefined) execution.reason = reason;
};

const problemOf = ({ name, message, offset }: PlanProblem, sql: string): Error => {
  const denied = name === 'COLUMN_NOT_FOUND' ? ' or requester is not authorized to access requested resources' : '';
  return new Error(`${name}: ${place(sql, offset)}: ${message}${denied}`);
};

const runOnLake = async (execution: Execution, { lake, cutoffBytes, now }: RunOptions): Promise<void> => {
  const { QueryString = '', ExecutionParameters = [], QueryExecutionContext } = execution.request;
  const written = applyParameters(QueryString, ExecutionParameters);
  const [unsupported] = findUnsupported(written);
  if (unsupported) throw new Error(`NOT_SUPPORTED: ${describeUnsupported(unsupported)}`);
  const sql = translateSql(written);
  const database = QueryExecutionContext?.Database ?? 'default';
  const problem = await lake.check(database, sql);
  if (problem) throw problemOf(problem, written);
  execution.scannedBytes = await lake.countBytes(database, sql);
  if (cutoffBytes !== undefined && execution.scannedBytes > cutoffBytes)
    return finish(execution, now(), 'CANCELLED', CUTOFF);
  const { names, types, rows } = await lake.query(database, sql, execution.stopped.signal);
  const columns = columnNames(QueryString, names);
  execution.result = {
    columns: types.map((type, index) => columnInfo(columns[index] ?? '', type)),
    rows: rows.map((row) => row.map((value, index) => formatValue(value, types[index] as (typeof types)[number]))),
  };
};

const LOOK_MS = 50;

/**
 * Waits until the clock of the account has advanced by `ms`. Without `ms`, waits for `usualMs` by the clock of this
 * machine. Returns the planned end of the wait, because the clock of the account may jump past it.
 */
const passTime = async (
  ms: number | undefined,
  usualMs: number,
  from: number,
  { now }: RunOptions,
  signal: AbortSignal,
): Promise<number> => {
  if (ms === undefined) {
    await setTimeout(usualMs, undefined, { signal, ref: false });
    return from + usualMs;
  }
  const until = from + ms;
  for (let rest = until - now(); rest > 0; rest = until - now())
    await setTimeout(Math.min(rest, LOOK_MS), undefined, { signal, ref: false });
  return until;
};

export const runExecution = async (execution: Execution, options: RunOptions): Promise<void> => {
  const { times, fault, now } = options;
  const { signal } = execution.stopped;
  signal.addEventListener('abort', () => finish(execution, now(), 'CANCELLED', STOPPED));
  try {
    const startedAt = await passTime(fault.queue, times.queue, execution.submittedAt, options, signal);
    execution.state = 'RUNNING';
    execution.startedAt = startedAt;
    const work = fault.state === undefined ? runOnLake(execution, options) : undefined;
    const began = performance.now();
    const [endedAt] = await Promise.all([passTime(fault.run, times.run, startedAt, options, signal), work]);
    if (fault.retryable !== undefined) execution.retryable = fault.retryable;
    if (fault.errorType !== undefined) execution.errorType = fault.errorType;
    const end = Math.max(endedAt, startedAt + performance.now() - began);
    finish(execution, end, fault.state ?? 'SUCCEEDED', fault.reason);
  } catch (error) {
    finish(execution, now(), 'FAILED', reasonOf(error));
  }
};
