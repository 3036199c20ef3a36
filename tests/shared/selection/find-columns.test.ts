import { expect, test } from '@jest/globals';
import { checkReferences, createColumnIndex, type FileHeader } from '../../../shared/selection/find-columns.ts';

const headerOf = (...names: readonly string[]): FileHeader => ({ names, hasNames: true, line: 1 });

test.each([
  ['Amount', 'Amount\u200b'],
  ['Net Sales', 'Net\u00a0Sales'],
  ['Caf\u00e9', 'Cafe\u0301'],
  ['Cafe\u0301', 'Caf\u00e9'],
  ['Sales Q1', 'Sales\nQ1'],
  ['Shop\u200e', 'Shop'],
])('the name %j finds the column %j, which looks the same', (name, column) => {
  expect(checkReferences([name], headerOf('a', column))).toEqual([]);
  expect(createColumnIndex(headerOf('a', column), false)(name)).toBe(1);
});

test('of two columns that look alike, a name finds the one that is exactly the same', () => {
  const header = headerOf('Net\u00a0Sales', 'Net Sales');
  expect(createColumnIndex(header, false)('Net Sales')).toBe(1);
  expect(checkReferences(['Net  Sales'], header)).toEqual([
    { line: 1, message: expect.stringContaining("2 columns named 'Net  Sales'"), hint: 'use its position: 1 or 2' },
  ]);
});

test('a hint names the code points of letters that only look like those of the name', () => {
  const hintOf = (name: string, column: string) => checkReferences([name], headerOf(column))[0]?.hint;
  expect(hintOf('Amount', '\u0410mount')).toBe("did you mean '\u0410mount' (U+0410)?");
  expect(hintOf('Amunt', 'Amount')).toBe("did you mean 'Amount'?");
  expect(hintOf('Сумма', 'Сума')).toBe("did you mean 'Сума'?");
});
