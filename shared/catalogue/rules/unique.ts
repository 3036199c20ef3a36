import { shown } from '../describe-schema-error.ts';
import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

/** Requires that no value occurs twice: `unique('nodes[].id')`. */
export const unique = (path: string): Rule => {
  const places = selector(path);
  return defineRule(`unique(${path})`, function* (body, base) {
    const seen = new Map<unknown, string>();
    for (const { path: found, value } of places(body, base)) {
      const before = seen.get(value);
      if (before === undefined) seen.set(value, found);
      else
        yield {
          path: found,
          message: `${shown(value)} is already at ${before}`,
          hint: 'give each one a different value',
        };
    }
  });
};
