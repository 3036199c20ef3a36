import { expect, test } from '@jest/globals';
import { formatTable } from '../../../infra/terminal/format-table.ts';

test('each column is as wide as its widest cell, numbers to the right', () => {
  const rows = [
    ['Endpoint', 'Calls'],
    ['a', '1,200'],
    ['longer-name', '7'],
  ];
  expect(formatTable(rows, [1])).toBe('Endpoint     Calls\na            1,200\nlonger-name      7');
});

test('columns stand below each other where cells hold Chinese characters', () => {
  const rows = [
    ['销售额', 'x'],
    ['sales', 'y'],
    ['é', 'z'],
  ];
  expect(formatTable(rows).split('\n')).toEqual(['销售额  x', 'sales   y', 'é       z']);
});

test('a table without rows is empty', () => {
  expect(formatTable([])).toBe('');
});
