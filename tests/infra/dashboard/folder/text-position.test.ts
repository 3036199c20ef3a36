import { expect, test } from '@jest/globals';
import { offsetOfByte, offsetOfCharacter, positionAt } from '../../../../infra/dashboard/folder/text-position.ts';

test.each([
  ['', 0, { line: 1, column: 1 }],
  ['ab', 1, { line: 1, column: 2 }],
  ['a\nb', 1, { line: 1, column: 2 }],
  ['a\nb', 2, { line: 2, column: 1 }],
  ['a\r\nbc', 4, { line: 2, column: 2 }],
  ['a\n', 2, { line: 2, column: 1 }],
  ['a\n', 99, { line: 2, column: 1 }],
])('the text %j has the offset %d at %j', (text, offset, position) => {
  expect(positionAt(text, offset)).toEqual(position);
});

test('bytes and characters of PostgreSQL become offsets of a string with characters of two and four bytes', () => {
  const sql = "select 'é😀' )";
  expect(sql.slice(offsetOfByte(sql, 14))).toBe("' )");
  expect(sql.slice(offsetOfCharacter(sql, 10))).toBe("' )");
});
