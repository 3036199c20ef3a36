import type { Selection } from '../config/selection.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/row-limit.ts';
import type { OutputPlan } from './output-plan.ts';
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

/** Collects selected rows one by one, without aggregates. */
export const createPlainRows = (
  { template, columns }: OutputPlan,
  { unique, sort, limit }: Selection,
  { cursor, faults, budget }: RowContext,
): RowCollector => {
  const rows: SelectedRow[] = [];
  const indexes = columns.map(({ index }) => index);
  const isNew = unique ? createNovelty(indexes) : () => true;
  const maxRows = limit !== undefined && !sort ? limit : Number.POSITIVE_INFINITY;
  const fixedColumns = new Array<number>(template.length).fill(-1);

  const readCells = (): Value[] | undefined => {
    const cells = template.slice();
    let areValid = true;
    for (const { read, index } of columns) {
      const value = read();
      if (value === undefined) areValid = false;
      else cells[index] = value;
    }
    return areValid ? cells : undefined;
  };

  const columnsOfRow = (): readonly number[] => {
    if (cursor.pivot === -1 && rows.length > 0) return fixedColumns;
    const used = cursor.pivot === -1 ? fixedColumns : fixedColumns.slice();
    for (const { index, column } of columns) used[index] = column();
    return used;
  };

  /** Returns the lines of the cells if a cell of the record contains a line break. */
  const linesOfRow = (): readonly number[] | undefined => {
    const { record } = cursor;
    if (record.lineOf(record.length - 1) === record.line) return undefined;
    return columnsOfRow().map((column) => (column === -1 ? record.line : record.lineOf(column)));
  };

  return {
    add: () => {
      const cells = readCells();
      if (!cells || faults.isFull() || !isNew(cells)) return true;
      if (rows.length >= MAX_ROWS) throw tooManyRows(cursor.record.line);
      budget.hold({ cells: cells.length, bytes: textLength(cells) });
      const lines = linesOfRow();
      rows.push({ cells, line: cursor.record.line, columns: columnsOfRow(), ...(lines && { lines }) });
      return rows.length < maxRows;
    },
    finish: () => rows,
  };
};
