import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  beforeOpenings,
  compileHours,
  openDays,
  openMinutes,
  parseHours,
} from '../../../../infra/dashboard/head/opening-hours.ts';

const week = (...lines: readonly string[]) => compileHours(lines);

describe('opening hours', () => {
  test.each([
    ['Mon-Fri 07:30-22:00', 5 * 14.5, 5],
    ['mon-fri 7:30 - 22:00', 5 * 14.5, 5],
    ['Sat,Sun 09:00-18:00', 18, 2],
    ['Mon, Wed-Thu 09:00-10:00', 3, 3],
    ['Fri-Mon 00:00-24:00', 96, 4],
    ['Sun 22:00-06:00', 8, 2],
    ['Mon-Sun 00:00-24:00', 168, 7],
  ])('the opening hours %s are %d hours a week, on %d days', (line, hours, days) => {
    expect([openMinutes(week(line)) / 60, openDays(week(line))]).toEqual([hours, days]);
  });

  test('opening hours that overlap count once', () => {
    expect(openMinutes(week('Mon 08:00-12:00', 'Mon 10:00-14:00')) / 60).toBe(6);
  });

  test.each([
    ['9 to 5', '`hours` cannot be "9 to 5"', "write days and times, such as `'Mon-Fri 07:30-22:00'`"],
    ['07:30-22:00', '`hours` cannot be "07:30-22:00"', "write days and times, such as `'Mon-Fri 07:30-22:00'`"],
    ['Monday-Fri 07:30-22:00', 'unknown day "Monday"', 'did you mean Mon?'],
    ['Mon-Fr 07:30-22:00', 'unknown day "Fr"', 'did you mean Fri?'],
    ['Mo-Fri 07:30-22:00', 'unknown day "Mo"', 'did you mean Mon?'],
    ['xyz 07:30-22:00', 'unknown day "xyz"', 'write days as Mon, Tue, Wed, Thu, Fri, Sat, Sun'],
    ['Mon-Wed-Fri 07:30-22:00', 'unknown day "Mon-Wed-Fri"', 'did you mean Mon?'],
    ['Mon 25:00-26:00', '25:00 is not a time of day', 'write a time from 00:00 to 24:00'],
    ['Mon 08:00-12:61', '12:61 is not a time of day', 'write a time from 00:00 to 24:00'],
    [
      'Mon 08:00-08:00',
      '`hours` "Mon 08:00-08:00" begin and end at the same time',
      'write 00:00-24:00 for a whole day',
    ],
    [
      'Mon 24:00-08:00',
      '`hours` "Mon 24:00-08:00" begin and end at the same time',
      'write 00:00-24:00 for a whole day',
    ],
  ])('opening hours are refused: %s', (line, message, hint) => {
    expect(parseHours(line)).toEqual({ message, hint });
  });

  test('the parser of opening hours refuses any other text, and never throws', () => {
    fc.assert(fc.property(fc.string(), (line) => 'message' in parseHours(line)));
  });
});

describe('the time before the wall opens', () => {
  test('the time before the wall opens is on the day of the opening, or on the evening before', () => {
    expect(beforeOpenings(week('Mon,Thu 07:30-22:00'), 2)).toEqual([{ days: ['Mon', 'Thu'], minute: 7 * 60 + 28 }]);
    expect(beforeOpenings(week('Mon 00:00-12:00'), 2)).toEqual([{ days: ['Sun'], minute: 23 * 60 + 58 }]);
  });

  test('opening hours that several lines describe without a gap have only one time before the wall opens', () => {
    expect(beforeOpenings(week('Mon 08:00-12:00', 'Mon 12:00-18:00'), 2)).toEqual([{ days: ['Mon'], minute: 478 }]);
    expect(beforeOpenings(week('Sun 20:00-24:00', 'Mon 00:00-08:00'), 2)).toEqual([{ days: ['Sun'], minute: 1198 }]);
    expect(beforeOpenings(week('Sun 20:00-08:00'), 2)).toEqual([{ days: ['Sun'], minute: 1198 }]);
  });

  test('a wall that never closes has no time before it opens', () => {
    expect(beforeOpenings(week('Mon-Sun 00:00-24:00'), 2)).toEqual([]);
  });
});
