import { describe, expect, test } from '@jest/globals';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import type { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { type Budget, createBudget } from '../../../shared/limits/budget.ts';
import { parseJson } from '../../../shared/sources/json.ts';
import { number, text, time } from '../../../shared/tabular/column.ts';
import { freeTable, table } from '../../../shared/tabular/define-table.ts';
import { completePairs } from '../../../shared/tabular/key-checks.ts';
import { typeTables } from '../../../shared/tabular/type-tables.ts';

const BYTES_PER_MB = 1024 * 1024;

const failureOf = (run: () => unknown): WallfeedError => {
  try {
    run();
  } catch (error) {
    return error as WallfeedError;
  }
  throw new Error('nothing was thrown');
};

const withMemory = (memoryMb: number): Budget => createBudget({ memoryMb, endsAt: Number.POSITIVE_INFINITY });

/** Returns a budget whose clock advances by 1 ms each time it is read, and which expires after `looks` reads. */
const withLooks = (looks: number): Budget => {
  let now = 0;
  return createBudget({
    memoryMb: 3008,
    endsAt: looks,
    now: () => {
      now += 1;
      return now;
    },
  });
};

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const free = freeTable(text, text);
const timed = table({ at: time, value: number });

describe('the memory budget', () => {
  test.each([
    [128, 'memory: 256'],
    [256, 'memory: 512'],
  ])('a file too large for %i MB of memory is refused before it is read, and the hint names %s', (memoryMb, hint) => {
    const { code, details } = failureOf(() => withMemory(memoryMb).hold({ bytes: memoryMb * 64 * 1024 }));
    expect(code).toBe('SOURCE_TOO_LARGE');
    expect(details[0]?.message).toContain(`${memoryMb} MB of the function's memory`);
    expect(details[0]?.hint).toContain(hint);
  });

  test('a file of 16 MB may be read with 512 MB of memory', () => {
    expect(() => withMemory(512).hold({ bytes: 16 * BYTES_PER_MB, cells: 100_000 })).not.toThrow();
  });

  test.each([
    ['without a quote', 'a,'],
    ['with quotes', '"a",'],
  ])('a file %s is refused once its cells take more than the memory', (_, cells) => {
    const file = Buffer.from(`${'n,'.repeat(30)}\n${lines(10_000, () => cells.repeat(30))}`);
    expect(failureOf(() => parseCsv(file, { delimiter: ',' }, free, withMemory(128))).code).toBe('SOURCE_TOO_LARGE');
    expect(parseCsv(file, { delimiter: ',' }, free, withMemory(512)).header).toHaveLength(31);
  });

  test('a character counts as six bytes of memory if JSON escapes it as six', () => {
    const file = Buffer.from(`a\n${'\u0001'.repeat(2 * BYTES_PER_MB)}`);
    expect(failureOf(() => parseCsv(file, {}, free, withMemory(128))).code).toBe('SOURCE_TOO_LARGE');
    expect(parseCsv(Buffer.from(`a\n${'x'.repeat(2 * BYTES_PER_MB)}`), {}, free, withMemory(128)).rows).toHaveLength(1);
  });

  test('a document of many small values is refused, and a long text of the same size is accepted', () => {
    const values = Buffer.from(`[${'[],'.repeat(300_000)}0]`);
    expect(failureOf(() => parseJson(values, withMemory(128))).code).toBe('SOURCE_TOO_LARGE');
    const long = Buffer.from(JSON.stringify('x'.repeat(values.length)));
    expect(parseJson(long, withMemory(128))).toHaveLength(values.length);
  });

  test('a fill that would add more pairs than the memory holds is refused', () => {
    const grid = { down: 'series', across: 'label', value: 'value' } as const;
    const pivoted = { table: table({ series: text, label: text, value: number }, { keys: [completePairs(grid)] }) };
    const file = Buffer.from(`a,b,c\n${lines(600, (index) => `s${index},l${index},1`)}`);
    const type = (budget: Budget) =>
      typeTables(
        pivoted,
        { table: parseCsv(file, {}, pivoted.table) },
        { timezone: 'UTC', options: { fill: 0 }, budget },
      );
    expect(failureOf(() => type(withMemory(128))).message).toContain('with the memory of this function');
    expect(type(withMemory(512)).table).toHaveLength(600);
  });
});

describe('the time budget', () => {
  const file = Buffer.from(`at,value\n${lines(20_000, (index) => `2026-01-01 00:00:${10 + (index % 50)},${index}`)}`);

  test.each([
    ['splitting', file],
    ['parsing', Buffer.from(file.toString().replaceAll(/,(\d+)$/gm, ',"$1"'))],
  ])('%s the text of a file ends when the time of the request is over', (_, bytes) => {
    const { code, details } = failureOf(() => parseCsv(bytes, {}, timed, withLooks(5)));
    expect(code).toBe('SOURCE_TIMEOUT');
    expect(details[0]?.hint).toContain('memory:');
  });

  test('converting the cells of a file to their types ends when the time of the request is over', () => {
    const read = parseCsv(file, {}, timed);
    const type = (budget: Budget) => typeTables({ table: timed }, { table: read }, { timezone: 'UTC', budget });
    expect(failureOf(() => type(withLooks(5))).code).toBe('SOURCE_TIMEOUT');
    expect(type(withLooks(1_000_000)).table).toHaveLength(20_000);
  });

  test('work that cannot be interrupted is refused if it would end too late, judging by the work so far', () => {
    let now = 0;
    const budget = createBudget({ memoryMb: 256, endsAt: 1_000, now: () => now });
    budget.work(() => {
      now = 300;
    });
    expect(() => budget.checkAhead(2)).not.toThrow();
    expect(failureOf(() => budget.checkAhead(3)).code).toBe('SOURCE_TIMEOUT');
  });

  test('the time that a large file still needs is judged by the rows that are left, not by its scan', () => {
    let now = 0;
    const budget = createBudget({ memoryMb: 256, endsAt: 1_000, now: () => now });
    budget.scan(() => {
      now = 700;
    });
    budget.work(() => {
      now = 710;
    });
    expect(() => budget.checkAhead(1)).not.toThrow();
    expect(budget.hasTimeFor(1)).toBe(true);
    budget.work(() => {
      now = 750;
    });
    expect(failureOf(() => budget.checkAhead(1)).code).toBe('SOURCE_TIMEOUT');
  });
});
