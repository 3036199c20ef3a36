import { describe, expect, test } from '@jest/globals';
import type { Selection } from '../../../shared/config/selection.ts';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { bindSelection } from '../../../shared/selection/bind-selection.ts';
import { selectRows } from '../../../shared/sources/select-rows.ts';
import { blankable, freeText, number, numberOrText, text, time } from '../../../shared/tabular/column.ts';
import { toColumnRows } from '../../../shared/tabular/column-rows.ts';
import { freeTable, table } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { catchError } from '../../support/catch-error.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-20T09:00:00Z');

const RESULT: Table = {
  header: ['region', 'at', 'amount'],
  origins: ['text', 'timestamp', 'number'],
  rows: [
    ['East', '2026-11-20 08:00:00.000', 12.5],
    ['West', '2026-11-20 08:30:00.000', 3],
    ['East', '2026-11-20 06:00:00.000', 7],
    ['West', null, null],
  ],
  locate: (row) => ({ row: row + 1 }),
};

const POINTS = table({ name: text, at: time, value: number });
const FREE = freeTable(blankable(freeText), blankable(freeText), {});

const select = (
  source: Table,
  selection: Selection,
  definition: Parameters<typeof bindSelection>[1] = POINTS,
  timezone = 'Asia/Shanghai',
) => {
  const { reader } = bindSelection({ selection, isHeaderOptional: true }, definition, { timezone });
  return selectRows(toColumnRows(source), reader({ currentTime: NOW, timePeriod: 60 }));
};

describe('rows of a query', () => {
  test('rows of a query are taken by position if the table names no columns', () => {
    const { rows } = select(RESULT, { limit: 2 });
    expect(rows).toEqual([
      ['East', Date.parse('2026-11-20T08:00:00Z'), 12.5],
      ['West', Date.parse('2026-11-20T08:30:00Z'), 3],
    ]);
  });

  test.each(['UTC', 'Asia/Shanghai', 'America/New_York'])(
    'a time that the clock of the database skips is refused with its row in a dashboard of %s, and other times stay right',
    (timezone) => {
      const source: Table = {
        header: ['name', 'at', 'value'],
        origins: ['text', 'timestamp in America/New_York', 'number'],
        rows: [
          ['a', '2026-03-08 01:30:00', 1],
          ['b', '2026-03-08 02:30:00', 2],
        ],
        locate: (row) => ({ row: row + 1 }),
      };
      const columns: Selection['columns'] = ['name', 'at', 'value'].map((name) => ({
        name,
        source: { from: 'cell', of: name },
      }));
      expect(catchError(() => select(source, { columns }, POINTS, timezone))).toMatchObject({
        code: 'TABLE_CELL',
        details: [
          {
            row: 2,
            columnName: 'at',
            message: "'2026-03-08 02:30:00' does not exist in America/New_York: the clock skips it",
            hint: 'correct the time, or set `database.timezone` to the zone of the database',
          },
        ],
      });
      const first = select(source, { columns, limit: 1 }, POINTS, timezone);
      expect(first.rows).toEqual([['a', Date.parse('2026-03-08T06:30:00Z'), 1]]);
    },
  );

  test('rows of a query have timestamps in UTC, even in a dashboard of another zone', () => {
    const selection: Selection = {
      window: { of: 'at', last: 2 * HOUR_MS },
      columns: [
        { name: 'name', source: { from: 'bucket', unit: 'hour', of: 'at' } },
        { name: 'at', source: { from: 'max', of: 'at' } },
        { name: 'value', source: { from: 'sum', of: 'amount' } },
      ],
    };
    expect(select(RESULT, selection).rows).toEqual([['16:00', Date.parse('2026-11-20T08:30:00Z'), 15.5]]);
  });

  test('rows of a query keep numbers as numbers in a free table, and timestamps as their text', () => {
    const columns = ['region', 'amount', 'at'].map((of) => ({ name: of, source: { from: 'cell' as const, of } }));
    expect(select(RESULT, { columns, limit: 1 }, FREE).rows).toEqual([['East', 12.5, '2026-11-20 08:00:00.000']]);
  });

  test('rows of a query keep all digits of a whole number that a Number cannot hold', () => {
    const long: Table = { ...RESULT, rows: [['East', null, '9007199254740993']] };
    const columns = [{ name: 'id', source: { from: 'cell' as const, of: 'amount' } }];
    expect(select(long, { columns }, FREE).rows).toEqual([['9007199254740993']]);
  });

  test('rows of a query have exact sums; a sum with too many digits is refused at the first row of its group', () => {
    const total = (...amounts: readonly (string | number)[]) => {
      const rows = [['West', null, 1], ...amounts.map((amount) => ['East', null, amount])];
      const columns = [
        { name: 'name', source: { from: 'cell' as const, of: 'region' } },
        { name: 'value', source: { from: 'sum' as const, of: 'amount' } },
      ];
      return select({ ...RESULT, rows }, { columns }, table({ name: text, value: number }));
    };
    expect(total(1234567890123.45, '0.01').rows[1]).toEqual(['East', 1234567890123.46]);
    expect(total('9007199254740993', -9007199254740990).rows[1]).toEqual(['East', 3]);
    expect(total(0.1 + 0.2, 1 / 3, 1 / 3).rows[1]).toEqual(['East', 0.966666666666667]);
    expect(catchError(() => total(9007199254740990, '3')).details).toEqual([
      {
        row: 2,
        column: 3,
        columnName: 'amount',
        rows: 2,
        message: 'the sum 9007199254740993 has more digits than a number holds',
        hint: 'group by more columns, or sum a column in thousands',
      },
    ]);
  });

  test('rows of a query keep the reason why the dataset is empty', () => {
    const columns = [{ name: 'value', source: { from: 'count' as const } }];
    const empty = { step: 'where', read: 9 } as const;
    const definition = table({ value: number });
    expect(select({ ...RESULT, rows: [], empty }, { columns }, definition).empty).toEqual(empty);
    expect(select({ ...RESULT, rows: [] }, { columns }, definition).empty).toEqual({ step: 'source', read: 0 });
    expect(select(RESULT, { columns }, definition).empty).toBeUndefined();
  });

  test('rows of a query are filtered, grouped and sorted as rows of a file are', () => {
    const selection: Selection = {
      where: [{ column: 'amount', tests: [{ is: 'above', of: 3 }] }],
      columns: [
        { name: 'name', source: { from: 'cell', of: 'region' } },
        { name: 'at', source: { from: 'last', of: 'at', by: 'at' } },
        { name: 'value', source: { from: 'average', of: 'amount' } },
      ],
      sort: [{ column: 'value', descending: true }],
    };
    expect(select(RESULT, selection).rows).toEqual([['East', Date.parse('2026-11-20T08:00:00Z'), 9.75]]);
  });

  test('an error in the rows of a query names the row of the faulty cell', () => {
    const error = catchError(() => select(RESULT, {}));
    expect(error).toMatchObject({
      code: 'TABLE_CELL',
      message: 'The rows of the dataset do not fit: row 4, column 2 (at): the cell is blank.',
      details: [
        { row: 4, column: 2, columnName: 'at', message: 'the cell is blank' },
        { row: 4, column: 3, columnName: 'amount', message: 'the cell is blank' },
      ],
    });
  });

  test('an error in the rows of a query names the dataset if a column is missing', () => {
    const columns = [{ name: 'name', source: { from: 'cell' as const, of: 'regoin' } }];
    expect(catchError(() => select(RESULT, { columns }, table({ name: text })))).toMatchObject({
      code: 'TABLE_COLUMNS',
      details: [{ message: "the dataset has no column 'regoin'", hint: "did you mean 'region'?" }],
    });
  });
});

const FILE = 'name;amount;note\n"East\nside";1;a\nWest;12x;b\n';

const readFile = (): Table => parseCsv(Buffer.from(FILE), {}, FREE);

describe('rows of a file', () => {
  test('an error in the rows of a file names the line and the column of the file', () => {
    const definition = table({ name: text, value: number });
    const columns = [
      { name: 'name', source: { from: 'cell' as const, of: 'name' } },
      { name: 'value', source: { from: 'cell' as const, of: 'amount' } },
    ];
    const error = catchError(() => select(readFile(), { columns }, definition));
    expect(error).toMatchObject({ code: 'TABLE_CELL', details: [{ line: 4, column: 2, columnName: 'amount' }] });
  });

  test('the place of a cell counts the line breaks inside the cells before it', () => {
    const selected = select(readFile(), {}, FREE);
    expect(selected.locate(0, 1)).toEqual({ line: 3, column: 2, columnName: 'amount' });
    expect(selected.locate(1, 0)).toEqual({ line: 4, column: 1, columnName: 'name' });
  });

  test('rows of a file are refused if a number has an unclear separator', () => {
    const unclear = parseCsv(Buffer.from('name;amount\nEast;1,234\n'), {}, FREE);
    const error = catchError(() => select(unclear, {}, table({ name: text, value: number })));
    expect(error).toMatchObject({ details: [{ line: 2, column: 2, message: "'1,234' may be 1234 or 1.234" }] });
  });

  test('rows of a file keep their places after a selection of the file and a selection of the endpoint', () => {
    const { reader } = bindSelection(
      {
        selection: {
          columns: [
            { name: 'region', source: { from: 'cell', of: 'name' } },
            { name: 'notes', source: { from: 'collect', of: 'note' } },
            { name: 'rows', source: { from: 'count' } },
          ],
        },
      },
      FREE,
      { timezone: 'UTC' },
    );
    const consumer = reader({ currentTime: NOW, timePeriod: 60 }).create();
    const rows = toColumnRows(readFile());
    const own = selectRows(rows, { fits: () => true, create: () => consumer });
    const selected = select(own, {}, FREE);
    expect(selected.rows).toEqual([
      ['East\nside', 'a', 1],
      ['West', 'b', 1],
    ]);
    expect(selected.locate(1, 1)).toEqual({ line: 4, column: 3, columnName: 'note', rows: 1 });
  });
});

test('a table with numbers and texts keeps their types', () => {
  const mixed: Table = { ...RESULT, rows: [['East', '2026-11-20 08:00:00', 'NaN']] };
  const definition = table({ name: text, at: text, value: numberOrText });
  expect(select(mixed, {}, definition).rows).toEqual([['East', '2026-11-20 08:00:00', 'NaN']]);
});
