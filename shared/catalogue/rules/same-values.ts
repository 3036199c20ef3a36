import { shown } from '../describe-schema-error.ts';
import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

/**
 * Every list holds the same values in the same order as the first list: `sameValues('series[].data[].x')` compares
 * the x of all series. The last `[]` is the list. Of each list only the first difference is told.
 */
export const sameValues = (path: string): Rule => {
  const split = path.lastIndexOf('[]');
  const lists = selector(path.slice(0, split));
  const values = selector(path.slice(split));
  return defineRule(`sameValues(${path})`, function* (body, base) {
    const [first, ...others] = lists(body, base);
    if (!first) return;
    const expected = values(first.value, first.path);
    for (const list of others) {
      const found = values(list.value, list.path);
      const index = found.findIndex(
        ({ value }, position) => position < expected.length && value !== expected[position]?.value,
      );
      const wrong = found[index];
      const right = expected[index];
      if (wrong && right) {
        yield { path: wrong.path, message: `is ${shown(wrong.value)}, but ${right.path} is ${shown(right.value)}` };
      } else if (found.length !== expected.length) {
        yield {
          path: list.path,
          message: `has length ${found.length}, but ${first.path} has length ${expected.length}`,
        };
      }
    }
  });
};
