import { describe, expect, test } from '@jest/globals';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import type { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { number, optional, text, time } from '../../../shared/tabular/column.ts';
import { freeTable, type TableDefinition, table } from '../../../shared/tabular/define-table.ts';
import { agree, completePairs, uniqueKeys } from '../../../shared/tabular/key-checks.ts';
import type { TypingContext } from '../../../shared/tabular/type-cells.ts';
import { typeTables } from '../../../shared/tabular/type-tables.ts';
import { catchError } from '../../support/catch-error.ts';

const LONG = 'long '.repeat(20_000).trim();
const MANY = Array.from({ length: 20_000 }, (_, index) => `column ${index + 1}`);

/** Longest text in an error, in characters. People read errors, so each text is a few lines. */
const MAX_TEXT_LENGTH = 1_000;

const longestText = ({ message, details }: WallfeedError): number =>
  Math.max(...[message, ...details.flatMap((detail) => Object.values(detail).map(String))].map(({ length }) => length));

const failure = (definition: TableDefinition, csv: string, context: Partial<TypingContext> = {}): WallfeedError =>
  catchError(() => {
    const read = parseCsv(Buffer.from(csv), { delimiter: ',' }, definition);
    typeTables({ table: definition }, { table: read }, { timezone: 'UTC', ...context });
  });

const pairs = { down: text, across: text, value: number };
const grid = { down: 'down', across: 'across', value: 'value' };

describe('long texts in an error', () => {
  test.each<[string, () => WallfeedError]>([
    ['a header of many columns', () => failure(table({ a: text }), MANY.join())],
    ['a header of long names', () => failure(table({ a: text }), `${LONG},${LONG}`)],
    ['the column name of an invalid cell', () => failure(table({ a: number }), `${LONG}\nx`)],
    ['a cell that is not a number', () => failure(table({ a: number }), `a\n${LONG}`)],
    ['a cell that is not a time', () => failure(table({ a: time }), `a\n${LONG}`)],
    ['the column name of a blank cell in a free table', () => failure(freeTable(text, number), `a,${LONG}\nx,`)],
    [
      'a pair given twice',
      () => failure(table(pairs, { keys: [completePairs(grid)] }), `a,b,c\n${LONG},k,1\n${LONG},k,2`),
    ],
    ['a missing pair', () => failure(table(pairs, { keys: [completePairs(grid)] }), `a,b,c\n${LONG},k,1\nx,${LONG},2`)],
    [
      'a pair given twice in a group',
      () =>
        failure(
          table({ group: text, ...pairs }, { keys: [completePairs(grid, { within: 'group' })] }),
          `g,a,b,c\n${LONG},d,k,1\n${LONG},d,k,2`,
        ),
    ],
    ['a key given twice', () => failure(table({ a: text }, { keys: [uniqueKeys('a')] }), `a\n${LONG}\n${LONG}`)],
    [
      'two values that should agree',
      () => failure(table({ a: text, b: text }, { keys: [agree('b', { by: 'a' })] }), `a,b\n${LONG},1\n${LONG},2`),
    ],
    [
      'a blank group',
      () => failure(table({ a: optional(text), b: text }, { keys: [agree('b')] }), `a,b\n,${LONG}\n,x`),
    ],
    [
      'the name of a missing column',
      () =>
        failure({ ...freeTable(text, text), named: { option: 'lines', column: optional(text) } }, MANY.join(), {
          options: { lines: ['none of these'] },
        }),
    ],
  ])('an error shows only the beginning of %s', (_, refuse) => {
    const error = refuse();
    expect(error.details).not.toEqual([]);
    expect(longestText(error)).toBeLessThan(MAX_TEXT_LENGTH);
  });

  test('the error for a long header shows its beginning and the number of the other columns', () => {
    expect(failure(table({ a: text }), 'b,c,d\n').message).toContain('has 3 columns (b, c, d); expected exactly 1');
    expect(failure(table({ a: text }), MANY.join()).message).toContain(
      'has 20000 columns (column 1, column 2, column 3, column 4, column 5, column 6, column 7, column 8, … and 19992 more)',
    );
  });
});
