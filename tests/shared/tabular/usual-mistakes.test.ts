import { describe, expect, test } from '@jest/globals';
import { coded, number, text, time } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import { createCellTyper } from '../../../shared/tabular/type-cell.ts';
import { typeTables } from '../../../shared/tabular/type-tables.ts';

const CONTEXT = { origin: 'text', decimal: '.', timezone: 'UTC' } as const;

describe('the hint for a cell that is not a number', () => {
  test.each([
    ['#DIV/0!', 'a formula of the spreadsheet failed: correct it, or leave the row out'],
    ['#N/A', 'a formula of the spreadsheet failed: correct it, or leave the row out'],
    ['N/A', "say that the text means a blank cell: `blank: ['N/A']`"],
    ['--', "say that the text means a blank cell: `blank: ['--']`"],
    ['\\N', "say that the text means a blank cell: `blank: ['\\N']`"],
    ['inf', "say that the text means a blank cell: `blank: ['inf']`"],
    ['-∞', "say that the text means a blank cell: `blank: ['-∞']`"],
    ['-Infinity', "say that the text means a blank cell: `blank: ['-Infinity']`"],
    ['$-', "say that the text means a blank cell: `blank: ['$-']`"],
    ['€ -', "say that the text means a blank cell: `blank: ['€ -']`"],
    ['$1.2.3', 'write the number without its currency'],
    ['$ 5 €', 'write the number without its currency: 5'],
    ['12 34', 'write the number without blanks: 1234'],
    ['420 ms', 'say what the unit counts: `units: { ms: 1 }`'],
    ['0 pcs', 'say what the unit counts: `units: { pcs: 1 }`'],
    ['5 m²/s', "say what the unit counts: `units: { 'm²/s': 1 }`"],
    ['1:38:41', expect.stringContaining('`durations: { Talk time: minutes }`')],
    ['1h 30m', expect.stringContaining('`durations: { Talk time: minutes }`')],
    ['9.196,00', "decimals are written with ',': set `decimal: ','` in the map of the file or `http`, or cast in SQL"],
    ['1 2 x', 'write a number such as 1234.5, 1,234.5 or 12.5%'],
    ['12x', 'write a number such as 1234.5, 1,234.5 or 12.5%'],
  ])('the hint for the cell %s is: %s', (cell, hint) => {
    expect(createCellTyper(number, 'value', CONTEXT)(cell)).toMatchObject({ hint });
  });

  test.each([
    ...['约3万', '10万+', '3万5千', '三万五', '1.2亿%', '１０万＋', '十五', '几万', '10万多'].map((cell) => [cell, '']),
    ['5万美元', ', or say what the unit counts: `units: { 美元: 1 }`'],
    ['3.5万吨', ', or say what the unit counts: `units: { 吨: 1 }`'],
  ])('the hint for the Chinese number %s shows a form that is read', (cell, more) => {
    const type = createCellTyper(number, 'value', CONTEXT);
    expect(type(cell)).toEqual({ fault: `'${cell}' is not a number`, hint: `write 35000 or 3.5万${more}` });
  });

  test('the hint for a Chinese number follows the decimal mark, and ignores units of weight', () => {
    const type = createCellTyper(number, 'value', { ...CONTEXT, decimal: ',' });
    expect(type('约3万')).toMatchObject({ hint: 'write 35000 or 3,5万' });
    expect(type('3.5万')).toMatchObject({ hint: expect.stringContaining("set `decimal: '.'`") });
    expect(type('5千克')).toMatchObject({ hint: 'say what the unit counts: `units: { 千克: 1 }`' });
  });

  test('the hint for a cell lists the codes of a column that has codes', () => {
    const status = coded({ 2: 'warning', 1: 'recovered', 3: 'critical' });
    expect(createCellTyper(status, 'status', CONTEXT)('critical')).toEqual({
      fault: "'critical' is not a number",
      hint: 'write its number: 1 recovered, 2 warning, 3 critical',
    });
  });
});

test.each(['46346', '46346.5'])('the hint for a day as Excel counts it says how to export it: %s', (cell) => {
  const hint = 'format the cells as yyyy-mm-dd in Excel, and export the file again';
  expect(createCellTyper(time, 'at', CONTEXT)(cell)).toMatchObject({ hint });
  expect(createTimeReader(undefined, 'UTC', undefined)(cell)).toMatchObject({ hint });
});

describe('the hint for a file with two header rows', () => {
  const hintOf = (...rows: readonly (readonly string[])[]): unknown => {
    const source: Table = { header: ['a', 'b'], rows, locate: (row) => ({ line: row + 2 }) };
    try {
      return typeTables({ table: table({ name: text, value: number }) }, { table: source }, { timezone: 'UTC' });
    } catch (error) {
      return (error as { details: readonly { hint: string }[] }).details[0]?.hint;
    }
  };
  const HEADER = 'if line 2 is a second header, write csv: { file: ..., header: 2 }, else write numbers';

  test('a file with two header rows gets a hint how to skip the first one', () => {
    expect(hintOf(['Name', 'Value'], ['x', '5'])).toBe(HEADER);
  });

  test('two header rows are not assumed if a later row is wrong too, or if the first row has digits', () => {
    expect(hintOf(['Name', 'Value'], ['x', 'y'])).not.toBe(HEADER);
    expect(hintOf(['Name', '12x'], ['x', '5'])).not.toBe(HEADER);
  });
});
