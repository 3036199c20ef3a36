import { shown } from '../describe-schema-error.ts';
import type { Rule } from '../rule.ts';
import { defineRule } from './define-rule.ts';
import { selector } from './selector.ts';

const isIndex = (value: unknown, length: number): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < length;

const INDEX_TEXT = /^(?:0|[1-9]\d*)$/;

/** Converts an index that is written as text to a Number. */
const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && INDEX_TEXT.test(value) ? Number(value) : value;

const hintFor = (path: string, length: number, isThere: boolean): string => {
  if (length === 0) return `${path} is empty`;
  const known = length === 1 ? 'only index is 0' : `indexes are 0 to ${length - 1}`;
  return isThere ? `the ${known}` : `add ${path}: without it, the ${known}`;
};

interface IndexForm {
  /** Length of the list to assume if the body omits the list. */
  readonly whenAbsent?: number;
  /** True if the interface writes the index as a String. */
  readonly asText?: boolean;
}

/** Requires that each value is an index, from 0, into the list: `indexInto('links[].from', 'nodes')`. */
export const indexInto = (path: string, list: string, { whenAbsent, asText = false }: IndexForm = {}): Rule => {
  const places = selector(path);
  const lists = selector(list);
  return defineRule(`indexInto(${path}, ${list})`, function* (body, base) {
    const [target] = lists(body, base);
    const length = Array.isArray(target?.value) ? target.value.length : whenAbsent;
    if (length === undefined) return;
    const listPath = target?.path ?? list;
    const hint = hintFor(listPath, length, target !== undefined);
    for (const { path: found, value } of places(body, base)) {
      if (isIndex(asText ? numberOf(value) : value, length)) continue;
      yield { path: found, message: `${shown(value)} is not an index of ${listPath}`, hint };
    }
  });
};
