import type { WindowConfig } from '../config/selection.ts';
import { createBucketStart } from './bucket.ts';
import type { Predicate } from './conditions.ts';
import { createTimeCellReader } from './read-value.ts';
import { cellOf, type RowContext } from './row-context.ts';

/** The time window of a request: its end in milliseconds since 1970, and its length in minutes. */
export interface TimeWindow {
  readonly currentTime: number;
  readonly timePeriod: number;
}

const MINUTE_MS = 60_000;

/**
 * Returns the start of the window. A row at exactly this time is outside of the window, so `today` starts one
 * millisecond before midnight.
 */
const startOf = (
  { last, atMost = Number.POSITIVE_INFINITY }: WindowConfig,
  { currentTime, timePeriod }: TimeWindow,
  timezone: string,
): number => {
  if (last === 'today') return createBucketStart('day', timezone)(currentTime) - 1;
  return currentTime - (last ?? Math.min(timePeriod * MINUTE_MS, atMost));
};

/**
 * Creates the predicate of `window`, which also sets the cursor's `time`. A row without a time is outside of every
 * window.
 */
export const createWindow = (config: WindowConfig, request: TimeWindow, context: RowContext): Predicate => {
  const { cursor, timezone } = context;
  const from = startOf(config, request, timezone);
  const to = request.currentTime;
  const readTime = createTimeCellReader(cellOf(config.of, context), context);
  return () => {
    const time = readTime();
    cursor.time = time;
    cursor.inQuestion += 1;
    if (time > cursor.newest) cursor.newest = time;
    return time > from && time <= to;
  };
};
