import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { moveTime } from '../../../shared/calendar/earlier.ts';
import type { EarlierStep } from '../../../shared/config/selection.ts';
import { windowsOf } from '../../../shared/selection/window.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Zones whose clocks change at midnight, by half an hour, in other months, or by a whole day. */
const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Apia',
];

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' }),
  ]),
);

/** Returns the date and time of day that a zone's clock shows, as Intl writes them: `2026-03-29 03:00:00`. */
const clockOf = (time: number, zone: string): string => formats.get(zone)?.format(time) ?? '';

/** Returns the date that is some days or months before another, by counting days. */
const dateBefore = (date: string, step: EarlierStep): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  if (step === 'day' || step === 'week')
    return new Date(Date.UTC(year, month - 1, day - (step === 'day' ? 1 : 7))).toISOString().slice(0, 10);
  const first = new Date(Date.UTC(year, month - 1 - (step === 'month' ? 1 : 12), 1));
  const size = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(first.getTime() + (Math.min(day, size) - 1) * DAY_MS).toISOString().slice(0, 10);
};

const QUARTER_MINUTES = 15;
/** More than the largest distance of a zone's clock from UTC. */
const FAR_MINUTES = 26 * 60;

/** Finds the first minute at which a zone's clock shows at least a date and time of day. Steps by quarters of an hour. */
const firstAtLeast = (wanted: string, zone: string): number => {
  const first = Date.parse(`${wanted.slice(0, 10)}T00:00Z`) - FAR_MINUTES * MINUTE_MS;
  const isReached = (minute: number): boolean => clockOf(first + minute * MINUTE_MS, zone) >= wanted;
  let quarter = 0;
  while (!isReached(quarter + QUARTER_MINUTES - 1)) quarter += QUARTER_MINUTES;
  while (!isReached(quarter)) quarter += 1;
  return first + quarter * MINUTE_MS;
};

const times = fc
  .oneof(
    fc.integer({ min: Date.parse('2026-03-01'), max: Date.parse('2026-04-10') }),
    fc.integer({ min: Date.parse('2026-09-20'), max: Date.parse('2026-11-20') }),
    fc.integer({ min: Date.parse('2011-12-20'), max: Date.parse('2012-02-10') }),
    fc.integer({ min: Date.parse('2017-10-01'), max: Date.parse('2019-03-10') }),
    fc.integer({ min: Date.parse('2024-02-20'), max: Date.parse('2025-03-10') }),
  )
  .map((time) => Math.floor(time / MINUTE_MS) * MINUTE_MS);

const steps = fc.constantFrom<EarlierStep>('day', 'week', 'month', 'year');

describe('moving a time back by a day, week, month or year', () => {
  test('a time that is moved back has the earlier date and the same time of day, as Intl shows them', () => {
    const property = fc.property(times, steps, fc.constantFrom(...ZONES), (time, step, zone) => {
      const [date = '', clock = ''] = clockOf(time, zone).split(' ');
      const wanted = `${dateBefore(date, step)} ${clock}`;
      expect(moveTime(time, step, -1, zone)).toBe(firstAtLeast(wanted, zone));
    });
    fc.assert(property, { seed: 29, numRuns: 500 });
  });

  test.each([
    ['2026-03-31T10:00:00Z', 'month', 'UTC', '2026-02-28T10:00:00.000Z'],
    ['2024-02-29T10:00:00Z', 'year', 'UTC', '2023-02-28T10:00:00.000Z'],
    // The clock of Berlin skips 02:30 on 29 March 2026.
    ['2026-03-30T00:30:00Z', 'day', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    // The clock of Berlin shows 02:30 twice on 25 October 2026.
    ['2026-10-26T01:30:00Z', 'day', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-26T01:30:00Z', DAY_MS, 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  ] as const)('%s a %s earlier in %s is %s', (time, step, zone, expected) => {
    expect(new Date(moveTime(Date.parse(time), step, -1, zone)).toISOString()).toBe(expected);
  });
});

describe('an earlier window', () => {
  const windowsIn = (last: 'today' | 'week' | 'month' | 'year' | number, at: string, zone: string) =>
    windowsOf({ of: 'at', last }, { currentTime: Date.parse(at), timePeriod: 1 }, ['week'], zone).map(
      ({ from, to }) => [clockOf(from + 1, zone), clockOf(to, zone)],
    );

  test('an earlier window of a calendar span begins at the start of that span, even across a clock change', () => {
    const at = '2026-03-31T10:00:00Z';
    expect(windowsIn('today', at, 'Europe/Berlin')[1]).toEqual(['2026-03-24 00:00:00', '2026-03-24 12:00:00']);
    expect(windowsIn('week', at, 'Europe/Berlin')).toEqual([
      ['2026-03-30 00:00:00', '2026-03-31 12:00:00'],
      ['2026-03-23 00:00:00', '2026-03-24 12:00:00'],
    ]);
    expect(windowsIn('month', at, 'Europe/Berlin')[0]).toEqual(['2026-03-01 00:00:00', '2026-03-31 12:00:00']);
    expect(windowsIn('year', at, 'Europe/Berlin')[0]).toEqual(['2026-01-01 00:00:00', '2026-03-31 12:00:00']);
  });

  test('an earlier window of a duration has the same length', () => {
    const windows = windowsOf(
      { of: 'at', last: DAY_MS },
      { currentTime: Date.parse('2026-03-31T10:00:00Z'), timePeriod: 1 },
      ['week'],
      'Europe/Berlin',
    );
    expect(windows.map(({ from, to }) => to - from)).toEqual([DAY_MS, DAY_MS]);
  });
});
