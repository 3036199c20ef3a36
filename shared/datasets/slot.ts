import { PRESENT_MS } from '../cache/variants.ts';
import type { DatasetConfig, DatasetWindow } from '../config/dataset.ts';
import { datasetUses } from '../config/depends-on-window.ts';
import { createBucketStart } from '../selection/bucket.ts';
import type { RequestWindow } from '../sources/rds-data.ts';

/** The rows that a request gets. Requests of one slot share them, in all environments. */
export interface Slot {
  /** The time of the rows in milliseconds since 1970: `currentTime`, rounded down to the dataset's `ttl`. */
  readonly start: number;
  /** The window that the dataset's source reads. */
  readonly window: RequestWindow;
  /** The window that endpoints select from the rows. */
  readonly selected: RequestWindow;
  /** Names the window among those of the dataset. Empty if all requests of the present get the same rows. */
  readonly name: string;
  /** True for a currentTime that is far from the clock. Its rows are not those of the present. */
  readonly isFar: boolean;
}

export interface SlotClock {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name of the dashboard's zone. */
  readonly timezone: string;
}

const MINUTE_MS = 60_000;

/** Returns the length of a dataset's window in minutes. */
const lengthOf = (
  { last, atMost = Number.POSITIVE_INFINITY }: DatasetWindow,
  timePeriod: number,
  end: number,
  timezone: string,
): number => {
  if (last === 'today') return (end - createBucketStart('day', timezone)(end)) / MINUTE_MS;
  return (last ?? Math.min(timePeriod * MINUTE_MS, atMost)) / MINUTE_MS;
};

const isNear = (currentTime: number, now: number): boolean => Math.abs(now - currentTime) <= PRESENT_MS;

/**
 * Finds the slot of a request. A currentTime near the clock gets the slot of the environment's clock, so that screens with
 * other clocks ask for the same rows.
 */
export const slotOf = (
  dataset: DatasetConfig,
  { currentTime, timePeriod }: RequestWindow,
  { now, timezone }: SlotClock,
): Slot => {
  const { ttl, window = {} } = dataset;
  const roundDown = (time: number): number => Math.floor(time / ttl) * ttl;
  const time = roundDown(isNear(currentTime, now) ? now : currentTime);
  const isFar = !isNear(currentTime, now) && datasetUses(dataset, 'currentTime');
  const start = isFar ? time : roundDown(now);
  const minutes = lengthOf(window, timePeriod, start, timezone);
  const period = datasetUses(dataset, 'timePeriod') ? String(minutes) : '';
  return {
    start,
    window: { currentTime: start, timePeriod: minutes },
    selected: { currentTime: time, timePeriod },
    name: isFar ? `${period}@${start}` : period,
    isFar,
  };
};
