import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

/** Requires that each array at the other paths is as long as the first: `sameLength('legend', 'series[].data')`. */
export const sameLength = (first: string, ...others: readonly [string, ...string[]]): Rule => {
  const reference = selector(first);
  const compared = others.map((path) => selector(path));
  return defineRule(`sameLength(${[first, ...others].join(', ')})`, function* (body, base) {
    const [expected] = reference(body, base);
    if (!Array.isArray(expected?.value)) return;
    for (const places of compared) {
      for (const { path, value } of places(body, base)) {
        if (!Array.isArray(value) || value.length === expected.value.length) continue;
        yield {
          path,
          message: `has length ${value.length}, but ${expected.path} has length ${expected.value.length}`,
          hint: `give as many entries here as ${expected.path} has`,
        };
      }
    }
  });
};
