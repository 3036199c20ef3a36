import { createDeadline, type Deadline } from '../../aws/deadline.ts';
import { endedBy } from '../../aws/retry-call.ts';
import type { SourceSlot } from '../source-kind.ts';
import { sendBatchGet, sendList } from './athena-client.ts';
import { type AthenaSource, createQuery } from './athena-query.ts';
import { executionOf } from './await-query.ts';
import { addRuns, hasRows, type Run, type WindowRuns } from './window-runs.ts';

const MAX_PAGES = 3;
/** The share of a request's time is another limit. */
const MAX_MS = 2_000;
const MAX_SHARE = 1 / 3;

/**
 * Limit between a slot and an execution for it, because requests take time and clocks differ. Executions outside of
 * this time were sent for a `currentTime` in the past or future.
 */
const TOLERANCE_MS = 60_000;

const TIMESTAMP = /^timestamp '(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3})'$/;

/** Returns the time in a literal that this module wrote for a parameter; undefined if it is no time. */
const timeIn = (literal: string): number | undefined => {
  const [, date, time] = TIMESTAMP.exec(literal) ?? [];
  return date ? Date.parse(`${date}T${time}Z`) : undefined;
};

/**
 * Returns the start of the slot in which an execution was sent, from its parameters, or else from the time at which it
 * was sent.
 */
const startOf = (
  { parameters }: AthenaSource,
  literals: readonly string[],
  sentAt: number,
  slot: SourceSlot,
): number => {
  const to = literals[parameters.indexOf('to')];
  const currentTime = literals[parameters.indexOf('currentTime')];
  return (to === undefined ? undefined : timeIn(to)) ?? (currentTime ? Number(currentTime) : slot.startAt(sentAt));
};

/**
 * Returns undefined if the execution has another statement, another database or another length of the window, or was
 * sent for a `currentTime` far from its clock.
 */
const runOf = (source: AthenaSource, described: unknown, slot: SourceSlot): Run | undefined => {
  const { QueryExecutionId: id, Query, QueryExecutionContext, ExecutionParameters = [] } = Object(described);
  if (typeof id !== 'string' || Query !== source.statement || !Array.isArray(ExecutionParameters)) return undefined;
  const execution = executionOf(described);
  const sentAt = execution.submittedAt;
  const start = startOf(source, ExecutionParameters, sentAt, slot);
  const isReplay = sentAt < start - TOLERANCE_MS || sentAt >= start + slot.ttl + TOLERANCE_MS;
  if (!Number.isSafeInteger(start) || isReplay) return undefined;
  const { parameters, database, catalog } = createQuery(source, slot.windowAt(start));
  const { Database, Catalog = catalog } = Object(QueryExecutionContext);
  const isEqual =
    Database === database && Catalog === catalog && JSON.stringify(ExecutionParameters) === JSON.stringify(parameters);
  return isEqual ? { id, start, sentAt, execution } : undefined;
};

const isId = (id: unknown): id is string => typeof id === 'string';

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the executions for the window of a slot, and the token of the next page. */
const readPage = async (source: AthenaSource, slot: SourceSlot, token: string | undefined, signal: AbortSignal) => {
  const { workgroup } = createQuery(source, slot.window);
  const { QueryExecutionIds, NextToken } = Object(await endedBy(sendList(workgroup, token, signal), signal));
  const ids = listIn(QueryExecutionIds).filter(isId);
  const described = ids.length > 0 ? listIn(await endedBy(sendBatchGet(ids, signal), signal)) : [];
  const runs = described.flatMap((one) => runOf(source, one, slot) ?? []);
  return { runs, next: isId(NextToken) && NextToken !== '' ? NextToken : undefined };
};

/**
 * Adds the executions of all environments for the window of a slot. Stops at the first page that has an execution with
 * rows. Does not retry its calls, because their quota is small. If a call fails, the history is not read again for the
 * length of a slot, and the query starts without it.
 */
export const readHistory = async (
  source: AthenaSource,
  window: WindowRuns,
  slot: SourceSlot,
  { endsAt }: Deadline,
): Promise<void> => {
  const left = endsAt - performance.now();
  const { signal } = createDeadline(performance.now() + Math.min(MAX_MS, left * MAX_SHARE));
  let token: string | undefined;
  try {
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const { runs, next } = await readPage(source, slot, token, signal);
      addRuns(window, runs);
      if (next === undefined || runs.some(hasRows)) return;
      token = next;
    }
  } catch {
    window.historyRefusedUntil = Date.now() + slot.ttl;
  }
};
