import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createBucketStart, createBucketText } from '../../../shared/calendar/bucket.ts';
import { BUCKET_UNITS } from '../../../shared/config/selection-words.ts';
import { spanInZone } from '../../../shared/tabular/time-zone.ts';

const at = (text: string): number => Date.parse(text);
const iso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

describe('the bucket of a time', () => {
  test.each([
    ['hour', '2026-11-01T05:30:00Z', 'America/New_York', '2026-11-01T05:00:00Z', '01:00'],
    ['hour', '2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01T06:00:00Z', '01:00'],
    ['hour', '2026-11-21T12:10:00Z', 'Asia/Kathmandu', '2026-11-21T11:15:00Z', '17:00'],
    ['hour', '2026-04-04T15:15:00Z', 'Australia/Lord_Howe', '2026-04-04T15:00:00Z', '01:00'],
    ['minute', '2026-11-21T12:10:59Z', 'Asia/Shanghai', '2026-11-21T12:10:00Z', '20:10'],
    ['time', '2026-11-21T12:10:59Z', 'Asia/Shanghai', '2026-11-21T12:10:59Z', '2026-11-21 20:10:59'],
    ['day', '2026-11-21T16:00:00Z', 'Asia/Shanghai', '2026-11-21T16:00:00Z', '2026-11-22'],
    ['day', '2026-11-21T15:59:59Z', 'Asia/Shanghai', '2026-11-20T16:00:00Z', '2026-11-21'],
    ['day', '2018-11-04T12:00:00Z', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-04'],
    ['week', '2026-11-22T23:59:59Z', 'UTC', '2026-11-16T00:00:00Z', '2026-11-16'],
    ['week', '2026-11-23T00:00:00Z', 'UTC', '2026-11-23T00:00:00Z', '2026-11-23'],
    ['week', '2026-04-01T12:00:00Z', 'Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['week', '1969-12-31T12:00:00Z', 'UTC', '1969-12-29T00:00:00Z', '1969-12-29'],
    ['month', '2026-03-31T23:30:00Z', 'Europe/Berlin', '2026-03-31T22:00:00Z', '2026-04'],
    ['month', '2024-02-29T12:00:00Z', 'UTC', '2024-02-01T00:00:00Z', '2024-02'],
  ] as const)('the %s of %s in %s begins at %s and is written as %s', (unit, time, timezone, start, text) => {
    expect(iso(createBucketStart(unit, timezone)(at(time)))).toBe(start);
    expect(createBucketText(unit, timezone)(at(time))).toBe(text);
  });

  const times = fc.oneof(
    fc.integer({ min: at('1950-01-01'), max: at('2100-01-01') }),
    fc.integer({ min: at('2026-03-28'), max: at('2026-04-06') }),
    fc.integer({ min: at('2026-10-24'), max: at('2026-11-02') }),
    fc.integer({ min: at('2025-12-30T00:00:00Z'), max: at('2026-01-03T00:00:00Z') }),
  );
  const zones = [
    'America/New_York',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/Sao_Paulo',
    'Africa/Casablanca',
  ];

  test('a bucket begins at the first moment that belongs to it, in any order of calls', () => {
    const property = fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...BUCKET_UNITS),
      fc.array(times, { minLength: 1, maxLength: 5 }),
      (timezone, unit, all) => {
        const startOf = createBucketStart(unit, timezone);
        const textOf = createBucketText(unit, timezone);
        for (const time of all) {
          const start = startOf(time);
          const fresh = (one: number) => createBucketText(unit, timezone)(one);
          expect(start).toBeLessThanOrEqual(time);
          expect(startOf(start)).toBe(start);
          expect(textOf(time)).toBe(fresh(time));
          if (unit === 'time') continue;
          expect(fresh(start)).toBe(fresh(time));
          const { offset } = spanInZone(start, timezone);
          const isChange = spanInZone(start - 1, timezone).offset !== offset;
          expect(isChange || fresh(start - 1) !== fresh(time)).toBe(true);
        }
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
