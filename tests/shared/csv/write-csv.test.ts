import { expect, test } from '@jest/globals';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { writeCsv } from '../../../shared/csv/write-csv.ts';
import { text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

test('a written CSV file has quotes only around the cells that need them', () => {
  expect(
    writeCsv([
      ['name', 'count'],
      ['a b', 1.5],
      ['a,b', 2],
      ['say "a"', 3],
      ['two\nlines', 4],
    ]),
  ).toBe('name,count\na b,1.5\n"a,b",2\n"say ""a""",3\n"two\nlines",4');
});

test('the CSV reader returns the cells of a written CSV file unchanged', () => {
  const rows = [
    ['one', 'two'],
    ['a,b', '"quoted"'],
    ['line\nbreak', 'Windows\r\nline break'],
  ];
  const { header, rows: cells } = parseCsv(Buffer.from(writeCsv(rows)), {}, table({ one: text, two: text }));
  expect([header, ...cells]).toEqual(rows);
});
