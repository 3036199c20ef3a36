import { defineRule, selector } from '../../shared/catalogue/rule.ts';
import { sameKeys, within } from '../../shared/catalogue/rules.ts';
import { numberOrText, text } from '../../shared/tabular/column.ts';
import { type FreeRows, table } from '../../shared/tabular/define-table.ts';
import { givenFields } from './axis-chart.ts';

const KEY = /^key\d+$/;

const columns = selector('header[]');

/** Each column must have exactly one key, and no two columns the same key. */
const columnKeys = defineRule('columnKeys(header[])', function* (list, base) {
  const seen = new Map<string, string>();
  for (const { path, value } of columns(list, base)) {
    const keys = Object.keys(value as object).filter((key) => KEY.test(key));
    if (keys.length !== 1) {
      const message = `has ${keys.length} keys of the form key<N>; must have exactly one`;
      yield { path, message, hint: 'give each column an object of its own, such as { "key2": "Amount" }' };
    }
    for (const key of keys) {
      const before = seen.get(key);
      if (before === undefined) seen.set(key, path);
      else
        yield {
          path: `${path}.${key}`,
          message: `is already the key of ${before}`,
          hint: 'give each column a key of its own',
        };
    }
  }
});

/** Each column has its own key, and every row has the keys of all columns. */
export const keyedListRules = [within('series[]', columnKeys), within('series[]', sameKeys('header[]', 'list[]', KEY))];

export const otherTable = table({ name: text, value: numberOrText });

const keyOf = (index: number): string => `key${index + 1}`;

interface KeyedTables {
  readonly list: FreeRows;
  /** Undefined if the endpoint does not have the optional table. */
  readonly other?: readonly unknown[];
}

/**
 * Returns the header and rows of a list, by the keys `key1`, `key2` and so on. A blank line-chart cell becomes an empty
 * list.
 */
export const keyedList = ({ list: { header, rows }, other }: KeyedTables) => ({
  header: header.map((title, index) => ({ [keyOf(index)]: title })),
  list: rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [keyOf(index), cell ?? []]))),
  ...givenFields({ other }),
});
