import type { BucketUnit } from '../config/selection.ts';
import { reachInZone, type Span, spanInZone } from '../tabular/time-zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday, three days after a Monday. */
const DAYS_AFTER_MONDAY = 3;

/**
 * Returns the civil time of a zone, as the time at which UTC shows the same date and hour, and the span in which the
 * zone's offset stays the same.
 */
type Clock = (time: number) => { readonly civil: number; readonly span: Span };

/** Minimum distance from the start of a span for the fast path: a bucket then begins in the same span as its time. */
const SAFE_MS = 2 * HOUR_MS;

/** Creates a clock that remembers the span of the last time. Times of a file are close to each other. */
const createClock = (timezone: string): Clock => {
  let span: Span = { from: 0, to: 0, offset: 0 };
  return (time) => {
    if (time < span.from + SAFE_MS || time >= span.to) span = spanInZone(time, timezone);
    return { civil: time + span.offset, span };
  };
};

const floorTo = (civil: number, ms: number): number => Math.floor(civil / ms) * ms;

const startOfWeek = (civil: number): number => {
  const day = Math.floor(civil / DAY_MS);
  return (day - ((((day + DAYS_AFTER_MONDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS)) * DAY_MS;
};

const startOfMonth = (civil: number): number => new Date(floorTo(civil, DAY_MS)).setUTCDate(1);

/** Returns the civil time at which the bucket of a civil time begins. */
const STARTS: Readonly<Record<BucketUnit, (civil: number) => number>> = {
  time: (civil) => civil,
  minute: (civil) => floorTo(civil, MINUTE_MS),
  hour: (civil) => floorTo(civil, HOUR_MS),
  day: (civil) => floorTo(civil, DAY_MS),
  week: startOfWeek,
  month: startOfMonth,
};

const DATE_CHARACTERS = 'yyyy-MM-dd'.length;

const isoOf = (civil: number): string => new Date(civil).toISOString().replace('T', ' ').replace(/^\+0*/, '');

/** Writes a bucket, given the civil time at which it begins. */
const WRITERS: Readonly<Record<BucketUnit, (start: number) => string>> = {
  time: (start) => isoOf(start).replace(/\.\d+Z$/, ''),
  minute: (start) => isoOf(start).slice(DATE_CHARACTERS + 1, DATE_CHARACTERS + 6),
  hour: (start) => isoOf(start).slice(DATE_CHARACTERS + 1, DATE_CHARACTERS + 6),
  day: (start) => isoOf(start).slice(0, DATE_CHARACTERS),
  week: (start) => isoOf(start).slice(0, DATE_CHARACTERS),
  month: (start) => isoOf(start).slice(0, 'yyyy-MM'.length),
};

/** Units whose first instant depends on the clock alone, even if the clock shows an hour twice. */
const isShort = (unit: BucketUnit): boolean => unit === 'minute' || unit === 'hour';

/** Creates a function that returns the first instant of a time's bucket, in milliseconds since 1970. */
export const createBucketStart = (unit: BucketUnit, timezone: string): ((time: number) => number) => {
  if (unit === 'time') return (time) => time;
  const clock = createClock(timezone);
  let lastStart = Number.NaN;
  let lastTime = 0;
  return (time) => {
    const { civil, span } = clock(time);
    const start = STARTS[unit](civil);
    if (isShort(unit)) return Math.max(start - span.offset, span.from);
    if (start !== lastStart) {
      lastTime = reachInZone(start, timezone);
      lastStart = start;
    }
    return lastTime;
  };
};

/** Creates a function that writes the bucket of a time: `HH:00` for an hour, `yyyy-MM-dd` for a day or a week. */
export const createBucketText = (unit: BucketUnit, timezone: string): ((time: number) => string) => {
  const clock = createClock(timezone);
  let lastStart = Number.NaN;
  let lastText = '';
  return (time) => {
    const start = STARTS[unit](clock(time).civil);
    if (start !== lastStart) {
      lastText = WRITERS[unit](start);
      lastStart = start;
    }
    return lastText;
  };
};
