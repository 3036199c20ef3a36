import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createKeyTest } from '../../../shared/kinds/key-pattern.ts';

/** Some characters of keys: few, so that names often fit. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '2', '/', '.', '-'), maxLength: 8 });
const part = fc.oneof(text, fc.constantFrom('*', '{date}', '{yyyy}', '{MM}', '{yyyy/MM}'));
const TIME = '\\d{1,4}';
const FORMS: readonly (readonly [string, string])[] = [
  ['{yyyy/MM}', `${TIME}/${TIME}`],
  ['{date}', `${TIME}-${TIME}-${TIME}`],
  ['{yyyy}', TIME],
  ['{MM}', TIME],
];

const oracleOf = (key: string): RegExp => {
  const source = key.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  return new RegExp(`^${FORMS.reduce((all, [form, regex]) => all.replaceAll(form, regex), source)}$`);
};

describe('the test of a key', () => {
  test('a pattern fits the same keys as a regular expression for it', () => {
    const patterns = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(patterns, fc.array(text, { maxLength: 3 }), (key, texts) => {
        const name = texts.join('');
        const isHidden = key.includes('*') && /(?:^|\/)[_.][^/]*$/.test(name);
        expect(createKeyTest(key)(name)).toBe(oracleOf(key).test(name) && !isHidden);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a pattern with many stars or many forms of times is tried on a long name in linear time', () => {
    expect(createKeyTest(`${'*a'.repeat(400)}!`)('a'.repeat(1_000))).toBe(false);
    expect(createKeyTest(`{${'yyyy'.repeat(200)}}!`)('1'.repeat(1_000))).toBe(false);
  });
});
