import { describe, expect, test } from '@jest/globals';
import { parseTime, readUsual } from '../../../shared/tabular/parse-time.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';

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
  ])('parseTime refuses %s in %s, and says: %s', (text, timezone, fault) => {
    expect(iso(text, timezone)).toContain(fault);
  });
});

describe('a time with an offset', () => {
  test.each([
    ['2026-11-20 08:00:00 UTC', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20 08:00:00.123 UTC', '2026-11-20T08:00:00.123Z'],
    ['2026-11-20 08:00:00 GMT', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20t08:00:00z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20 08:00:00 UTC+8', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20 08:00:00 +0800 CST', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T08:00-05:00[America/New_York]', '2026-11-20T13:00:00.000Z'],
    ['2026-11-20T08:00Z[UTC]', '2026-11-20T08:00:00.000Z'],
    ['Fri, 20 Nov 2026 08:00:00 GMT', '2026-11-20T08:00:00.000Z'],
    ['Fri, 20 Nov 2026 08:00:00 +0800 (CST)', '2026-11-20T00:00:00.000Z'],
    ['Fri Nov 20 2026 08:00:00 GMT+0800 (China Standard Time)', '2026-11-20T00:00:00.000Z'],
    ['Fri Nov 20 08:00:00 UTC 2026', '2026-11-20T08:00:00.000Z'],
    ['Fri Nov 20 08:00:00 2026', '2026-11-20T13:00:00.000Z'],
    ['Fri Nov  6 08:00:00 2026', '2026-11-06T13:00:00.000Z'],
    ['Fri 2026-11-20 08:00:00 UTC', '2026-11-20T08:00:00.000Z'],
    ['20/Nov/2026:08:00:00 +0800', '2026-11-20T00:00:00.000Z'],
    ['20261120T080000Z', '2026-11-20T08:00:00.000Z'],
    ['20261120T0800', '2026-11-20T13:00:00.000Z'],
  ])('parseTime reads %s as %s', (text, expected) => {
    expect(iso(text, 'America/New_York')).toBe(expected);
  });

  const REPLACE = "'EST' is no offset: write the offset in its place, such as +08:00 or Z";

  test.each([
    ['Thu, 20 Nov 2026 08:00:00 GMT', '2026-11-20 is a Friday: correct the date or the weekday'],
    ['2026-11-20 08:00:00 GMT+99', 'write an offset from -14:00 to +14:00, or Z'],
    [
      '2026-11-20 08:00:00 EST',
      `${REPLACE}; if it is the dashboard's own \`timezone\`, write \`dates: yyyy-MM-dd HH:mm:ss 'EST'\``,
    ],
    ['Fri Nov 20 08:00:00 EST 2026', REPLACE],
    ['2026-11-19 24:00', 'write 00:00 of the next day, or 23:59 if the row belongs to this day'],
    ['令和8年11月20日', 'write the year of the calendar, such as 2026年11月20日'],
  ])('parseTime refuses %s, with the hint: %s', (text, hint) => {
    expect(createTimeReader(undefined, 'America/New_York')(text)).toMatchObject({ hint });
  });

  test.each(['+0800', '+08:00', '+08', 'UTC+8', 'GMT+0800'])('the pattern Z reads %s', (offset) => {
    expect(createTimeReader('dd.MM.yyyy HH:mm Z', 'America/New_York')(`20.11.2026 08:00 ${offset}`)).toBe(
      Date.parse('2026-11-20T00:00Z'),
    );
  });

  test.each(['Z', 'z', 'UTC', 'GMT'])('the pattern Z reads %s as the offset 0', (offset) => {
    expect(createTimeReader('dd MMM yyyy HH:mm:ss Z', 'Asia/Shanghai')(`20 Nov 2026 09:32:00 ${offset}`)).toBe(
      Date.parse('2026-11-20T09:32Z'),
    );
  });

  test('the pattern Z refuses an offset that no zone has, and the name of a zone', () => {
    const read = createTimeReader('dd.MM.yyyy HH:mm Z', 'UTC');
    expect([read('20.11.2026 08:00 +25:00'), read('20.11.2026 08:00 EST')]).toMatchObject([
      { fault: "'20.11.2026 08:00 +25:00' has an offset that no zone has" },
      { hint: REPLACE },
    ]);
  });
});

describe('a time with the blanks of Intl', () => {
  test.each([
    ['Nov 20, 2026, 8:05\u202fPM', '2026-11-20T20:05:00.000Z'],
    ['Nov 20, 2026 at 8:05\u202fPM', '2026-11-20T20:05:00.000Z'],
    ['2026-11-20\u00a008:05', '2026-11-20T08:05:00.000Z'],
    ['2026/11/20, 8:05\u00a0p.\u00a0m.', '2026-11-20T20:05:00.000Z'],
    ['\u200e2026-11-20\u200e 08:05', '2026-11-20T08:05:00.000Z'],
  ])('parseTime reads %j as %s', (text, expected) => {
    expect(iso(text, 'UTC')).toBe(expected);
  });

  test.each([
    ['M/d/yyyy, h:mm a', '11/20/2026, 8:05\u202fPM'],
    ['M/d/yyyy,\u00a0h:mm\u202fa', '11/20/2026,\u00a08:05\u202fPM'],
    ['d/M/yyyy, h:mm a', '20/11/2026, 8:05\u00a0p.\u00a0m.'],
  ])('the pattern %j reads %j', (pattern, text) => {
    expect(createTimeReader(pattern, 'UTC')(text)).toBe(Date.parse('2026-11-20T20:05Z'));
  });
});

describe('a text that a pattern does not read', () => {
  test.each([
    ['MM/dd/yyyy hh:mm a', '1/5/2026 9:05 AM', 'write `dates: M/d/yyyy h:mm a`, which takes one digit and two'],
    ['dd-MMM-yy', '26-Okt-26', "if 'Okt' is a month, name the twelve months of the file with `months`"],
    ['dd/MM/yyyy', 'noon', 'write times in the form of `dates`: dd/MM/yyyy'],
    ['yyyyMMdd', '2026115', 'write times in the form of `dates`: yyyyMMdd'],
  ])('the case has a hint that helps: %s does not read %s: %s', (pattern, text, hint) => {
    expect(createTimeReader(pattern, 'UTC')(text)).toEqual({ fault: `'${text}' is not a time`, hint });
  });
});

describe('a time as offices write it', () => {
  test.each([
    ['20 Nov 2026', '2026-11-20T00:00:00.000Z'],
    ['20-Nov-2026 08:31', '2026-11-20T08:31:00.000Z'],
    ['5 november 2026 8:31:05', '2026-11-05T08:31:05.000Z'],
    ['Nov 20, 2026 10:22 PM', '2026-11-20T22:22:00.000Z'],
    ['November 20 2026 12:00 AM', '2026-11-20T00:00:00.000Z'],
    ['May 5, 2026 12:30 p.m.', '2026-05-05T12:30:00.000Z'],
    ['2026年11月20日', '2026-11-20T00:00:00.000Z'],
    ['2026年1月5日 08:31', '2026-01-05T08:31:00.000Z'],
    ['2026-11-20 8:31', '2026-11-20T08:31:00.000Z'],
    ['2026/11/20 1:05 am', '2026-11-20T01:05:00.000Z'],
    ['2026-11', '2026-11-01T00:00:00.000Z'],
    ['2026年1月', '2026-01-01T00:00:00.000Z'],
    ['2026-W47', '2026-11-16T00:00:00.000Z'],
    ['2026-W47-5', '2026-11-20T00:00:00.000Z'],
    ['2026-W47-5 08:31', '2026-11-20T08:31:00.000Z'],
    ['2026-W53', '2026-12-28T00:00:00.000Z'],
    ['2021-W01-1', '2021-01-04T00:00:00.000Z'],
    ['2020-W01-1', '2019-12-30T00:00:00.000Z'],
  ])('parseTime reads %s as %s', (text, expected) => {
    expect(iso(text, 'UTC')).toBe(expected);
  });

  test.each([
    ['26-Oct-26', 'is not a time'],
    ['11/12/2026', 'is not a time'],
    ['20 Nov-2026', 'is not a time'],
    ['20 Novem 2026', 'is not a time'],
    ['Room 12 2026', 'is not a time'],
    ['2026-11 08:31', 'is not a time'],
    ['2026-1-5', 'is not a time'],
    ['2026/11-20 08:31 PM', 'is not a time'],
    ['Nov 20, 2026 13:00 PM', 'does not exist in the calendar'],
    ['Nov 20, 2026 0:00 AM', 'does not exist in the calendar'],
    ['31 Nov 2026', 'does not exist in the calendar'],
    ['2026-13', 'does not exist in the calendar'],
    ['2025-W53', 'does not exist in the calendar'],
    ['2026-W00', 'does not exist in the calendar'],
  ])('parseTime refuses %s, because it %s', (text, fault) => {
    expect(iso(text, 'UTC')).toContain(fault);
  });

  test.each([
    ['11/12/2026', '`dates: dd/MM/yyyy` or `dates: MM/dd/yyyy`'],
    ['21.11.2026 10:18:00', '`dates: dd.MM.yyyy HH:mm:ss`'],
    ['26-Oct-26', '`dates: dd-MMM-yy`'],
    ['Fri, 20.11.2026', '`dates: EEE, dd.MM.yyyy`'],
    ['20.11.26, 8:05 PM', '`dates: dd.MM.yy, h:mm a`'],
    ['20261120', '`dates: yyyyMMdd`'],
    ['20261120080000', '`dates: yyyyMMddHHmmss`'],
    ['11/22/2026 10:22 PM', '`dates: M/d/yyyy h:mm a`'],
    ['20.11.2026 08:00:00.123456', '`dates: dd.MM.yyyy HH:mm:ss.SSS`'],
    ['20/11/2026 08:00:00 UTC', '`dates: dd/MM/yyyy HH:mm:ss Z`'],
    ['20.11.2026 08:00 CET', "`dates: dd.MM.yyyy HH:mm 'CET'`"],
    ['26-Okt-26', 'write `dates: dd-MMM-yy`, and name the twelve months of the file with `months`'],
    ['1:38:41', '`durations`'],
  ])('the hint for %s shows %s', (text, patterns) => {
    const fault = createTimeReader(undefined, 'UTC')(text);
    expect(fault).toMatchObject({ hint: expect.stringContaining(patterns) });
  });

  test.each([
    ['dd-MMM-yy', '26-Oct-26', '2026-10-26T00:00:00.000Z'],
    ['d MMMM yyyy', '5 october 2026', '2026-10-05T00:00:00.000Z'],
    ['EEE, dd MMM yyyy', 'Fri, 20 Nov 2026', '2026-11-20T00:00:00.000Z'],
    ['dd/MM/yyyy hh:mm a', '20/11/2026 12:05 AM', '2026-11-20T00:05:00.000Z'],
    ['dd/MM/yyyy h:mma', '20/11/2026 8:05p.m.', '2026-11-20T20:05:00.000Z'],
    ['yyyy.MM.dd EEEE a h:mm', '2026.11.20 星期五 下午 8:05', '2026-11-20T20:05:00.000Z'],
    ['yyyy.MM.dd a h:mm', '2026.11.20 上午 12:05', '2026-11-20T00:05:00.000Z'],
    ['yyyy-MM-dd HH:mm Z', '2026-11-20 08:31 +0130', '2026-11-20T07:01:00.000Z'],
    ['yyyy-MM-ddTHH:mm:ssZ', '2026-11-20T08:31:00Z', '2026-11-20T08:31:00.000Z'],
    ["dd.MM. HH'h'mm", '20.11. 08h31', '1970-11-20T08:31:00.000Z'],
    ["dd'MM'yyyy", "20'11'2026", '2026-11-20T00:00:00.000Z'],
    ['yyyy.M.d', '2026.1.5', '2026-01-05T00:00:00.000Z'],
    ['yyyy.MM.dd H', '2026.01.05 8', '2026-01-05T08:00:00.000Z'],
    ['HH:mm:ss.SSS dd.MM.yyyy', '08:31:05.123456789 20.11.2026', '2026-11-20T08:31:05.123Z'],
    ['dd/MM/yy', '20/11/99', '1999-11-20T00:00:00.000Z'],
    ['dd/MM/yy', '20/11/69', '1969-11-20T00:00:00.000Z'],
    ['dd/MM/yy', '20/11/68', '2068-11-20T00:00:00.000Z'],
  ])('the pattern %s reads %s as %s', (pattern, text, expected) => {
    const time = createTimeReader(pattern, 'UTC')(text);
    expect(typeof time === 'number' ? new Date(time).toISOString() : time).toBe(expected);
  });

  test('a pattern reads the names of months that the dashboard file gives', () => {
    const months = ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'];
    const read = createTimeReader('dd. MMM yyyy', 'UTC', months);
    expect([read('05. OKT 2026'), read('05. Oct 2026')]).toEqual([
      Date.parse('2026-10-05'),
      expect.objectContaining({ fault: expect.stringContaining('is not a time') }),
    ]);
  });
});

describe('a time as offices in China write it', () => {
  test.each([
    ['2026年11月20日星期五', '2026-11-20T00:00:00.000Z'],
    ['2026年11月20日 周五', '2026-11-20T00:00:00.000Z'],
    ['2026年11月22日 星期天', '2026-11-22T00:00:00.000Z'],
    ['2026年11月22日 周日 8时', '2026-11-22T08:00:00.000Z'],
    ['2026年1月5日8时30分', '2026-01-05T08:30:00.000Z'],
    ['2026年11月20日 8点5分', '2026-11-20T08:05:00.000Z'],
    ['2026年11月20日 星期五 8时30分15秒', '2026-11-20T08:30:15.000Z'],
    ['2026年11月20日 周五 8:30', '2026-11-20T08:30:00.000Z'],
    ['2026年11月20日　8：30：05', '2026-11-20T08:30:05.000Z'],
    ['２０２６年１１月２０日', '2026-11-20T00:00:00.000Z'],
    ['2026年11月20日 0时', '2026-11-20T00:00:00.000Z'],
    ['2026年11月20日 下午3时', '2026-11-20T15:00:00.000Z'],
    ['2026年11月20日 上午12:05', '2026-11-20T00:05:00.000Z'],
    ['2026年11月20日 下午12点', '2026-11-20T12:00:00.000Z'],
    ['2026/11/20 下午 3:05', '2026-11-20T15:05:00.000Z'],
    ['2026/11/2 上午3:05:06', '2026-11-02T03:05:06.000Z'],
    ['2026-11-20 下午 3:05', '2026-11-20T15:05:00.000Z'],
    ['2026-11-20 星期五 下午3点05分', '2026-11-20T15:05:00.000Z'],
  ])('parseTime reads %s as %s', (text, expected) => {
    expect(iso(text, 'UTC')).toBe(expected);
  });

  test('a Chinese time without an offset is in the timezone of the dashboard', () => {
    expect(iso('2026年11月20日 8时30分', 'Asia/Shanghai')).toBe('2026-11-20T00:30:00.000Z');
  });

  const HOURS = 'write hours from 0 to 23, such as 20:30';

  test.each([
    [
      '2026年11月20日 星期四',
      'has the weekday of another date',
      '2026-11-20 is a Friday: correct the date or the weekday',
    ],
    ['11月20日', 'has no year', 'write the year, such as 2026年11月20日'],
    ['11月20日 8时30分', 'has no year', 'write the year, such as 2026年11月20日'],
    ['2026年11月20日 凌晨2时', 'is not a time', HOURS],
    ['2026年11月20日 中午12点', 'is not a time', HOURS],
    ['2026-11-20 晚上8:30', 'is not a time', HOURS],
    ['2026年11月20日晚上', 'is not a time', HOURS],
    ['2026年11月20日 24时', 'is not a time', HOURS],
    ['2026年11月20日 下午15时', 'is not a time', HOURS],
    ['二〇二六年十一月二十日', 'is in Chinese numerals', 'write 2026年11月20日'],
    ['2026年11月20日 八时', 'is in Chinese numerals', 'write 2026年11月20日'],
    ['2026年2月30日 8时', 'does not exist in the calendar', 'correct the date or the time of day'],
    ['2026年11月20日 8时61分', 'does not exist in the calendar', 'correct the date or the time of day'],
  ])('parseTime refuses %s, because it %s', (text, reason, hint) => {
    expect(createTimeReader(undefined, 'UTC')(text)).toEqual({ fault: `'${text}' ${reason}`, hint });
  });

  test.each([
    '2026/11/20:30',
    '2026-11-2012:30',
    '2026年11月20日 8时30',
    '2026-1-5 下午3:05',
    '2026/11-20 下午3:05',
    '下午 3:05',
  ])('parseTime refuses %s, which may be a slip', (text) => {
    expect(iso(text, 'UTC')).toContain('is not a time');
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
