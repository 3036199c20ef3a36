import type { Selection } from '../config/selection.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/row-limit.ts';
import type { Cursor } from './cursor.ts';
import { type OutputPlan, readColumns } from './output-plan.ts';
import type { Value } from './read-value.ts';
import type { RowContext } from './row-context.ts';
import type { RowCollector, SelectedRow } from './selected-row.ts';
import { createValueTree } from './value-tree.ts';

/** Returns a function that is true for the first of several rows with the same cells. */
const createNovelty = (columns: readonly number[]): ((cells: readonly Value[]) => boolean) => {
  const find = createValueTree<{ isNew: boolean }>();
  return (cells) => {
    const seen = find(cells, columns, () => ({ isNew: true }));
    const { isNew } = seen;
    seen.isNew = false;
    return isNew;
  };
};

const textLength = (cells: readonly Value[]): number => {
  let length = 0;
  for (const cell of cells) if (typeof cell === 'string') length += cell.length;
  return length;
};

/** The rows that are collected in one pass over a file. */
interface PlainRows {
  readonly plan: OutputPlan;
  readonly cursor: Cursor;
  readonly rows: SelectedRow[];
  /** The columns of all rows without `unpivot`. They are set with the first row. */
  readonly fixedColumns: number[];
}

const columnsOfRow = ({ plan, cursor, rows, fixedColumns }: PlainRows): readonly number[] => {
  if (cursor.pivot === -1 && rows.length > 0) return fixedColumns;
  const used = cursor.pivot === -1 ? fixedColumns : fixedColumns.slice();
  for (const { index, column } of plan.columns) used[index] = column();
  return used;
};

/** Returns the lines of the cells if a cell of the record contains a line break. */
const linesOfRow = (plain: PlainRows): readonly number[] | undefined => {
  const { record } = plain.cursor;
  if (record.lineOf(record.length - 1) === record.line) return undefined;
  return columnsOfRow(plain).map((column) => (column === -1 ? record.line : record.lineOf(column)));
};

/** Collects selected rows one by one, without aggregates. */
export const createPlainRows = (
  plan: OutputPlan,
  { unique, sort, limit }: Selection,
  { cursor, faults, budget }: RowContext,
): RowCollector => {
  const { template, columns } = plan;
  const rows: SelectedRow[] = [];
  const plain: PlainRows = { plan, cursor, rows, fixedColumns: new Array<number>(template.length).fill(-1) };
  const isNew = unique ? createNovelty(columns.map(({ index }) => index)) : () => true;
  const maxRows = limit !== undefined && !sort ? limit : Number.POSITIVE_INFINITY;
  return {
    add: () => {
      const cells = template.slice();
      if (!readColumns(columns, cells) || faults.isFull() || !isNew(cells)) return true;
      if (rows.length >= MAX_ROWS) throw tooManyRows(cursor.record.line);
      budget.hold({ cells: cells.length, bytes: textLength(cells) });
      const lines = linesOfRow(plain);
      rows.push({ cells, line: cursor.record.line, columns: columnsOfRow(plain), ...(lines && { lines }) });
      return rows.length < maxRows;
    },
    finish: () => rows,
  };
};
