import { expect, test } from '@jest/globals';
import { missingName } from '../../../shared/errors/cause-name.ts';

test.each([
  ['ERROR: column "chanel" does not exist; Position: 8; SQLState: 42703', 'column chanel'],
  ['ERROR: column o.chanel does not exist; SQLState: 42703', 'column o.chanel'],
  ['ERROR: relation "shop.ordrs" does not exist; SQLState: 42P01', 'relation shop.ordrs'],
  ['ERROR: function totl(integer) does not exist; SQLState: 42883', 'function totl'],
  ['ERROR: invalid input syntax for type integer: "secret"; SQLState: 22P02', undefined],
  ["COLUMN_NOT_FOUND: line 1:8: Column 'chanel' cannot be resolved or requester is not authorized", 'column chanel'],
  ["TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.shop.ordrs' does not exist", 'table awsdatacatalog.shop.ordrs'],
  ["INVALID_CAST_ARGUMENT: Cannot cast 'secret' to INT", undefined],
])('the log names the missing object of a refused statement: %s', (message, expected) => {
  expect(missingName({ message })).toBe(expected);
});

test('the log of a refused statement without a message names no object', () => {
  expect(missingName({ message: undefined })).toBeUndefined();
});
