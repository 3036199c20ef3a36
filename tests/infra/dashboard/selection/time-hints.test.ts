import { describe, expect, test } from '@jest/globals';
import { findDates } from '../../../../infra/begin/suggestions/find-dates.ts';
import { readCellKeys } from '../../../../infra/dashboard/selection/read-cell-keys.ts';
import { isCellFault } from '../../../../shared/tabular/cell-fault.ts';
import { createTimeReader } from '../../../../shared/tabular/time-pattern.ts';

const ZONE = 'America/New_York';

const problemsOf = (dates: string) => readCellKeys({ dates }, [], () => [], ZONE).problems;

const hintedPatterns = (text: string): readonly string[] => {
  const found = createTimeReader(undefined, ZONE)(text);
  return isCellFault(found) ? Array.from(found.hint.matchAll(/`dates: ([^`]+)`/g), ([, pattern = '']) => pattern) : [];
};

const pad = (value: number): string => String(value).padStart(2, '0');

/** The days to try: with one and two digits, and one whose day and month may be exchanged. */
const DAYS = [
  [2026, 11, 20],
  [2026, 1, 5],
  [2026, 10, 11],
] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type Day = (typeof DAYS)[number];

const WRITINGS: readonly ((day: Day) => string)[] = [
  ([y, m, d]) => `${pad(d)}/${pad(m)}/${y}`,
  ([y, m, d]) => `${m}/${d}/${y}`,
  ([y, m, d]) => `${pad(d)}.${pad(m)}.${y}`,
  ([y, m, d]) => `${d}.${m}.${y}`,
  ([y, m, d]) => `${pad(d)}-${pad(m)}-${y % 100}`,
  ([y, m, d]) => `${y}.${pad(m)}.${pad(d)}`,
  ([y, m, d]) => `${y}.${m}.${d}`,
  ([y, m, d]) => `${y}${pad(m)}${pad(d)}`,
  ([y, m, d]) => `${pad(d)}-${MONTHS[m - 1]}-${y % 100}`,
  ([y, m, d]) => `${MONTHS[m - 1]} ${d} ${y}`,
  ([y, m, d]) => `${pad(d)} ${MONTHS[m - 1]} ${y}`,
  ([y, m, d]) => `${y}-${pad(m)}-${pad(d)}`,
  ([y, m, d]) => `${y}/${m}/${d}`,
  ([y, m, d]) => `${y}年${m}月${d}日`,
];

/** Ways to write 20:05:07, each with its own offset in hours. */
const CLOCKS: readonly (readonly [string, number | undefined])[] = [
  ['', undefined],
  [' 20:05:07', undefined],
  [', 20:05:07', undefined],
  [' 8:05:07 PM', undefined],
  [' 08:05:07 pm', undefined],
  [' 8:05:07\u202fp.\u00a0m.', undefined],
  ['\u00a020:05:07', undefined],
  [' 20:05:07.123456', undefined],
  [' 20:05:07,123', undefined],
  [' 20:05:07 UTC', 0],
  [' 20:05:07Z', 0],
  [' 20:05:07 GMT', 0],
  [' 20:05:07 +0800', 8],
  [' 20:05:07-05:00', -5],
  [' 20:05:07 UTC+8', 8],
  [' 20:05:07 GMT+0530', 5.5],
  [' 8:05:07 PM UTC', 0],
  [' 20:05:07 EST', undefined],
  [' 20:05:07 Asia/Shanghai', undefined],
];

const HOUR_MS = 3_600_000;

/** Returns the instants that a day with its clock may mean, if its numbers may be exchanged. */
const instantsOf = ([year, month, day]: Day, clock: string, hours: number | undefined): readonly number[] => {
  const time = clock === '' ? 0 : Date.UTC(1970, 0, 1, 20, 5, 7, /[.,]123/.test(clock) ? 123 : 0);
  const days = [
    [year, month, day],
    [year, day, month],
    [2000 + day, month, year % 100],
    [2000 + month, day, year % 100],
  ] as const;
  return days.map(([y, m, d]) => {
    const summer = m > 3 && m < 11;
    return Date.UTC(y, m - 1, d) + time - (hours ?? (summer ? -4 : -5)) * HOUR_MS;
  });
};

const CASES = WRITINGS.flatMap((write) =>
  DAYS.flatMap((day) =>
    CLOCKS.map(([clock, hours]) => ({ text: write(day) + clock, instants: instantsOf(day, clock, hours) })),
  ),
);

describe('each pattern that is proposed for a time', () => {
  test('the case is accepted in dashboard.yml, and reads the time to the right instant', () => {
    const wrong = CASES.flatMap(({ text, instants }) =>
      hintedPatterns(text)
        .map((pattern) => ({
          text,
          pattern,
          problems: problemsOf(pattern),
          read: createTimeReader(pattern, ZONE)(text),
        }))
        .filter(({ problems, read }) => problems.length > 0 || isCellFault(read) || !instants.includes(read)),
    );
    expect(wrong).toEqual([]);
  });

  test('a time that is read without a pattern has the right instant', () => {
    const wrong = CASES.flatMap(({ text, instants: [instant] }) => {
      const read = createTimeReader(undefined, ZONE)(text);
      return isCellFault(read) || read === instant ? [] : [{ text, read: new Date(read).toISOString() }];
    });
    expect(wrong).toEqual([]);
  });

  test('each time has a way: it is read, or its hint has a pattern', () => {
    const lost = CASES.filter(({ text }) => {
      const read = createTimeReader(undefined, ZONE)(text);
      return isCellFault(read) && hintedPatterns(text).length === 0;
    });
    expect(lost.map(({ text }) => text)).toEqual([]);
  });

  test('init proposes a pattern that dashboard.yml accepts and that reads the column', () => {
    const wrong = CASES.filter((_, index) => index % 5 === 0).flatMap(({ text, instants }) => {
      const { times, unclear } = findDates({ header: ['at'], rows: [[text]] }, ZONE);
      const patterns = [...unclear.flatMap((one) => one.patterns), ...(times.dates ? [times.dates] : [])];
      return patterns.flatMap((pattern) => {
        const read = createTimeReader(pattern, ZONE)(text);
        const isRight = problemsOf(pattern).length === 0 && !isCellFault(read) && instants.includes(read);
        return isRight ? [] : [{ text, pattern, read, problems: problemsOf(pattern) }];
      });
    });
    expect(wrong).toEqual([]);
  });
});

describe('the pattern of a source', () => {
  test.each([
    ['yyyy-mm-dd HH:MM:ss', '`dates` has minutes (mm) where the month (MM) belongs', 'write yyyy-MM-dd HH:mm:ss'],
    ['yyyy-mm-dd', '`dates` has minutes (mm) where the month (MM) belongs', 'write yyyy-MM-dd'],
    ['dd/mm/yyyy H:MM', '`dates` has minutes (mm) where the month (MM) belongs', 'write dd/MM/yyyy H:mm'],
    ['yyyymmddHHMMss', '`dates` has minutes (mm) where the month (MM) belongs', 'write yyyyMMddHHmmss'],
    ["yyyy-MM-dd'T'HH:mm:ss'Z'", '`dates` has T in quotes', 'write yyyy-MM-ddTHH:mm:ssZ'],
    ['yyyy-MM-dd HH:mm:ss UTC', "`dates` has 'UTC', which is no part of a time", 'write yyyy-MM-dd HH:mm:ss Z'],
    ['yyyy-MM-ddTHH:mm:ssXXX', "`dates` has 'XXX', which is no part of a time", 'write yyyy-MM-ddTHH:mm:ssZ'],
    ['yyyy-MM-dd HH:mm:ss zzz', "`dates` has 'zzz', which is no part of a time", 'write yyyy-MM-dd HH:mm:ss Z'],
    ['yyyy-MM-dd HH:mm:ss ZZ', '`dates` has the offset twice', 'write yyyy-MM-dd HH:mm:ss Z'],
  ])('%s is refused: %s, %s', (dates, message, hint) => {
    expect(problemsOf(dates)).toEqual([{ path: ['dates'], message, hint }]);
  });

  test.each([
    ["yyyy-MM-dd HH:mm:ss 'UTC'", ZONE, 'write yyyy-MM-dd HH:mm:ss Z'],
    ["yyyy-MM-dd HH:mm:ss 'GMT'", 'Europe/London', 'write yyyy-MM-dd HH:mm:ss Z'],
    ["yyyy-MM-dd HH:mm:ss 'EST'", 'Europe/Berlin', 'write offsets such as +08:00 in the file, and Z in `dates`'],
  ])('%s in %s has a warning: %s', (dates, timezone, hint) => {
    expect(readCellKeys({ dates }, [], () => [], timezone).problems).toEqual([
      {
        path: ['dates'],
        severity: 'warning',
        message: expect.stringContaining(`in quotes, so the times are read in ${timezone}`),
        hint,
      },
    ]);
  });

  test.each([
    ["yyyy-MM-dd HH:mm:ss 'UTC'", 'UTC'],
    ["yyyy-MM-dd HH:mm:ss 'EST'", ZONE],
    ["yyyy-MM-dd HH:mm:ss 'CST'", 'Asia/Shanghai'],
    ["dd.MM.yyyy HH 'Uhr'", 'Europe/Berlin'],
  ])('%s in %s has none', (dates, timezone) => {
    expect(readCellKeys({ dates }, [], () => [], timezone).problems).toEqual([]);
  });
});
