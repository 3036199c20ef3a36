import { createDeadline, type Deadline, type TableTime } from '../aws/deadline.ts';
import { causeName, reasonOf } from '../errors/cause-name.ts';
import type { CacheTable } from './cache-table.ts';

export interface Terms {
  readonly ttl: number;
  readonly stale: number;
  readonly deadline: number;
  /** Deadline of calls to the sources, on the clock of `performance.now()`. */
  readonly endsAt: number;
  /** Deadline of calls to the table, on the clock of `performance.now()`, before Lambda ends the invocation. */
  readonly closesAt: number;
  /** Absent if the request has not called the table before. */
  readonly tableTime?: TableTime;
  /**
   * True to wait longer for the table, because a host outside would get a call of each environment that does not.
   */
  readonly isPatient?: boolean | undefined;
}

export interface CallTerms extends Terms {
  readonly maxCallMs: number;
  readonly tableTime: TableTime;
}

/**
 * Limit for all calls of a request. The first call of an environment may take all of it, because it also loads code and
 * opens a connection on little CPU.
 */
const REQUEST_MS = 3_000;
/** Once the table has answered a call of the environment. */
const CALL_MS = 1_000;
/** The rest is left for the sources. */
const CALL_SHARE = 1 / 2;
/** Extra time for calls to the table after the deadline of the sources. */
export const CLOSING_MS = 500;
const PAUSE_AFTER_FAILURE_MS = 10_000;

export interface TableAccess {
  readonly open: () => Promise<CacheTable>;
  readonly owner: string;
  /** The table is skipped after a failure. On the clock of `performance.now()`. */
  skippedUntil: number;
  hasAnswered: boolean;
}

export const callTermsOf = (terms: Terms): CallTerms => ({
  ...terms,
  maxCallMs: (terms.endsAt - performance.now()) * CALL_SHARE,
  tableTime: terms.tableTime ?? { waitedMs: 0 },
});

/** Returns the time limit of a call in milliseconds. */
const limitOf = ({ hasAnswered }: TableAccess, { endsAt, maxCallMs, tableTime, isPatient }: CallTerms): number => {
  if (isPatient) return Math.max(Math.min(CALL_MS, maxCallMs), (endsAt - performance.now()) * CALL_SHARE);
  const restMs = REQUEST_MS - tableTime.waitedMs;
  return Math.min(hasAnswered ? CALL_MS : restMs, restMs, maxCallMs);
};

const deadlineOf = (access: TableAccess, terms: CallTerms): Deadline => {
  const { endsAt, closesAt } = terms;
  return createDeadline(Math.min(performance.now() + limitOf(access, terms), endsAt + CLOSING_MS, closesAt));
};

/** Counts the time of some work as time that the request waited for the table, unless the wait is patient. */
export const waitFor = async <Result>(
  { tableTime, isPatient }: CallTerms,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (isPatient) return work();
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    tableTime.waitedMs += performance.now() - startedAt;
  }
};

export const callTable = async <Result>(
  access: TableAccess,
  terms: CallTerms,
  call: (deadline: Deadline) => Promise<Result>,
): Promise<Result> => {
  const result = await waitFor(terms, () => call(deadlineOf(access, terms)));
  access.hasAnswered = true;
  return result;
};

/**
 * Runs work on the table. Never throws, because an endpoint works without the table. After a failure, returns undefined
 * and skips the table for a while.
 */
export const tryTable = async <Result>(
  access: TableAccess,
  terms: CallTerms,
  work: (table: CacheTable) => Promise<Result>,
): Promise<Result | undefined> => {
  if (performance.now() < access.skippedUntil) return undefined;
  try {
    return await work(await waitFor(terms, access.open));
  } catch (error) {
    access.skippedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
    terms.tableTime.failures = (terms.tableTime.failures ?? 0) + 1;
    const cause = { cause: causeName(error), reason: reasonOf(error) };
    console.error(JSON.stringify({ sharedCache: 'not used for 10 s after a failure', ...cause }));
    return undefined;
  }
};
