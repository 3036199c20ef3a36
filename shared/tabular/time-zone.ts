const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Shorter than the time between any two clock changes of a zone, which was at least 4 days (Freetown 1939). */
const SAMPLE_MS = 3 * DAY_MS;

const FIRST_CHANGING_YEAR = 1800;
/**
 * The clock changes of all zones follow rules by month and weekday from this year on. The last change without such a
 * rule is in 2087 (Morocco).
 */
const FIRST_RULED_YEAR = 2101;
/**
 * The calendar repeats after this number of years, which contain each combination of a leap year or a common year with
 * each weekday of January 1.
 */
const YEARS_OF_ALL_KINDS = 28;

/** The zone has one offset from UTC. All fields are milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

const createOffsetReader = (timezone: string): ((time: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  return (time) => {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(format.format(time)) ?? [];
    const offset = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
    return sign === '-' ? -offset : offset;
  };
};

/** Replaces Date.UTC, which reads the years 0 to 99 as 1900 to 1999. */
const startOfYear = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1);

const isSameKind = (one: number, other: number): boolean =>
  new Date(one).getUTCDay() === new Date(other).getUTCDay() &&
  new Date(one + 59 * DAY_MS).getUTCDate() === new Date(other + 59 * DAY_MS).getUTCDate();

/**
 * Returns a year with the same clock changes, for years far in the past or future. The cache stays small, because many
 * years have the same model.
 */
const modelOf = (year: number): number => {
  if (year < FIRST_CHANGING_YEAR) return FIRST_CHANGING_YEAR - 4;
  if (year < FIRST_RULED_YEAR + YEARS_OF_ALL_KINDS) return year;
  const start = startOfYear(year);
  let model = FIRST_RULED_YEAR;
  while (!isSameKind(startOfYear(model), start)) model += 1;
  return model;
};

/** Splits a time range into spans in which the zone's offset does not change. */
const findSpans = (offsetAt: (time: number) => number, start: number, end: number): readonly Span[] => {
  const spans: Span[] = [];
  let open = { from: start, offset: offsetAt(start) };
  const findChanges = (from: number, before: number, to: number, after: number): void => {
    if (before === after) return;
    if (to - from > SECOND_MS) {
      const middle = from + Math.floor((to - from) / 2 / SECOND_MS) * SECOND_MS;
      const between = offsetAt(middle);
      findChanges(from, before, middle, between);
      findChanges(middle, between, to, after);
      return;
    }
    spans.push({ ...open, to });
    open = { from: to, offset: after };
  };
  let before = open.offset;
  for (let from = start; from < end; from += SAMPLE_MS) {
    const to = Math.min(from + SAMPLE_MS, end);
    const after = offsetAt(to);
    findChanges(from, before, to, after);
    before = after;
  }
  return [...spans, { ...open, to: end }];
};

const remember = <Result>(compute: (key: number) => Result): ((key: number) => Result) => {
  const known = new Map<number, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = compute(key);
    known.set(key, result);
    return result;
  };
};

interface ZoneYear {
  readonly spans: readonly Span[];
  /** Milliseconds from the start of the model year to the start of this year. */
  readonly shift: number;
}

/**
 * Creates a function that finds the spans of a year. The spans begin a day before the year and end a day after it,
 * because offsets reach 16 hours.
 */
const createYearReader = (timezone: string): ((year: number) => ZoneYear) => {
  const offsetAt = createOffsetReader(timezone);
  const spansOf = remember((year) => findSpans(offsetAt, startOfYear(year) - DAY_MS, startOfYear(year + 1) + DAY_MS));
  return remember((year) => {
    const model = modelOf(year);
    return { spans: spansOf(model), shift: startOfYear(year) - startOfYear(model) };
  });
};

/**
 * A civil time is a date and time of day as a clock shows them, written as the time at which a clock in UTC shows them,
 * in milliseconds since 1970.
 */
interface ZoneClock {
  /** Returns the first time at which the clock shows a civil time; undefined if the clock skips it. */
  readonly find: (civil: number) => number | undefined;
  /** Returns the same or, if the clock skips the civil time, a later one. */
  readonly reach: (civil: number) => number;
  readonly spanAt: (time: number) => Span;
}

const createZoneClock = (timezone: string): ZoneClock => {
  const readYear = createYearReader(timezone);
  /**
   * The last span in civil times, without those that the clock shows twice. The times in a file are often in the same
   * span.
   */
  const last = { from: 0, to: 0, offset: 0 };
  const find: ZoneClock['find'] = (civil) => {
    if (civil >= last.from && civil < last.to) return civil - last.offset;
    const { spans, shift } = readYear(new Date(civil).getUTCFullYear());
    for (const [index, { from, to, offset }] of spans.entries()) {
      const time = civil - shift - offset;
      if (time < from || time >= to) continue;
      last.from = from + shift + Math.max(offset, spans[index - 1]?.offset ?? offset + DAY_MS);
      last.to = to + shift + offset;
      last.offset = offset;
      return time + shift;
    }
    return undefined;
  };
  const reach: ZoneClock['reach'] = (civil) => {
    const { spans, shift } = readYear(new Date(civil).getUTCFullYear());
    const { from, offset } = spans.find(({ to, offset }) => to + offset > civil - shift) as Span;
    return Math.max(from, civil - shift - offset) + shift;
  };
  const spanAt: ZoneClock['spanAt'] = (time) => {
    const { spans, shift } = readYear(new Date(time).getUTCFullYear());
    const { from, to, offset } = spans.find(({ to }) => to > time - shift) as Span;
    return { from: from + shift, to: to + shift, offset };
  };
  return { find, reach, spanAt };
};

const UTC_SPAN: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, offset: 0 };

const clocks = new Map<string, ZoneClock>([
  ['UTC', { find: (civil) => civil, reach: (civil) => civil, spanAt: () => UTC_SPAN }],
]);

const clockOf = (timezone: string): ZoneClock => {
  const clock = clocks.get(timezone) ?? createZoneClock(timezone);
  clocks.set(timezone, clock);
  return clock;
};

/**
 * Returns the first time at which the clock shows a civil time; undefined if the clock skips it. Spans are cached by
 * year, because one call to ICU takes longer than parsing a whole cell.
 * @param civil the time at which a clock in UTC shows the same date and time of day, in milliseconds since 1970.
 */
export const timeInZone = (civil: number, timezone: string): number | undefined => clockOf(timezone).find(civil);

/** Returns the first time at which a zone's clock shows a civil time or, if the clock skips it, a later one. */
export const reachInZone = (civil: number, timezone: string): number => clockOf(timezone).reach(civil);

/** Contains `time`. */
export const spanInZone = (time: number, timezone: string): Span => clockOf(timezone).spanAt(time);
