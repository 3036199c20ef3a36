import { expect, test } from '@jest/globals';
import { formatBytes, formatTable } from '../../../infra/terminal/format-table.ts';

test('each column of a printed table is as wide as its widest cell, with numbers to the right', () => {
  const rows = [
    ['Endpoint', 'Calls'],
    ['a', '1,200'],
    ['longer-name', '7'],
  ];
  expect(formatTable(rows, [1])).toBe('Endpoint     Calls\na            1,200\nlonger-name      7');
});

test('the columns of a printed table line up if cells contain Chinese characters', () => {
  const rows = [
    ['销售额', 'x'],
    ['sales', 'y'],
    ['é', 'z'],
  ];
  expect(formatTable(rows).split('\n')).toEqual(['销售额  x', 'sales   y', 'é       z']);
});

test('a printed table without rows is empty', () => {
  expect(formatTable([])).toBe('');
});

test.each([
  [999, '999 B'],
  [1_000, '1.0 KB'],
  [999_900, '999.9 KB'],
  [250_000_000, '250 MB'],
  [1_234_567, '1.2 MB'],
  [1_500_000_000, '1.5 GB'],
])('the size of %d bytes is %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
