import { describe, expect, test } from '@jest/globals';
import { findRiddles } from '../../../infra/cli/test/plain-english.ts';

const doc = (...lines: readonly string[]): string => ['/**', ...lines.map((line) => ` * ${line}`), ' */'].join('\n');

describe('the check of plain English', () => {
  test.each([
    ['a phrase', "fail('whoever calls')", ['1: whoever']],
    ['a phrase in any case', 'Nobody.\nThat is none.', ['2: That is none']],
    ['a doc comment that opens with What', '/** What it holds. */', ['1: /** What']],
    ['a doc comment of several lines that opens with Of', 'x;\n/**\n * Of these. */', ['2: /** * Of']],
    ['a later line of a doc comment that opens with Whether', doc('Reads.', 'Whether it does.'), ['3: * Whether']],
    ['a comment that opens with Whether', '// Whether it holds.', ['1: // Whether']],
    ['a doc comment that opens with a pronoun', '/** Its size. */', ['1: /** Its']],
    [
      'a function whose comment opens with a noun',
      '/** The size. */\nconst sizeOf = (a: Row) => a.length;',
      ['1: /** The'],
    ],
    ['a title that opens with nor', "test('nor a document', f)", ["1: test('nor"]],
    ['a title that opens with a preposition', "test('with %s, it is kept', f)", ["1: test('with"]],
    ['a title that opens with an auxiliary', 'test(`has %s`, f)', ['1: test(`has']],
    ['a title of a table of cases that opens with and', "test.each([\n])('and %s', f)", ["2: )('and"]],
    ['the name of a limit', 'MOST_LEVELS', ['1: MOST_L']],
    ['a number without a unit', 'const TIMEOUT = 3_000;', ['1: const TIMEOUT = 3']],
  ])('the check of plain English finds %s', (_, text, found) => {
    expect(findRiddles(text).map((one) => one.replace(/ \([^()]*\)$/, ''))).toEqual(found);
  });

  test('the check of plain English finds nothing in plain text', () => {
    expect(findRiddles('/** Returns what it reads. */ const MAX_ROWS = 1; // Often true.')).toEqual([]);
    expect(
      findRiddles('/** True if set. */\nconst isSet = () => true;\n/** The limit. */\nconst MAX = (1 + 2) * 3;'),
    ).toEqual([]);
  });
});
