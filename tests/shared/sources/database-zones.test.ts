/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { factsOfRows } from '../../../shared/promises/rows-facts.ts';
import { time } from '../../../shared/tabular/column.ts';
import { toColumnRows } from '../../../shared/tabular/column-rows.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { typeTables } from '../../../shared/tabular/type-tables.ts';
import { catchError } from '../../support/catch-error.ts';
import { type Replies, startReplies } from '../../support/cloud/start-replies.ts';

const ZONES = [
  'Africa/Cairo',
  'America/Asuncion',
  'America/Chicago',
  'America/New_York',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Beirut',
  'Asia/Hong_Kong',
  'Asia/Jerusalem',
  'Asia/Shanghai',
  'Asia/Tehran',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Europe/Berlin',
  'Europe/Lisbon',
  'Europe/London',
  'Pacific/Auckland',
  'Pacific/Chatham',
];
const CHANGES = 12;
const SKIPPED_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const STEPS_MS = [-90 * 60_000, -1_000, 0, 1_000, 20 * 60_000, 90 * 60_000];

/** Creates a function that writes what the clock of a zone shows, by the time zones of Node. */
const createClock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (ms: number): string => format.format(ms);
};

const civilOf = (clock: string): number => Date.parse(`${clock.replace(' ', 'T')}Z`);

/** Finds the last clock changes of a zone before 2027, newest first. */
const findChanges = (clock: (ms: number) => string): readonly number[] => {
  const offsetAt = (ms: number): number => civilOf(clock(ms)) - ms;
  const found: number[] = [];
  for (let day = Date.UTC(2027, 0, 1); found.length < CHANGES; day -= 24 * HOUR_MS) {
    if (offsetAt(day) === offsetAt(day - 24 * HOUR_MS)) continue;
    let [from, to] = [day - 24 * HOUR_MS, day];
    while (to - from > 1_000) {
      const middle = Math.floor((from + to) / 2_000) * 1_000;
      if (offsetAt(middle) === offsetAt(from)) from = middle;
      else to = middle;
    }
    found.push(to);
  }
  return found;
};

/** Returns the first time at which a clock shows a text; undefined if it never does. */
const firstShown = (clock: (ms: number) => string, text: string, near: number): number | undefined => {
  const offsets = [near - 6 * HOUR_MS, near + 6 * HOUR_MS].map((ms) => civilOf(clock(ms)) - ms);
  const times = offsets.map((offset) => civilOf(text) - offset).filter((ms) => clock(ms) === text);
  return times.length === 0 ? undefined : Math.min(...times);
};

const definition = table({ at: time });

const dialect: { engine?: 'mysql'; timezone: string } = { timezone: 'UTC' };
let replies: Replies;
beforeAll(async () => {
  replies = await startReplies(dialect);
});
afterAll(() => replies.close());

/** Returns undefined if the cell is refused. */
const readTime = async (typeName: string, text: string): Promise<number | undefined> => {
  const column = { name: 'at', typeName, type: 93 };
  const body = { columnMetadata: [column], records: [[{ stringValue: text }]], numberOfRecordsUpdated: 0 };
  const result = await replies.read({ body: JSON.stringify(body) });
  try {
    const { table: rows } = typeTables({ table: definition }, { table: result }, { timezone: 'Asia/Kolkata' });
    return rows[0]?.at;
  } catch (error) {
    if (error instanceof WallfeedError && error.code === 'TABLE_CELL') return undefined;
    throw error;
  }
};

const ENGINES = [
  ['mysql', 'DATETIME'],
  ['mysql', 'TIMESTAMP'],
  [undefined, 'timestamp'],
] as const;

const useEngine = (engine: 'mysql' | undefined, timezone: string): void => {
  delete dialect.engine;
  Object.assign(dialect, { timezone, ...(engine && { engine }) });
};

describe('a database in a zone of its own', () => {
  test.each(ZONES)(
    'times on both sides of 12 clock changes in %s are read as its clock shows them',
    async (timezone) => {
      const clock = createClock(timezone);
      const changes = findChanges(clock);
      expect(changes).toHaveLength(CHANGES);
      for (const [engine, typeName] of ENGINES) {
        useEngine(engine, timezone);
        for (const change of changes) {
          const skipped = new Date(civilOf(clock(change - 1_000)) + SKIPPED_MS)
            .toISOString()
            .slice(0, 19)
            .replace('T', ' ');
          for (const text of [...STEPS_MS.map((step) => clock(change + step)), skipped])
            expect([typeName, text, await readTime(typeName, text)]).toEqual([
              typeName,
              text,
              firstShown(clock, text, change),
            ]);
        }
      }
    },
  );

  test.each(ZONES)('the parameters :from and :to are sent in %s around 12 clock changes', async (timezone) => {
    useEngine('mysql', timezone);
    const clock = createClock(timezone);
    for (const change of findChanges(clock))
      for (const step of STEPS_MS) expect(await replies.sentTime(change + step)).toBe(`${clock(change + step)}.000`);
  });

  test('a time that the clock of the database skips names the key of its zone', async () => {
    useEngine('mysql', 'America/New_York');
    const column = { name: 'at', typeName: 'DATETIME', type: 93 };
    const records = [[{ stringValue: '2026-03-08 02:30:00' }]];
    const result = await replies.read({ body: JSON.stringify({ columnMetadata: [column], records }) });
    const read = () => typeTables({ table: definition }, { table: result }, { timezone: 'UTC' });
    expect(catchError(read)).toMatchObject({
      details: [{ row: 1, hint: 'correct the time, or set `database.timezone` to the zone of the database' }],
    });
  });

  test('promises read times without an offset in the zone of the database', () => {
    const rows = toColumnRows({
      header: ['at'],
      origins: ['timestamp in Asia/Shanghai'],
      rows: [['2026-11-28 09:00:00']],
      locate: () => ({ row: 1 }),
    });
    const promises = { newest: { of: 'at', within: HOUR_MS } };
    const now = Date.UTC(2026, 10, 28, 2);
    const { newest } = factsOfRows(rows, promises, { cells: {}, timezone: 'America/New_York' }, now);
    expect(newest).toBe(Date.UTC(2026, 10, 28, 1));
  });

  test('times with an offset stay in UTC', async () => {
    useEngine(undefined, 'Asia/Shanghai');
    expect(await readTime('timestamptz', '2026-11-28 01:00:00')).toBe(Date.UTC(2026, 10, 28, 1));
  });

  test('a date is midnight in the zone of the dashboard', async () => {
    useEngine('mysql', 'Asia/Shanghai');
    expect(await readTime('DATE', '2026-11-28')).toBe(Date.UTC(2026, 10, 27, 18, 30));
  });

  test('a date of zeros is refused', async () => {
    useEngine('mysql', 'Asia/Shanghai');
    expect(await readTime('DATETIME', '0000-00-00 00:00:00')).toBeUndefined();
  });
});
