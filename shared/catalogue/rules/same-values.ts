import { shown } from '../describe-schema-error.ts';
import type { Rule } from '../rule.ts';
import { defineRule, type UnnamedViolation } from './define-rule.ts';
import { type Place, selector } from './selector.ts';

interface List extends Place {
  readonly values: readonly Place[];
}

const compare = (first: List, list: List): UnnamedViolation | undefined => {
  const index = list.values.findIndex(({ value }, at) => at < first.values.length && value !== first.values[at]?.value);
  const wrong = list.values[index];
  const right = first.values[index];
  const hint = 'give both lists the same values in the same order';
  if (wrong && right) {
    return { path: wrong.path, message: `is ${shown(wrong.value)}, but ${right.path} is ${shown(right.value)}`, hint };
  }
  const { length } = list.values;
  if (length === first.values.length) return undefined;
  const message = `has length ${length}, but ${first.path} has length ${first.values.length}`;
  return { path: list.path, message, hint };
};

/**
 * Requires that each list has the same values in the same order as the first: `sameValues('series[].data[].x')`
 * compares the x of all series. The last `[]` is the list. Only the first difference of each list is reported.
 */
export const sameValues = (path: string): Rule => {
  const split = path.lastIndexOf('[]');
  const lists = selector(path.slice(0, split));
  const values = selector(path.slice(split));
  return defineRule(`sameValues(${path})`, function* (body, base) {
    const [first, ...others] = lists(body, base).map((list) => ({ ...list, values: values(list.value, list.path) }));
    if (!first) return;
    for (const list of others) {
      const violation = compare(first, list);
      if (violation) yield violation;
    }
  });
};
