import { expect, test } from '@jest/globals';
import { nameFiles } from '../../../infra/begin/read-workbook.ts';

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

test('sheets named a, A and a-2 get files with three different names', () => {
  expect(nameFiles('x', ['a', 'A', 'a-2'])).toEqual(['a.csv', 'a-2.csv', 'a-2-2.csv']);
});

test('a sheet with a name that Windows keeps for a device, or with a dot at its end, gets a name that Windows accepts', () => {
  expect(nameFiles('x', ['CON', 'nul.a', 'x.'])).toEqual(['con-file.csv', 'nul-file.a.csv', 'x.csv']);
  expect(nameFiles('x', ['...', 'b'])).toEqual(['sheet.csv', 'b.csv']);
});

test('a control character in the name of a sheet becomes a hyphen in the name of the file', () => {
  expect(nameFiles('x', ['a\u001b[2Jb', 'c\u009bd\u202e'])).toEqual(['a-[2jb.csv', 'c-d-.csv']);
});
