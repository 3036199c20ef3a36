import { nearestNames } from '../catalogue/nearest-names.ts';
import type { Selection, SortKey } from '../config/selection.ts';
import type { Detail } from '../errors/wallfeed-error.ts';
import { listNames, shownName } from '../tabular/column-count.ts';
import { currencyOf, parseNumber, parseNumberOrText } from '../tabular/parse-number.ts';
import { say } from '../tabular/say.ts';
import type { GroupedRows } from './grouped-rows.ts';
import type { Value } from './read-value.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';

/**
 * Compares texts by code point. The operator `<` compares UTF-16 units, so it would put characters above U+FFFF before
 * U+E000.
 */
const compareTexts = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (one.charCodeAt(at) !== other.charCodeAt(at))
      return (one.codePointAt(at) as number) - (other.codePointAt(at) as number);
  }
  return one.length - other.length;
};

/** Compares numbers by value and texts by code point. All numbers come before all texts. */
const compareKeys = (one: number | string, other: number | string): number => {
  if (typeof one === 'number') return typeof other === 'number' ? one - other : -1;
  return typeof other === 'number' ? 1 : compareTexts(one, other);
};

type Compare = (one: number, other: number) => number;

/** True if a text may be a number with a currency or a percent sign. */
const isSigned = (text: string): boolean => /\d/.test(text) && (text.endsWith('%') || currencyOf(text) !== undefined);

/**
 * Returns the sort key of a value. A text is sorted as a number if it is a plain number, or one with a currency or a
 * percent sign.
 */
const keyOf = (value: Value): Value => {
  if (value === '') return null;
  if (typeof value !== 'string') return value;
  return isSigned(value) ? (parseNumber(value) ?? value) : parseNumberOrText(value);
};

/** Puts blanks last in both directions. */
const createComparison = (rows: readonly SelectedRow[], column: number, descending: boolean): Compare => {
  const keys = rows.map(({ cells }) => keyOf(cells[column] ?? null));
  const sign = descending ? -1 : 1;
  return (one, other) => {
    const key = keys[one] as Value;
    const next = keys[other] as Value;
    if (key === null || next === null) return Number(key === null) - Number(next === null);
    return sign * compareKeys(key, next);
  };
};

/** Finds the name, or the position if no column has this name. */
const indexOfColumn = (column: string, names: readonly string[]): number => {
  const index = names.indexOf(column);
  const position = Number(column);
  const isPosition = Number.isInteger(position) && position >= 1 && position <= names.length;
  return index === -1 && isPosition ? position - 1 : index;
};

/** Finds columns that the component does not have. */
export const checkSort = (sort: readonly SortKey[] | undefined, names: readonly string[]): readonly Detail[] =>
  (sort ?? [])
    .filter(({ column }) => indexOfColumn(column, names) === -1)
    .map(({ column }) => {
      const [near] = nearestNames(column, names, 1);
      const hint = near === undefined ? `sort by one of ${listNames(names)}` : `did you mean '${shownName(near)}'?`;
      return { message: say`sort names '${shownName(column)}', but the component has no such column`, hint };
    });

/** Returns the place at which to insert an index into a sorted list: before the first index that compares as larger. */
const placeFor = (index: number, sorted: readonly number[], compare: Compare): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle] as number, index) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
};

/**
 * Returns the first `count` indexes in sorted order. Most indexes are compared only once, with the last index that is
 * kept.
 */
const firstOf = (size: number, count: number, compare: Compare): readonly number[] => {
  const kept: number[] = [];
  for (let index = 0; index < size; index += 1) {
    if (kept.length < count) kept.splice(placeFor(index, kept, compare), 0, index);
    else if (compare(index, kept[count - 1] as number) < 0) {
      kept.pop();
      kept.splice(placeFor(index, kept, compare), 0, index);
    }
  }
  return kept;
};

/** The first rows up to this limit are found without sorting all rows. */
const MAX_FIRST_ROWS = 100;

const needsFirst = ({ limit = Number.POSITIVE_INFINITY, rest, per }: Selection): boolean =>
  limit <= MAX_FIRST_ROWS && rest === undefined && per === undefined;

/**
 * Sorts rows by columns of the component. Equal rows keep their order. If `limit` is small, returns only the rows that
 * it keeps.
 */
const sortRows = (
  rows: readonly SelectedRow[],
  selection: Selection,
  names: readonly string[],
): readonly SelectedRow[] => {
  const { sort, limit = rows.length } = selection;
  if (!sort) return rows;
  const comparisons = sort
    .map(({ column, descending }) => ({ index: indexOfColumn(column, names), descending }))
    .filter(({ index }) => index >= 0)
    .map(({ index, descending }) => createComparison(rows, index, descending));
  const compare: Compare = (one, other) => {
    for (const comparison of comparisons) {
      const result = comparison(one, other);
      if (result !== 0) return result;
    }
    return one - other;
  };
  const order = needsFirst(selection)
    ? firstOf(rows.length, limit, compare)
    : Array.from(rows, (_, index) => index).sort(compare);
  return order.map((index) => rows[index] as SelectedRow);
};

/** The value of `per` that all rows have, and the index of its column. */
interface Kept {
  readonly index: number;
  readonly value: Value;
}

/** Returns the rows that `limit` keeps, and the row that sums up the others. */
const splitRows = (
  rows: readonly SelectedRow[],
  { limit = Number.POSITIVE_INFINITY, rest }: Selection,
  collector: RowCollector | GroupedRows,
  kept?: Kept,
): readonly [shown: readonly SelectedRow[], rest: readonly SelectedRow[]] => {
  if (rows.length <= limit) return [rows, []];
  if (rest === undefined || !('merge' in collector)) return [rows.slice(0, limit), []];
  const merged = collector.merge(rows.slice(limit - 1), rest);
  if (merged && kept) merged.cells[kept.index] = kept.value;
  return [rows.slice(0, limit - 1), merged ? [merged] : []];
};

/**
 * Sorts rows, and applies `limit` and `rest`. With `rest`, the last row merges all groups beyond the limit. With `per`,
 * applies both to the rows of each value of a column. The rows keep their order, and the merged rows are last.
 */
export const arrangeRows = (
  found: readonly SelectedRow[],
  selection: Selection,
  names: readonly string[],
  collector: RowCollector | GroupedRows,
): readonly SelectedRow[] => {
  const rows = sortRows(found, selection, names);
  const index = selection.per === undefined ? -1 : names.indexOf(selection.per);
  if (index === -1) return splitRows(rows, selection, collector).flat();
  const byValue = Map.groupBy(rows, ({ cells }) => cells[index] ?? null);
  const split = Array.from(byValue, ([value, some]) => splitRows(some, selection, collector, { index, value }));
  const shown = new Set(split.flatMap(([first]) => first));
  return [...rows.filter((row) => shown.has(row)), ...split.flatMap(([, rest]) => rest)];
};
