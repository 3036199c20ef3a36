import { shown } from '../describe-schema-error.ts';
import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

const isIndex = (value: unknown, length: number): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < length;

/** Every value is the index, from 0, of an entry of the list: `indexInto('links[].from', 'nodes')`. */
export const indexInto = (path: string, list: string): Rule => {
  const places = selector(path);
  const lists = selector(list);
  return defineRule(`indexInto(${path}, ${list})`, function* (body, base) {
    const [target] = lists(body, base);
    if (!Array.isArray(target?.value)) return;
    const { length } = target.value;
    for (const { path: found, value } of places(body, base)) {
      if (isIndex(value, length)) continue;
      yield {
        path: found,
        message: `${shown(value)} is no index into ${target.path}`,
        hint: length === 0 ? `${target.path} is empty` : `its indexes are 0 to ${length - 1}`,
      };
    }
  });
};
