import type { Selection } from '../../config/selection.ts';
import type { Budget } from '../../limits/budget.ts';
import { bindSelection } from '../../selection/bind-selection.ts';
import { decimalText } from '../../selection/column-number.ts';
import { referencesOf } from '../../selection/references.ts';
import type { TimeWindow, WindowBounds } from '../../selection/window.ts';
import { type Cell, type ColumnOrigin, MAX_ROWS, type Table, tooManyRows } from '../../tabular/table.ts';
import { ANY_COLUMNS } from '../source-kind.ts';
import { hinted } from './cell-hints.ts';
import type { FileColumn } from './column-types.ts';
import type { Values } from './decode-column.ts';
import { readGroup } from './open-parquet.ts';
import {
  checkHasColumns,
  checkReadable,
  type Layout,
  namesOf,
  planFiles,
  type ReadableFile,
  rowsIn,
  type WantedFile,
} from './plan-files.ts';
import { cellAt, createRecords, headerOf, type OpenColumn } from './records.ts';
import { type CountCells, createCellCount, holdTexts } from './room.ts';

/** Returns the column of the file whose cells fill a column of the result unchanged, if there is one. */
const sourceOf = (selection: Selection, index: number, { columns }: Layout): FileColumn | undefined => {
  if (!selection.columns) return columns[index];
  const source = selection.columns[index]?.source;
  if (source?.from !== 'cell') return undefined;
  const { of } = source;
  return columns.find(({ name }, at) => name.trim() === of || at + 1 === of);
};

const retyped = (cell: Cell, origin: ColumnOrigin): Cell => {
  if (cell === '' && origin !== 'text') return null;
  if (origin !== 'number' || typeof cell !== 'string') return cell;
  const value = Number(cell);
  return decimalText(value) === cell ? value : cell;
};

/**
 * Gives the cells of a selection the types of the columns that they come from. The selection itself returns only texts.
 */
const withTypes = (table: Table, selection: Selection, layout: Layout): Table => {
  const types = table.header.map((_, index) => sourceOf(selection, index, layout)?.type);
  return {
    header: table.header,
    origins: types.map((type, index) => type?.origin ?? table.origins?.[index] ?? 'text'),
    rows: table.rows.map((cells) => cells.map((cell, index) => retyped(cell, types[index]?.origin ?? 'text'))),
    ...(table.empty && { empty: table.empty }),
    locate: (row) => ({ row: row + 1 }),
  };
};

const ROWS_BETWEEN_LOOKS = 1_000;

export interface RowsWanted {
  readonly selection: Selection | undefined;
  readonly timezone: string;
  readonly window: TimeWindow;
  /** Spans of the selection's window, and of its earlier windows. */
  readonly spans: readonly WindowBounds[];
  readonly budget: Budget;
}

interface Collector {
  /** Returns false if no further rows are needed. */
  readonly add: (columns: readonly OpenColumn[], rows: number, before: number) => boolean;
  readonly finish: () => Table;
}

const createSelecting = (layout: Layout, selection: Selection, { timezone, window, budget }: RowsWanted): Collector => {
  const bound = bindSelection({ selection, isHeaderOptional: true }, ANY_COLUMNS, { timezone });
  const selector = bound.reader(window).create(budget);
  const origins = layout.columns.map(({ type }) => type.origin);
  selector.header(headerOf(namesOf(layout)), { delimiter: undefined, origins });
  return {
    add: (columns, rows, before) => {
      const at = createRecords(columns, before);
      for (let row = 0; row < rows; row += 1) {
        if (row % ROWS_BETWEEN_LOOKS === 0) budget.checkTime();
        if (!selector.row(at(row))) return false;
      }
      return true;
    },
    finish: () => withTypes(selector.finish(), selection, layout),
  };
};

const createWhole = (layout: Layout, { budget }: RowsWanted): Collector => {
  const cells: Cell[][] = [];
  return {
    add: (columns, rows) => {
      budget.checkTime();
      if (cells.length + rows > MAX_ROWS) throw tooManyRows();
      budget.hold({ cells: rows * columns.length });
      for (let row = 0; row < rows; row += 1) cells.push(columns.map((column) => cellAt(column, row)));
      return true;
    },
    finish: () => ({
      header: namesOf(layout),
      origins: layout.columns.map(({ type }) => type.origin),
      rows: cells,
      ...(cells.length === 0 && { empty: { step: 'source', read: 0 } as const }),
      locate: (row) => ({ row: row + 1 }),
    }),
  };
};

/** Columns that are not needed have no values. */
const openColumns = (
  { layout: { columns, constants } }: WantedFile,
  values: ReadonlyMap<string, Values>,
  rows: number,
): readonly OpenColumn[] =>
  columns.map((column) => {
    const constant = constants.get(column.name);
    return { ...column, values: values.get(column.name) ?? (constant ? new Array(rows).fill(constant) : []) };
  });

/** Returns false if no further rows are needed. */
const readFile = async (
  wanted: WantedFile,
  collector: Collector,
  budget: Budget,
  countCells: CountCells,
): Promise<boolean> => {
  const { file, needed, groups } = wanted;
  const own = needed.filter(({ element }) => element);
  for (const { group, before } of groups) {
    countCells(group.rows, needed.length);
    const values = await readGroup(file, group, own, needed.length, budget);
    const columns = openColumns(wanted, values, group.rows);
    if (!budget.work(() => collector.add(columns, group.rows, before))) return false;
  }
  return true;
};

/**
 * Reads rows from files, which are read one after the other.
 * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE, TABLE_COLUMNS, TABLE_CELL, and the errors of the buffers.
 */
export const readRows = async (files: readonly ReadableFile[], wanted: RowsWanted): Promise<Table> => {
  const { selection, budget } = wanted;
  const planned = planFiles(files, wanted);
  const [{ layout, file }] = planned as [WantedFile];
  checkHasColumns(planned[0] as WantedFile);
  checkReadable(file, referencesOf(selection ?? {}));
  if (!selection && files.reduce((sum, one) => sum + rowsIn(one.file), 0) > MAX_ROWS) throw tooManyRows();
  // Without a limit, all row groups are read, and too many are refused before the first one is read.
  if (selection?.limit === undefined) {
    const count = createCellCount(file.name, budget);
    for (const { groups, needed } of planned) for (const { group } of groups) count(group.rows, needed.length);
  }
  const collector = selection ? createSelecting(layout, selection, wanted) : createWhole(layout, wanted);
  const countCells = createCellCount(file.name, budget);
  for (const one of planned) if (!(await readFile(one, collector, budget, countCells))) break;
  const table = budget.work(() => hinted(collector.finish));
  holdTexts(table, budget);
  return table;
};
