import { describe, expect, test } from '@jest/globals';
import { parseTime, readUsual } from '../../../shared/tabular/parse-time.ts';

const iso = (text: string, timezone: string): string => {
  const instant = parseTime(text, timezone);
  return typeof instant === 'number' ? new Date(instant).toISOString() : instant.fault;
};

describe('parseTime', () => {
  test.each<[string, string, string]>([
    ['1513137332798', 'Asia/Shanghai', '2017-12-13T03:55:32.798Z'],
    ['2026-11-21 08:00:00', 'UTC', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21 08:00:00', 'Asia/Shanghai', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T08:00:00', 'Asia/Kathmandu', '2026-11-21T02:15:00.000Z'],
    ['2026-11-21T08:00:00Z', 'Asia/Shanghai', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00.1239+05:30', 'UTC', '2026-11-21T02:30:00.123Z'],
    ['2026-11-21T08:00:00-05:30', 'UTC', '2026-11-21T13:30:00.000Z'],
    ['2026-11-21T08:00:00+05:59', 'UTC', '2026-11-21T02:01:00.000Z'],
    ['2026-11-21T08:00:00+1400', 'UTC', '2026-11-20T18:00:00.000Z'],
    ['2026-11-21T08:00:00-14', 'UTC', '2026-11-21T22:00:00.000Z'],
    ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00.000Z'],
    ['2090-10-19 20:09:59', 'UTC', '2090-10-19T20:09:59.000Z'],
    ['2026-07-01 00:00:00', 'America/New_York', '2026-07-01T04:00:00.000Z'],
    ['1972-01-07 00:44:45', 'Africa/Monrovia', '1972-01-07T00:44:45.000Z'],
    ['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29', 'UTC', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01', 'UTC', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31 08:00:00', 'America/New_York', '0099-12-31T12:56:02.000Z'],
  ])('parseTime reads %s in %s as %s', (text, timezone, expected) => {
    expect(iso(text, timezone)).toBe(expected);
  });

  test('parseTime takes the first of two moments if the clock shows a time twice', () => {
    expect(iso('2026-11-01 01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    expect(iso('2026-04-05 01:45:00', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z');
  });

  test.each<[string, string, string]>([
    ['2026-03-08 02:30:00', 'America/New_York', 'the clock skips it'],
    ['2011-12-30 12:00:00', 'Pacific/Apia', 'the clock skips it'],
    ['1900-02-29', 'UTC', 'does not exist in the calendar'],
    ['2100-02-29 08:00', 'UTC', 'does not exist in the calendar'],
    ['abcd-01-01', 'UTC', 'is not a time'],
    ['20x6-01-01 08:00', 'UTC', 'is not a time'],
    ['2026-02-29 00:00:00', 'UTC', 'does not exist in the calendar'],
    ['2026-01-01 24:00:00', 'UTC', 'does not exist in the calendar'],
    ['2026-01-01T00:00:00+25:00', 'UTC', 'offset'],
    ['1972-01-07 00:10:00', 'Africa/Monrovia', 'the clock skips it'],
    ['2026-01-01T00:00:00+14:30', 'UTC', 'offset'],
    ['2026-01-01T00:00:00-14:01', 'UTC', 'offset'],
    ['2026-01-01T00:00:00+05:60', 'UTC', 'offset'],
    ['2026-01-0:', 'UTC', 'is not a time'],
    ['2026-01-:0', 'UTC', 'is not a time'],
    ['2026-01-1/', 'UTC', 'is not a time'],
    ['2026-01-/1', 'UTC', 'is not a time'],
    ['2026x01-01', 'UTC', 'is not a time'],
    ['2026-01x01', 'UTC', 'is not a time'],
    ['2026-01-01x08:00', 'UTC', 'is not a time'],
    ['2026-01-01 08x00', 'UTC', 'is not a time'],
    ['2026-01-01 08:00x00', 'UTC', 'is not a time'],
    ['2026-01-01T00:00:00+05:', 'UTC', 'is not a time'],
    ['2026-01-01T00:00:00+05:3', 'UTC', 'is not a time'],
    ['21.11.2026', 'UTC', 'is not a time'],
    ['1513137332', 'UTC', 'is not a time'],
    ['noon', 'UTC', 'is not a time'],
  ])('parseTime refuses %s in %s, because it %s', (text, timezone, fault) => {
    expect(iso(text, timezone)).toContain(fault);
  });
});

test.each([
  '2026-11-21',
  '2090-10-19',
  '2026-11-21 08:15',
  '2026-11-21T08:15',
  '1999-12-30 19:58:49',
  '2089-09-08T20:09:59',
])('the usual form %s is read without a pattern, because nearly all cells have it', (text) => {
  expect(readUsual(text)).toBe(Date.parse(`${text.replace(' ', 'T')}${text.includes(':') ? 'Z' : ''}`));
});
