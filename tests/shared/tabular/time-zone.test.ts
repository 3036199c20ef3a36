import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { parseTime } from '../../../shared/tabular/parse-time.ts';
import { timeInZone } from '../../../shared/tabular/time-zone.ts';

const HOUR_MS = 3_600_000;

const ZONES = [
  ...['UTC', 'Asia/Shanghai', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Gaza', 'America/New_York', 'America/Sao_Paulo'],
  ...['America/Recife', 'America/St_Johns', 'Europe/Berlin', 'Europe/Dublin', 'Africa/Casablanca', 'Africa/Freetown'],
  ...[
    'Africa/Monrovia',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Pacific/Chatham',
    'Pacific/Kwajalein',
    'Antarctica/Troll',
  ],
];

/** The clock of each zone. Intl takes longer to create a clock than to read it. */
const clocks = new Map(
  ZONES.map((timeZone) => {
    const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    return [timeZone, new Intl.DateTimeFormat('en-US', { timeZone, ...date, ...time })];
  }),
);

/** Returns the civil time of a zone as a timestamp at which UTC shows the same date and hour. */
const clockAt = (time: number, timezone: string): number => {
  const parts = clocks.get(timezone)?.formatToParts(time) ?? [];
  const numbers = parts.map(({ type, value }) => [type, Number(value)]);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = Object.fromEntries(numbers);
  const shown = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  return shown.setUTCFullYear(year, month - 1, day);
};

/** Returns the first time at which a zone shows `civil`, by trying every offset of the zone around it. */
const firstTimeOf = (civil: number, timezone: string): number | undefined => {
  const around = Array.from({ length: 65 }, (_, index) => civil + (index - 32) * HOUR_MS);
  const offsets = new Set(around.map((time) => clockAt(time, timezone) - time));
  return Array.from(offsets, (offset) => civil - offset)
    .filter((time) => clockAt(time, timezone) === civil)
    .toSorted((a, b) => a - b)[0];
};

const seconds = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from) / 1000, max: Date.parse(to) / 1000 }).map((second) => second * 1000);

/** From the years with most changes, from all years, and from the days around changes. */
const civilTimes = fc.oneof(
  seconds('1900-01-01T00:00:00Z', '2100-01-01T00:00:00Z'),
  seconds('0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z'),
  seconds('2026-03-07T00:00:00Z', '2026-04-06T00:00:00Z'),
  seconds('2026-10-03T00:00:00Z', '2026-11-02T00:00:00Z'),
  seconds('2011-12-28T00:00:00Z', '2012-01-02T00:00:00Z'),
  seconds('1939-08-30T00:00:00Z', '1939-09-08T00:00:00Z'),
  seconds('2000-10-07T00:00:00Z', '2000-10-16T00:00:00Z'),
  seconds('2400-03-01T00:00:00Z', '2400-11-08T00:00:00Z'),
);

/** Counts how often Intl formats a time while `run` runs. */
const countQuestions = (run: () => void): number => {
  const { prototype } = Intl.DateTimeFormat;
  const format = Object.getOwnPropertyDescriptor(prototype, 'format');
  const parts = jest.spyOn(prototype, 'formatToParts');
  let texts = 0;
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      texts += 1;
      return format?.get?.call(this);
    },
  });
  try {
    run();
    return parts.mock.calls.length + texts;
  } finally {
    parts.mockRestore();
    if (format) Object.defineProperty(prototype, 'format', format);
  }
};

describe('timeInZone', () => {
  test('timeInZone agrees with Intl on the first moment at which the clock of a zone shows a time, or on none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), civilTimes, (zone, civil) => {
        expect(timeInZone(civil, zone)).toBe(firstTimeOf(civil, zone));
      }),
      { numRuns: 400 },
    );
  });

  test('timeInZone calls Intl once for each year of a zone, even if many times are read', () => {
    const read = () => {
      for (let index = 0; index < 3000; index++) {
        const second = (index * 7919 * 3607) % (10 * 365 * 24 * 3600);
        const text = new Date(Date.UTC(2016, 0, 1) + second * 1000).toISOString().slice(0, 19);
        parseTime(text, 'America/Los_Angeles');
      }
    };
    const questions = countQuestions(read);
    expect(questions).toBeGreaterThan(0);
    expect(questions).toBeLessThan(11 * 200);
    expect(countQuestions(read)).toBe(0);
  });

  test('timeInZone calls Intl for at most 330 years of a zone, even if its times are far apart', () => {
    const questions = countQuestions(() => {
      for (let year = 1; year < 10_000; year++) timeInZone(new Date(0).setUTCFullYear(year), 'Europe/Paris');
    });
    expect(questions).toBeLessThan(330 * 200);
  });
});
