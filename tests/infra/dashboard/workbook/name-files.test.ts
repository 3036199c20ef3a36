import { expect, test } from '@jest/globals';
import { nameFiles } from '../../../../infra/dashboard/workbook/name-files.ts';

test('a workbook with one sheet gives a file with the name of the workbook', () => {
  expect(nameFiles('Weekly Report', ['Sheet1'])).toEqual(['weekly-report.csv']);
});

test('several sheets give files with the names of the sheets; no two names are the same, and every system accepts them', () => {
  expect(nameFiles('x', ['Orders 2026', 'a/b: c', '数据', 'orders-2026'])).toEqual([
    'orders-2026.csv',
    'a-b-c.csv',
    '数据.csv',
    'orders-2026-2.csv',
  ]);
});
