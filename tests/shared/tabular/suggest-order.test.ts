import { describe, expect, test } from '@jest/globals';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { number, optional, text, time } from '../../../shared/tabular/column.ts';
import { type TableDefinition, table } from '../../../shared/tabular/define-table.ts';
import { typeTables } from '../../../shared/tabular/type-tables.ts';

const line = table({ series: text, month: text, value: number });

const failure = (csv: string, definition: TableDefinition = line): Pick<WallfeedError, 'code' | 'details'> => {
  try {
    typeTables({ table: definition }, { table: parseCsv(Buffer.from(csv), {}, definition) }, { timezone: 'UTC' });
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('columns that fit in another order', () => {
  test('columns that would fit in another order are reported as one error at the first cell, with the line of dashboard.yml that names them', () => {
    expect(failure('Value,Month,Series\n1.5,May,North\n2,June,South\n')).toMatchObject({
      code: 'TABLE_CELL',
      details: [
        {
          line: 2,
          column: 3,
          columnName: 'Series',
          message: "'North' is not a number: column 3 must be value (number); your columns are Value, Month, Series",
          hint: 'name the columns of the file, in any order: `columns: { series: Series, month: Month, value: Value }`',
        },
      ],
    });
  });

  test.each<[string, TableDefinition, string, string]>([
    ['of two types', table({ at: time, value: number }), 'v,t\n1,2026-11-21\n', '{ at: t, value: v }'],
    ['with blanks', table({ a: number, b: optional(text) }), 'p,q\n,1\nz,3\n', '{ a: q, b: p }'],
    ['with the same name twice', line, 'a,b,b\n1,x,y\n', '{ series: 2, month: 3, value: a }'],
    ['with names that YAML would read otherwise', line, "yes,Q: 1,it's\n1,x,y\n", "value: 'yes' }"],
  ])('the error names the order that columns %s should have', (_, definition, csv, expected) => {
    expect(failure(csv, definition).details).toHaveLength(1);
    expect(failure(csv, definition).details[0]?.hint).toContain(expected);
  });
});

describe('columns that fit in no other order', () => {
  test.each([
    ['if no order fits', 'a,b,c\nx,y,z\n'],
    ['if one cell is wrong and another order does not fit', 'a,b,c\nx,May,1\ny,June,12x\n'],
    ['if only some cells of the column are wrong', 'a,b,c\n1,May,1\n2,June,x\n'],
    ['if a cell is blank', 'a,b,c\n1,May,\n'],
    ['if a wrong cell is far from the beginning', `a,b,c\n${'1,2,3\n'.repeat(30)}1,2,x\n`],
  ])('no other order of columns is proposed %s', (_, csv) => {
    const { details } = failure(csv);
    expect(JSON.stringify(details)).not.toContain('must be value');
  });
});
