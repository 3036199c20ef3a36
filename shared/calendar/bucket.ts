import type { BucketUnit, WindowSpan } from '../config/selection.ts';
import { reachInZone, type Span, spanInZone } from '../tabular/time-zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday. */
const DAYS_AFTER_MONDAY = 3;

/**
 * `civil` is the time at which a clock in UTC shows the zone's date and hour. The zone's offset stays the same within
 * `span`.
 */
type Clock = (time: number) => { readonly civil: number; readonly span: Span };

/** A time so far from the start of a span has a bucket that begins in the same span. */
const SAFE_MS = 2 * HOUR_MS;

/** Remembers the last span, because the times in a file are close to each other. */
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

const STARTS: Readonly<Record<BucketUnit | 'year', (civil: number) => number>> = {
  time: (civil) => civil,
  minute: (civil) => floorTo(civil, MINUTE_MS),
  hour: (civil) => floorTo(civil, HOUR_MS),
  day: (civil) => floorTo(civil, DAY_MS),
  week: startOfWeek,
  month: startOfMonth,
  year: (civil) => new Date(floorTo(civil, DAY_MS)).setUTCMonth(0, 1),
};

const DATE_CHARACTERS = 'yyyy-MM-dd'.length;

const isoOf = (civil: number): string => new Date(civil).toISOString().replace('T', ' ').replace(/^\+0*/, '');

const WRITERS: Readonly<Record<BucketUnit, (start: number) => string>> = {
  time: (start) => isoOf(start).replace(/\.\d+Z$/, ''),
  minute: (start) => isoOf(start).slice(DATE_CHARACTERS + 1, DATE_CHARACTERS + 6),
  hour: (start) => isoOf(start).slice(DATE_CHARACTERS + 1, DATE_CHARACTERS + 6),
  day: (start) => isoOf(start).slice(0, DATE_CHARACTERS),
  week: (start) => isoOf(start).slice(0, DATE_CHARACTERS),
  month: (start) => isoOf(start).slice(0, 'yyyy-MM'.length),
};

/** True for a minute or an hour. If a clock is set back, the repeated hour is a bucket of its own. */
const isShort = (unit: string): boolean => unit === 'minute' || unit === 'hour';

/** Creates a function that returns the first moment of the bucket that contains a time, in milliseconds since 1970. */
export const createBucketStart = (unit: BucketUnit | 'year', timezone: string): ((time: number) => number) => {
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

export const createSpanStart = (span: WindowSpan, timezone: string): ((time: number) => number) =>
  createBucketStart(span === 'today' ? 'day' : span, timezone);

const moveStart = (start: number, unit: BucketUnit, count: number): number => {
  if (unit === 'month') return new Date(start).setUTCMonth(new Date(start).getUTCMonth() + count);
  return start + count * (unit === 'week' ? WEEK_DAYS : 1) * DAY_MS;
};

export const createBucketMove = (unit: BucketUnit, timezone: string): ((start: number, count: number) => number) => {
  const startOf = createBucketStart(unit, timezone);
  if (isShort(unit)) return (start, count) => startOf(start + count * (unit === 'hour' ? HOUR_MS : MINUTE_MS));
  return (start, count) => {
    const civil = STARTS[unit](start + spanInZone(start, timezone).offset);
    return reachInZone(moveStart(civil, unit, count), timezone);
  };
};

/**
 * Creates a function that returns the bucket of a time as text: `HH:00` for an hour, `yyyy-MM-dd` for a day or a week.
 */
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
