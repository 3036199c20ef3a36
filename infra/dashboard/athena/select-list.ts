import type { PlacedToken } from './clauses.ts';
import { INTERVAL_UNITS, isText, nameOf } from './tokens.ts';

/** Words that are complete expressions, such as `null`, and not names of columns. */
const VALUES =
  'null true false current_date current_time current_timestamp current_user current_catalog current_schema localtime localtimestamp end'.split(
    ' ',
  );

/** Words that an operand follows. A word after one of them is not the name of the item. */
const OPERATORS = 'and or not is in like escape between from distinct all select case when then else zone at'.split(
  ' ',
);

const isName = (token: PlacedToken | undefined): boolean =>
  token?.kind === 'quoted' || (token?.kind === 'word' && !isText(token, ...VALUES));

/** True if an item is only a column, perhaps with the name of its table: `o.region`. */
const isColumn = (item: readonly PlacedToken[]): boolean =>
  item.length % 2 === 1 && item.every((token, index) => (index % 2 === 0 ? isName(token) : token.text === '.'));

/** True if the last word of an item names it without `as`: `count(*) orders`. */
const isNamed = (item: readonly PlacedToken[]): boolean => {
  const [before, last] = item.slice(-2);
  if (!before || !isName(last)) return false;
  if (before.kind === 'symbol') return isText(before, ')', ']');
  const isSpan =
    before.kind === 'string' && isText(last, ...INTERVAL_UNITS) && item.some((token) => isText(token, 'interval'));
  return !isSpan && !isText(before, ...OPERATORS);
};

/** Returns the name of an item as Athena returns it. An expression without a name is called by its index: `_col2`. */
const columnName = (item: readonly PlacedToken[], index: number): string => {
  const last = item.at(-1);
  const hasName = isText(item.at(-2), 'as') || isColumn(item) || isNamed(item);
  return last && hasName ? nameOf(last) : `_col${index}`;
};

/** Splits a list at the commas between its items. */
const splitItems = (list: readonly PlacedToken[], depth: number): readonly (readonly PlacedToken[])[] => {
  const items: PlacedToken[][] = [[]];
  for (const token of list) {
    if (token.text === ',' && token.depth === depth) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
};

/**
 * Returns the names of the columns that a query returns, in their order; undefined if the statement does not name all
 * of them, as `select *` does not. Athena keeps upper and lower case as they are written.
 */
export const selectedNames = (tokens: readonly PlacedToken[]): readonly string[] | undefined => {
  const start = tokens.findIndex((token) => token.depth === 0 && isText(token, 'select'));
  if (start === -1) return undefined;
  const end = tokens.findIndex(
    (token, index) =>
      index > start &&
      token.depth === 0 &&
      (token.clause !== 'SELECT' || isText(token, 'union', 'except', 'intersect')),
  );
  const [first, ...others] = tokens.slice(start + 1, end === -1 ? tokens.length : end);
  const list = first && isText(first, 'distinct', 'all') ? others : [...(first ? [first] : []), ...others];
  const items = splitItems(list, 0);
  const isOpen = items.some((item) => item.at(-1)?.text === '*' || item.length === 0);
  return isOpen ? undefined : items.map(columnName);
};
