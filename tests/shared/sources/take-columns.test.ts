import { describe, expect, test } from '@jest/globals';
import { takeColumns } from '../../../shared/sources/take-columns.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { freeTable, table } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';

const definition = table({ name: text, value: number, score: optional(number) });
const free = freeTable(text, number);

const result: Table = {
  header: ['at', 'total', 'channel', 'total'],
  origins: ['timestamp', 'number', 'text', 'number'],
  rows: [
    ['2026-11-20 08:00:00', 7, 'shop', 70],
    ['2026-11-20 09:00:00', 8, 'app', 80],
  ],
  locate: (row) => ({ row: row + 1 }),
};

const faultsOf = (columns: Parameters<typeof takeColumns>[1]) => {
  try {
    takeColumns(result, columns, definition);
  } catch (error) {
    return error;
  }
  throw new Error('the columns were taken');
};

describe('columns of a result', () => {
  test('columns of a result are taken by name and number, in the order of the component, and other columns are left out', () => {
    const taken = takeColumns(
      result,
      [
        ['value', 2],
        ['name', 'channel'],
      ],
      definition,
    );
    expect(taken).toMatchObject({
      header: ['name', 'value', 'score'],
      origins: ['text', 'number', 'text'],
      rows: [
        ['shop', 7, null],
        ['app', 8, null],
      ],
    });
    expect([0, 2].map((column) => taken.locate(1, column))).toEqual([
      { row: 2, column: 3, columnName: 'channel' },
      { row: 2, column: undefined },
    ]);
  });

  test('selected columns of a result become the header of a free table, under the names that the selection gives', () => {
    const columns = [
      ['Channel', 'channel'],
      ['Since', 'at'],
    ] as const;
    expect(takeColumns(result, columns, free)).toMatchObject({
      header: ['Channel', 'Since'],
      origins: ['text', 'timestamp'],
      rows: [
        ['shop', '2026-11-20 08:00:00'],
        ['app', '2026-11-20 09:00:00'],
      ],
    });
  });

  test('columns of a result that are missing, ambiguous or out of range are refused together, with what to do', () => {
    const columns = [
      ['name', 'chanel'],
      ['value', 'total'],
      ['score', 5],
    ] as const;
    expect(faultsOf(columns)).toMatchObject({
      code: 'TABLE_COLUMNS',
      details: [
        { message: "the result has no column 'chanel'", hint: "did you mean 'channel'?" },
        { message: "the result has more than one column 'total'", hint: expect.stringContaining('its own name') },
        { message: 'the result has no column 5', hint: 'the result has 4 columns: at, total, channel, total' },
      ],
    });
  });
});
