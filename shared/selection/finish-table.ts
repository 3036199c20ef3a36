import type { Selection } from '../config/selection.ts';
import type { Cell, CellPlace, ColumnOrigin, Table } from '../tabular/table.ts';
import type { BoundFile, SelectionContext } from './bind-file.ts';
import { columnPlace, type FaultList } from './fault-list.ts';
import type { GroupedRows } from './grouped-rows.ts';
import type { OutputPlan } from './output-plan.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';
import { sortRows } from './sort-rows.ts';
import type { SelectedTarget } from './target-columns.ts';

/** Limits the number of rows. If the selection has `rest`, the last row merges all remaining groups. */
const limitRows = (
  rows: readonly SelectedRow[],
  { limit, rest }: Selection,
  collector: RowCollector | GroupedRows,
): readonly SelectedRow[] => {
  if (limit === undefined || rows.length <= limit) return rows;
  if (rest === undefined || !('merge' in collector)) return rows.slice(0, limit);
  return [...rows.slice(0, limit - 1), collector.merge(rows.slice(limit - 1), rest)];
};

const paint = (rows: readonly SelectedRow[], { palettes }: OutputPlan, rowsBefore: number): void => {
  for (const { index, values } of palettes)
    rows.forEach(({ cells }, row) => {
      cells[index] = values[(rowsBefore + row) % values.length] ?? null;
    });
};

const createLocate =
  (rows: readonly SelectedRow[], names: readonly string[]): Table['locate'] =>
  (row, column): CellPlace => {
    const found = rows[row];
    if (!found) return {};
    const { line, lines, columns, rows: count } = found;
    const index = columns[column] ?? -1;
    const place = index === -1 ? { column: undefined, columnName: undefined } : columnPlace(names, index);
    return {
      ...(count === 0 ? {} : { line: lines?.[column] ?? line }),
      columnName: undefined,
      ...place,
      ...(count !== undefined && { rows: count }),
    };
  };

const originOf = ({ column }: SelectedTarget): ColumnOrigin => (column.type === 'time' ? 'milliseconds' : 'text');

/** Creates the table from the selected rows of one file. */
export const finishTable = (
  { header, targets, plan, collector }: BoundFile,
  { selection }: SelectionContext,
  faults: FaultList,
  rowsBefore: number,
): Table => {
  const found = collector.finish();
  faults.throwAny();
  const names = targets.map(({ name }) => name);
  const rows = limitRows(sortRows(found, selection.sort, names), selection, collector);
  faults.throwAny();
  paint(rows, plan, rowsBefore);
  return {
    header: names,
    rows: rows.map(({ cells }): readonly Cell[] => cells),
    origins: targets.map(originOf),
    locate: createLocate(rows, header.names),
  };
};
