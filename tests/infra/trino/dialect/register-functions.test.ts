import { expect, test } from '@jest/globals';
import { formatReal } from '../../../../infra/trino/dialect/register-functions.ts';

test.each([
  [0.1, '0.1'],
  [12_345_678, '1.2345678E7'],
  [16_777_216, '1.6777216E7'],
  [3.4028234663852886e38, '3.4028235E38'],
  [-0, '-0.0'],
  [Number.NaN, 'NaN'],
])('the REAL value %s is written with all its digits: %s', (value, text) => {
  expect(formatReal(value)).toBe(text);
});
