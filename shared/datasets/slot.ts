import { hashText, PRESENT_MS } from '../cache/variants.ts';
import type { DatasetConfig, DatasetWindow } from '../config/dataset.ts';
import { datasetUses } from '../config/depends-on-window.ts';
import { createBucketStart } from '../selection/bucket.ts';
import type { RequestWindow } from '../sources/rds-data.ts';

/** A span of time in which all requests get the same rows of a dataset, in all environments. */
export interface Slot {
  /** Start of the slot, which is also the time of the rows, in milliseconds since 1970. */
  readonly start: number;
  /** The window that the dataset's source reads. */
  readonly window: RequestWindow;
  /** The window that endpoints select from the rows. */
  readonly selected: RequestWindow;
  /**
   * Name of the window among the windows of the dataset. Empty if all requests near the current time get the same rows.
   */
  readonly name: string;
  /** True for a `currentTime` far from the clock, if the dataset then has different rows. */
  readonly isFar: boolean;
}

export interface SlotClock {
  /** The current time in milliseconds since 1970. */
  readonly now: number;
  /** IANA name of the dashboard's zone. */
  readonly timezone: string;
}

const SECOND_MS = 1_000;
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

/** Maximum offset of slots. Slots of an hour or a day then still start near the full hour. */
const MAX_OFFSET_MS = 10 * MINUTE_MS;

/**
 * Returns how many milliseconds after the multiples of `ttl` a dataset's slots start. Athena accepts 20 new queries a
 * second for all dashboards of an account, so the slots of different queries start at different seconds. Equal queries
 * have equal slots, so they share executions. Slots of other sources have no offset, so that they wake a database only
 * once.
 */
export const offsetOf = ({ source, ttl }: Pick<DatasetConfig, 'source' | 'ttl'>): number => {
  if (source.source !== 'athena') return 0;
  const seconds = Math.floor(Math.min(ttl, MAX_OFFSET_MS) / SECOND_MS);
  return hashText(JSON.stringify(source), Math.max(1, seconds)) * SECOND_MS;
};

/** Rounds a time down to the start of a slot. */
const startOf = (time: number, ttl: number, offset: number): number => Math.floor((time - offset) / ttl) * ttl + offset;

const isNear = (currentTime: number, now: number): boolean => Math.abs(now - currentTime) <= PRESENT_MS;

/**
 * Finds the slot of a request. A `currentTime` near the clock gets the current slot by the environment's own clock, so
 * that screens whose clocks differ get the same rows. Slots for times far from the clock have no offset.
 */
export const slotOf = (
  dataset: DatasetConfig,
  { currentTime, timePeriod }: RequestWindow,
  { now, timezone }: SlotClock,
): Slot => {
  const { ttl, window = {} } = dataset;
  const present = startOf(now, ttl, offsetOf(dataset));
  const time = isNear(currentTime, now) ? present : startOf(currentTime, ttl, 0);
  const isFar = !isNear(currentTime, now) && datasetUses(dataset, 'currentTime');
  const start = isFar ? time : present;
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
