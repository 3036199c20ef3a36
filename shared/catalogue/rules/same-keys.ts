import { shorten } from '../../tabular/shorten.ts';
import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

const MAX_KEY_CHARACTERS = 60;

const keysOf = (value: unknown, like: RegExp): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value).filter((key) => like.test(key))
    : [];

/**
 * Collects the keys of all objects at `first`, and requires that each object at `others` has exactly these keys.
 * Compares only keys that match `like`: `sameKeys('header[]', 'list[]', /^key\d+$/)`.
 */
export const sameKeys = (first: string, others: string, like: RegExp): Rule => {
  const references = selector(first);
  const compared = selector(others);
  return defineRule(`sameKeys(${first}, ${others})`, function* (body, base) {
    const expected = new Set(references(body, base).flatMap(({ value }) => keysOf(value, like)));
    for (const { path, value } of compared(body, base)) {
      const found = keysOf(value, like);
      if (found.length === expected.size && found.every((key) => expected.has(key))) continue;
      for (const key of expected.difference(new Set(found))) {
        const name = shorten(key, MAX_KEY_CHARACTERS);
        yield {
          path,
          message: `lacks ${name}, which ${first} has`,
          hint: `add ${name}, with an empty value if there is none`,
        };
      }
      for (const key of found.filter((one) => !expected.has(one))) {
        const message = `is not among the keys of ${first}`;
        yield {
          path: `${path}.${key}`,
          message,
          hint: `remove it, or add ${shorten(key, MAX_KEY_CHARACTERS)} to ${first}`,
        };
      }
    }
  });
};
