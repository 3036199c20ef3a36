import type { Selection } from '../config/selection.ts';
import type { GroupedRows } from './grouped-rows.ts';
import type { Value } from './read-value.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';

/** The value of `per` that all rows have, and the index of its column. */
interface Kept {
  readonly index: number;
  readonly value: Value;
}

/** Splits rows into those that `limit` keeps and the row that sums up the others. */
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
 * Limits the number of rows. If the selection has `rest`, the last row merges all remaining groups. With `per`, both hold
 * for each value of a column: the rows keep their order, and the merged rows are last.
 */
export const limitRows = (
  rows: readonly SelectedRow[],
  selection: Selection,
  names: readonly string[],
  collector: RowCollector | GroupedRows,
): readonly SelectedRow[] => {
  const index = selection.per === undefined ? -1 : names.indexOf(selection.per);
  if (index === -1) return splitRows(rows, selection, collector).flat();
  const byValue = Map.groupBy(rows, ({ cells }) => cells[index] ?? null);
  const split = Array.from(byValue, ([value, some]) => splitRows(some, selection, collector, { index, value }));
  const shown = new Set(split.flatMap(([first]) => first));
  return [...rows.filter((row) => shown.has(row)), ...split.flatMap(([, rest]) => rest)];
};
