import { createDeadline, type Deadline } from '../../aws/deadline.ts';
import { isStillRunning, sourceError } from '../../aws/source-error.ts';
import { createLru } from '../../cache/create-lru.ts';
import type { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { Budget } from '../../limits/budget.ts';
import { toColumnRows } from '../../tabular/column-rows.ts';
import type { Table } from '../../tabular/table.ts';
import type { KindReader, SourceSlot } from '../source-kind.ts';
import { callAthena, isExpired, sendGetResults, toAthenaError } from './athena-client.ts';
import { type AthenaSource, createQuery } from './athena-query.ts';
import { awaitQuery, startAttempt } from './await-query.ts';
import { readHistory } from './history.ts';
import { readResults } from './read-results.ts';
import {
  addRuns,
  createWindowRuns,
  dropRun,
  durationOf,
  hasRows,
  isActive,
  isSpent,
  lateUntilOf,
  newestWithRows,
  nextAttempt,
  pausedError,
  type Run,
  type WindowRuns,
} from './window-runs.ts';

/** Windows of one dataset in one environment. */
const MAX_WINDOWS = 100;

export interface DatedTable {
  readonly table: Table;
  readonly start: number;
}

export interface EarlierTable extends DatedTable {
  /** In milliseconds since 1970. Set if the rows came after their slot. */
  readonly lateUntil?: number;
}

export interface AthenaContext {
  readonly deadline: Deadline;
  readonly budget: Budget;
  /** True if older rows or responses can be served. Requests then do not wait for a query that is known to be slow. */
  readonly hasStale: boolean;
  /** Start of the slot of the cached rows, if there are any. */
  readonly cachedStart?: number | undefined;
  readonly keepEarlier: (earlier: EarlierTable) => void;
}

interface Reading {
  readonly source: AthenaSource;
  /** Time after a slot for which its rows may be served, in milliseconds. */
  readonly stale: number;
  readonly window: WindowRuns;
  readonly slot: SourceSlot;
  readonly context: AthenaContext;
  /** Start of the slot of the newest rows that are cached. */
  cachedStart: number;
  hasReadHistory: boolean;
}

const noteScan = ({ id, execution }: Run, { deadline }: AthenaContext): void => {
  if (execution) deadline.scans?.set(id, execution.scannedBytes);
};

/** Returns undefined if the result no longer exists. */
const readRows = async (run: Run, context: AthenaContext): Promise<Table | undefined> => {
  const { deadline, budget } = context;
  noteScan(run, context);
  try {
    return await readResults(
      (token) => callAthena((signal) => sendGetResults(run.id, token, signal), deadline),
      budget,
    );
  } catch (error) {
    if (!isExpired(error)) throw toAthenaError(error, deadline.signal);
    run.isGone = true;
    return undefined;
  }
};

const notKept = (): WallfeedError =>
  sourceError(
    'SOURCE_NOT_FOUND',
    { name: 'ResultsExpired' },
    'the workgroup does not keep the results of queries',
    'let the workgroup keep results for at least a day',
  );

/** Returns the newest run whose rows may be served as stale rows, and are not cached yet. */
const findEarlier = ({ window, slot, stale, cachedStart }: Reading): Run | undefined => {
  const run = newestWithRows(window);
  if (!run || slot.isFar || run.start <= cachedStart || run.start >= slot.start) return undefined;
  const until = lateUntilOf(run, slot.ttl) ?? run.start + slot.ttl;
  return Date.now() < until + stale ? run : undefined;
};

/** Caches the newest rows of an earlier slot. Never throws, because the request has an error to report already. */
const keepEarlier = async (reading: Reading): Promise<void> => {
  const { context, slot } = reading;
  const run = findEarlier(reading);
  if (!run) return;
  const table = await readRows(run, context).catch(() => undefined);
  if (!table) return;
  const lateUntil = lateUntilOf(run, slot.ttl);
  reading.cachedStart = run.start;
  context.keepEarlier({ table, start: run.start, ...(lateUntil !== undefined && { lateUntil }) });
};

/** Returns the deadline for the query. If rows of an earlier slot can be read, half of the time is left for them. */
const deadlineOf = (reading: Reading): Deadline => {
  const { deadline } = reading.context;
  if (!findEarlier(reading)) return deadline;
  const now = performance.now();
  return { ...deadline, ...createDeadline(now + (deadline.endsAt - now) / 2) };
};

/**
 * True if a query will probably outlast the deadline: the last query took longer than this query can have run by then.
 */
const isTooSlow = ({ window }: Reading, run: Run, { endsAt }: Deadline): boolean => {
  const last = newestWithRows(window);
  return last !== undefined && Date.now() - run.sentAt + (endsAt - performance.now()) < durationOf(last);
};

/** Forgets the execution if Athena does not know it. */
const follow = async (reading: Reading, run: Run): Promise<void> => {
  const { context, slot, window } = reading;
  const deadline = deadlineOf(reading);
  const hasOther = context.hasStale || findEarlier(reading) !== undefined;
  const isBrief = hasOther && (run.isLong === true || isTooSlow(reading, run, deadline));
  const isOver = !slot.isFar && Date.now() >= run.start + slot.ttl;
  try {
    const waiting = { patience: isBrief ? 'brief' : 'full', slotOver: isOver ? slot.ttl : undefined } as const;
    const execution = await awaitQuery(run.id, deadline, waiting);
    if (!execution) return dropRun(window, run);
    run.execution = execution;
    noteScan(run, context);
    run.sentAt = execution.submittedAt || run.sentAt;
  } catch (error) {
    run.isLong = isStillRunning(error);
    throw error;
  }
};

/**
 * True if the environment knows all executions for its window: its last execution succeeded, and there is no slot
 * between that execution and this slot. Another environment could have started an execution in such a slot.
 */
const knowsAll = ({ window, slot }: Reading): boolean => {
  const last = window.runs.at(-1);
  return last !== undefined && hasRows(last) && last.start >= slot.start - slot.ttl;
};

/** Starts the next execution of the slot, or finds the one that another environment started. */
const start = async (reading: Reading): Promise<void> => {
  const { source, window, slot } = reading;
  const attempt = nextAttempt(window, slot.start);
  const id = await startAttempt(createQuery(source, slot.window), attempt, deadlineOf(reading));
  const { foreignTokens } = window;
  if (id !== undefined) addRuns(window, [{ id, start: slot.start, sentAt: Date.now() }]);
  else {
    const count = foreignTokens.start === slot.start ? foreignTokens.count + 1 : 1;
    window.foreignTokens = { start: slot.start, count };
  }
};

/**
 * Waits for the running execution. If there is none, reads the history or starts an execution, unless executions pause.
 */
const proceed = async (reading: Reading): Promise<void> => {
  const { source, window, slot, context } = reading;
  const running = window.runs.findLast(isActive);
  if (running) return follow(reading, running);
  const error = pausedError(window, slot);
  if (error) throw error;
  if (isSpent(window, slot.start)) throw notKept();
  const asksHistory = !slot.isFar && !reading.hasReadHistory && Date.now() >= window.historyRefusedUntil;
  if (!asksHistory || knowsAll(reading)) return start(reading);
  reading.hasReadHistory = true;
  return readHistory(source, window, slot, context.deadline);
};

/** Starts no execution while another one for the same window is running. */
const readSlot = async (reading: Reading): Promise<DatedTable> => {
  const { window, slot, context } = reading;
  for (;;) {
    const run = window.runs.findLast((one) => one.start >= slot.start && hasRows(one));
    const table = run && (await readRows(run, context));
    if (table) return { table, start: run.start };
    if (!run) await proceed(reading);
  }
};

/** If there are no rows yet, caches the newest rows of an earlier slot, and throws the reason. */
export type ReadAthena = (slot: SourceSlot, context: AthenaContext) => Promise<DatedTable>;

/**
 * Creates a reader of a dataset's queries. All environments share one query for each slot, and one query at a time for
 * each window. If a request cannot wait for the result, the query still runs. All errors are WallfeedErrors:
 * SOURCE_TIMEOUT, SOURCE_RESUMING (queued), SQL_FAILED, SOURCE_TOO_LARGE, SOURCE_THROTTLED, SOURCE_DENIED,
 * SOURCE_NOT_FOUND, SOURCE_INVALID.
 * @param stale time after a slot for which its rows may be served, in milliseconds.
 */
export const createAthenaReader = (source: AthenaSource, stale: number): ReadAthena => {
  const windows = createLru<WindowRuns>({ entries: MAX_WINDOWS });
  return async (slot, context) => {
    const window = windows.get(slot.name) ?? createWindowRuns();
    windows.set(slot.name, window);
    const { cachedStart = Number.NEGATIVE_INFINITY } = context;
    const reading: Reading = { source, stale, window, slot, context, cachedStart, hasReadHistory: false };
    try {
      return await readSlot(reading);
    } catch (error) {
      await keepEarlier(reading);
      throw error;
    }
  };
};

export const bindSource: KindReader['bindSource'] = ({ source, stale = 0 }) => {
  const readAthena = createAthenaReader(source as AthenaSource, stale);
  return async (slot, _known, { keepEarlier, ...limits }) => {
    const { table, start } = await readAthena(slot, {
      ...limits,
      keepEarlier: ({ table, ...earlier }) => keepEarlier?.({ rows: toColumnRows(table), ...earlier }),
    });
    return { rows: toColumnRows(table), start };
  };
};
