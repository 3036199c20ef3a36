import { expect, test } from '@jest/globals';
import { shorten } from '../../../shared/tabular/shorten.ts';

test.each<[string, number, string]>([
  ['short', 5, 'short'],
  ['longer', 5, 'longe…'],
  ['', 5, ''],
  ['four 👍', 6, 'four …'],
  ['four 👍', 7, 'four 👍'],
])('%j shortened to at most %i characters is %j', (text, most, shown) => {
  expect(shorten(text, most)).toBe(shown);
});
