import { type SourceErrorCode, sourceError } from '../../aws/source-error.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import { lineOf } from './athena-client.ts';

export interface Execution {
  readonly state: 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  /** The reason may quote the statement. */
  readonly reason: string;
  readonly errorType: number | undefined;
  /** True if Athena says that the same query may succeed later. */
  readonly isRetryable: boolean;
  /** In milliseconds since 1970; 0 if Athena does not say. */
  readonly submittedAt: number;
  readonly completedAt: number;
  /** 0 if Athena does not say. */
  readonly scannedBytes: number;
}

interface FailureKind {
  readonly code: SourceErrorCode;
  readonly found?: string;
  readonly hint?: string;
  /** Pauses before the next attempts of the slot. If empty, the slot gets no other attempt. */
  readonly pausesMs: readonly number[];
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Failures of Athena itself. The pauses are short, because such a query is not billed. */
const SOON = [SECOND_MS, 15 * SECOND_MS];
/** A person has to correct these failures, such as an error in the query or in its tables. */
const LATER = [MINUTE_MS, 5 * MINUTE_MS];

/** The query scanned too many bytes. Another attempt would be billed and fail again. */
const CUT_OFF: FailureKind = {
  code: 'SOURCE_TOO_LARGE',
  found: 'the query scans more than its workgroup allows',
  hint: 'name the partition column in WHERE, or raise `scan` in the dashboard file',
  pausesMs: [],
};

const EXHAUSTED: FailureKind = {
  code: 'SOURCE_TOO_LARGE',
  found: 'the query takes more memory or time than Athena allows for one query',
  hint: 'let the query read less: fewer days, fewer groups, no order by',
  pausesMs: LATER,
};

const DENIED: FailureKind = {
  code: 'SOURCE_DENIED',
  found: 'the query reads tables or files that the function may not read',
  hint: 'give the function’s role the right to read the tables in Glue, and their files in S3',
  pausesMs: LATER,
};

const BUSY: FailureKind = { code: 'SOURCE_THROTTLED', found: 'Athena or its catalogue was too busy', pausesMs: SOON };
const BROKEN: FailureKind = { code: 'SOURCE_THROTTLED', found: 'Athena failed while it ran the query', pausesMs: SOON };

const STOPPED: FailureKind = {
  code: 'SQL_FAILED',
  found: 'somebody stopped the query',
  hint: 'the query runs again in a minute; find out who stops queries in its workgroup',
  pausesMs: LATER,
};

const MISSING: FailureKind = {
  code: 'SOURCE_NOT_FOUND',
  found: 'the bucket or prefix of a table does not exist',
  hint: 'correct the location of the table, or upload its files',
  pausesMs: LATER,
};

const isIn = (type: number, from: number, to: number): boolean => type >= from && type <= to;

const kindOfType = (type: number): FailureKind | undefined => {
  if (isIn(type, 0, 8) || type === 206 || type === 210) return EXHAUSTED;
  if (isIn(type, 1400, 1406) || type === 1602) return BUSY;
  if (isIn(type, 1500, 1501)) return DENIED;
  if (type === 1011 || type === 1014) return STOPPED;
  if (type === 1109 || type === 1306) return MISSING;
  return isIn(type, 100, 402) || isIn(type, 1700, 1701) || type === 9999 ? BROKEN : undefined;
};

/** Trino's name of an error at the beginning of a message, such as COLUMN_NOT_FOUND. */
const ERROR_NAME = /^[A-Z][A-Z_]{2,60}(?=:)/;

/** Patterns of Athena's messages, for failures without a known error type. */
const SENTENCES: readonly (readonly [RegExp, FailureKind])[] = [
  [/bytes scanned limit/i, CUT_OFF],
  [/exhausted resources|EXCEEDED_(?:\w+_)?LIMIT|query timeout/i, EXHAUSTED],
  [/access ?denied|insufficient (?:lake formation )?permission/i, DENIED],
  [/slow ?down|throttl/i, BUSY],
  [/NoSuchBucket|NoSuchKey/, MISSING],
];

/** Returns trino's name of an error and the line, without quoting the statement. */
const nameOf = (reason: string): string | undefined => {
  const found = [ERROR_NAME.exec(reason)?.[0], lineOf(reason)].filter(Boolean);
  return found.length > 0 ? found.join(', ') : undefined;
};

const refused = (reason: string): FailureKind => {
  const found = nameOf(reason);
  const hint = 'read the log of the function, or run wallfeed query <dataset>';
  return { code: 'SQL_FAILED', ...(found !== undefined && { found }), hint, pausesMs: LATER };
};

const kindOf = ({ state, reason, errorType, isRetryable }: Execution): FailureKind => {
  const worded = SENTENCES.find(([pattern]) => pattern.test(reason))?.[1];
  if (worded === CUT_OFF || state === 'CANCELLED') return worded ?? STOPPED;
  const numbered = errorType === undefined ? undefined : kindOfType(errorType);
  return numbered ?? worded ?? (isRetryable ? BROKEN : refused(reason));
};

export interface FailedQuery {
  readonly error: WallfeedError;
  /** In milliseconds since 1970; undefined if the slot gets no other query. */
  readonly nextAt: number | undefined;
}

const secondsUntil = (time: number): number => Math.max(1, Math.ceil((time - Date.now()) / SECOND_MS));

/**
 * Describes a failed execution. The pause before the next attempt starts at the end of the execution as Athena reports
 * it, so that all environments agree on the time.
 * @param attempt the number of the failed attempt in its slot, from 0.
 * @param pausedUntil time until which no other query may start because of failures in earlier slots; 0 if there is
 * none.
 */
export const describeFailure = (execution: Execution, attempt: number, pausedUntil = 0): FailedQuery => {
  const { code, found, hint, pausesMs } = kindOf(execution);
  const pause = pausesMs[attempt];
  const nextAt = pause === undefined ? undefined : (execution.completedAt || Date.now()) + pause;
  const { message, details } = sourceError(code, undefined, found, hint);
  const name = execution.state === 'CANCELLED' ? 'QueryCancelled' : 'QueryFailed';
  const cause = { name, message: execution.reason };
  const waitsUntil = Math.max(nextAt ?? 0, pausedUntil);
  const retryAfter = code === 'SOURCE_THROTTLED' && waitsUntil > 0 ? { retryAfter: secondsUntil(waitsUntil) } : {};
  return { error: new WallfeedError(code, message, details, { cause, ...retryAfter }), nextAt };
};
