import { hashText, isPresent } from '../cache/variants.ts';
import { createSpanStart } from '../calendar/bucket.ts';
import { datasetUses } from '../config/depends-on-window.ts';
import type { DatasetConfig, DatasetWindow } from '../config/sources.ts';
import type { SourceSlot } from '../kinds/source-kind.ts';
import type { RequestWindow } from '../sources/rds-data.ts';

/** All requests within a slot get the same rows of a dataset, in all environments. */
export interface Slot extends SourceSlot {
  readonly selected: RequestWindow;
}

export interface SlotClock {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** IANA name. */
  readonly timezone: string;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

const lengthOf = (
  { last, atMost = Number.POSITIVE_INFINITY }: DatasetWindow,
  timePeriod: number,
  end: number,
  timezone: string,
): number => {
  if (typeof last === 'string') return (end - createSpanStart(last, timezone)(end)) / MINUTE_MS;
  return (last ?? Math.min(timePeriod * MINUTE_MS, atMost)) / MINUTE_MS;
};

/** Short, so that slots of an hour or a day still start near the full hour. */
const MAX_OFFSET_MS = 10 * MINUTE_MS;

/**
 * Returns how many milliseconds after the multiples of `ttl` a dataset's slots start. Athena accepts 20 new queries a
 * second for all dashboards of an account, so the slots of different billed queries start at different seconds. Equal
 * queries have equal slots, so they share executions. Other sources have no offset, so that slots wake a database only
 * once.
 */
export const offsetOf = ({ source, ttl, isBilled }: Pick<DatasetConfig, 'source' | 'ttl' | 'isBilled'>): number => {
  if (!isBilled) return 0;
  const seconds = Math.floor(Math.min(ttl, MAX_OFFSET_MS) / SECOND_MS);
  return hashText(JSON.stringify(source), Math.max(1, seconds)) * SECOND_MS;
};

const startOf = (time: number, ttl: number, offset: number): number => Math.floor((time - offset) / ttl) * ttl + offset;

/**
 * Finds the slot of a request. A `currentTime` near the clock gets the current slot by the environment's own clock, so
 * that screens whose clocks differ get the same rows. Slots for times far from the clock have no offset.
 */
export const slotOf = (
  dataset: DatasetConfig,
  { currentTime, timePeriod, values }: RequestWindow,
  { now, timezone }: SlotClock,
): Slot => {
  const { ttl, window = {} } = dataset;
  const present = startOf(now, ttl, offsetOf(dataset));
  const isNear = isPresent(currentTime, now, ttl);
  const time = isNear ? present : startOf(currentTime, ttl, 0);
  const isFar = !isNear && datasetUses(dataset, 'currentTime');
  const start = isFar ? time : present;
  const { own } = dataset.source;
  const windowAt = (end: number): RequestWindow => ({
    currentTime: end,
    timePeriod: lengthOf(window, timePeriod, end, timezone),
    ...(own && values && { values }),
  });
  const read = windowAt(start);
  const length = datasetUses(dataset, 'timePeriod') ? String(read.timePeriod) : '';
  const period = own ? length + JSON.stringify(own.map((name) => values?.fieldOf(name))) : length;
  return {
    start,
    window: read,
    selected: { currentTime: time, timePeriod, ...(values && { values }) },
    name: isFar ? `${period}@${start}` : period,
    isFar,
    ttl,
    startAt: (moment) => startOf(moment, ttl, isFar ? 0 : offsetOf(dataset)),
    windowAt,
  };
};
