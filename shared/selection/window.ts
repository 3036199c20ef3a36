import { createSpanStart } from '../calendar/bucket.ts';
import { moveTime } from '../calendar/earlier.ts';
import type { EarlierStep, WindowConfig } from '../config/selection.ts';
import type { Predicate } from './conditions.ts';
import { createTimeCellReader } from './read-value.ts';
import { cellOf, type RowContext } from './row-context.ts';

/** The end in milliseconds since 1970, and the length in minutes. */
export interface TimeWindow {
  readonly currentTime: number;
  readonly timePeriod: number;
}

/** A row at exactly `from` is outside, a row at exactly `to` inside. */
export interface WindowBounds {
  readonly from: number;
  readonly to: number;
}

const MINUTE_MS = 60_000;

/** Returns the bounds of a window that ends at a time. A calendar span includes its first moment. */
const boundsAt = (
  to: number,
  { last, atMost = Number.POSITIVE_INFINITY }: WindowConfig,
  timePeriod: number,
  timezone: string,
): WindowBounds => {
  if (typeof last === 'string') return { from: createSpanStart(last, timezone)(to) - 1, to };
  return { from: to - (last ?? Math.min(timePeriod * MINUTE_MS, atMost)), to };
};

/** Returns the bounds of the window of a selection, and of the same window at each earlier step. */
export const windowsOf = (
  config: WindowConfig,
  { currentTime, timePeriod }: TimeWindow,
  steps: readonly EarlierStep[],
  timezone: string,
): readonly [WindowBounds, ...WindowBounds[]] => {
  const endingAt = (to: number): WindowBounds => boundsAt(to, config, timePeriod, timezone);
  return [endingAt(currentTime), ...steps.map((step) => endingAt(moveTime(currentTime, step, -1, timezone)))];
};

/** Sets the cursor's `time` and `windows`, too. A row without a time is outside of every window. */
export const createWindow = (
  { of }: WindowConfig,
  [{ from, to }, ...earlier]: readonly [WindowBounds, ...WindowBounds[]],
  context: RowContext,
): Predicate => {
  const { cursor } = context;
  const readTime = createTimeCellReader(cellOf(of, context), context);
  return () => {
    const time = readTime();
    cursor.time = time;
    cursor.inQuestion += 1;
    if (time > cursor.newest) cursor.newest = time;
    const isInside = time > from && time <= to;
    if (earlier.length === 0) return isInside;
    cursor.windows = isInside ? [0] : [];
    earlier.forEach((bounds, index) => {
      if (time > bounds.from && time <= bounds.to) cursor.windows.push(index + 1);
    });
    return cursor.windows.length > 0;
  };
};
