import { expect, test } from '@jest/globals';
import { didYouMean, shownName } from '../../../../infra/dashboard/folder/name-words.ts';

test.each([
  [['A'], 'did you mean A?'],
  [['A', 'B'], 'did you mean A or B?'],
  [['A', 'B c', 'C'], 'did you mean A, B c or C?'],
])('a hint lists the possible words %j', (names, question) => {
  expect(didYouMean(names)).toBe(question);
});

test.each([
  ['plain', 'plain'],
  ['', '""'],
  ['a  b', '"a  b"'],
  [' a', '" a"'],
  ['a\u00a0', '"a\\u00a0"'],
  ['a\u200b\u3000', '"a\\u200b\\u3000"'],
  ['a\nb"', '"a\\nb\\""'],
])('a message quotes the text %j with its blanks visible', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});
