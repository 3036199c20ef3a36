import { now } from '../cache/timestamp.ts';
import type { ReadDatasetTable } from '../datasets/dataset-table.ts';
import { createBudget, functionMemoryMb } from '../limits/budget.ts';
import type { BodyRequest } from '../pipeline/make-body.ts';
import type { KeptObjects } from '../sources/s3/kept-objects.ts';
import { type RequestContext, windowOf } from './request-context.ts';
import { deadlineOf, endOfCalls } from './request-deadline.ts';
import { timeStep } from './timing.ts';

/** Maximum pause before another attempt, if a stale response can be served instead. */
export const BRIEF_PAUSE_MS = 500;

/**
 * Returns the input of `makeBody`: the time window, the deadline, the memory budget, and the objects that the cache
 * remembers.
 */
export const bodyRequestOf = (
  context: RequestContext,
  objects: KeptObjects,
  readDataset?: ReadDatasetTable,
): BodyRequest => {
  const { endpoint, request, timing, lookup } = context;
  const deadline = deadlineOf(timing, endpoint);
  return {
    askedAt: now(),
    window: windowOf(request),
    deadline: lookup.staleResponse ? { ...deadline, maxPauseMs: BRIEF_PAUSE_MS } : deadline,
    budget: createBudget({ memoryMb: functionMemoryMb(), endsAt: endOfCalls(timing, endpoint) }),
    last: lookup.last,
    readDataset,
    staleResponse: lookup.staleResponse,
    objects,
    time: (step, run) => timeStep(timing, step, run),
    onRead: (objects, rows) => {
      lookup.objects = objects;
      context.rowsRead = rows;
    },
  };
};
