import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

const keysOf = (value: unknown, like: RegExp): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value).filter((key) => like.test(key))
    : [];

/**
 * Every object at `others` has the keys that the objects at `first` have together, of the keys that look alike:
 * `sameKeys('header[]', 'list[]', /^key\d+$/)`. Other keys are free.
 */
export const sameKeys = (first: string, others: string, like: RegExp): Rule => {
  const references = selector(first);
  const compared = selector(others);
  return defineRule(`sameKeys(${first}, ${others})`, function* (body, base) {
    const expected = new Set(references(body, base).flatMap(({ value }) => keysOf(value, like)));
    for (const { path, value } of compared(body, base)) {
      const found = new Set(keysOf(value, like));
      for (const key of expected.difference(found)) yield { path, message: `lacks ${key}, which ${first} has` };
      for (const key of found.difference(expected)) {
        yield { path: `${path}.${key}`, message: `is not among the keys of ${first}` };
      }
    }
  });
};
