import { sourceError } from '../../aws/source-error.ts';
import type { Selection } from '../../config/selection.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { Budget } from '../../limits/budget.ts';
import { bindSelection } from '../../selection/bind-selection.ts';
import { decimalText } from '../../selection/column-number.ts';
import { referencesOf } from '../../selection/references.ts';
import type { TimeWindow, WindowBounds } from '../../selection/window.ts';
import { type Cell, type ColumnOrigin, MAX_ROWS, type Table, tooManyRows } from '../../tabular/table.ts';
import { ANY_COLUMNS } from '../source-kind.ts';
import type { FileColumn } from './column-types.ts';
import type { Values } from './decode-column.ts';
import { type ParquetFile, readGroup } from './open-parquet.ts';
import { mayHaveRows } from './prune.ts';
import { cellAt, createRecords, headerOf, type OpenColumn } from './records.ts';

/** A file, and the columns that the folders of its path give to all of its rows. */
export interface ReadableFile {
  readonly file: ParquetFile;
  readonly partitions: readonly (readonly [name: string, value: string | null])[];
}

/** The columns of a file with those of its folders. */
interface Layout {
  readonly columns: readonly FileColumn[];
  readonly constants: ReadonlyMap<string, string | null>;
}

const TEXT: FileColumn['type'] = { origin: 'text', cell: String };

const layoutOf = ({ file, partitions }: ReadableFile): Layout => {
  const own = new Set([...file.columns.map(({ name }) => name), ...file.nested]);
  const added = partitions.filter(([name]) => !own.has(name));
  return {
    columns: [...file.columns, ...added.map(([name]) => ({ name, type: TEXT }))],
    constants: new Map(added),
  };
};

const namesOf = ({ columns }: Layout): readonly string[] => columns.map(({ name }) => name);

const otherColumns = (file: ParquetFile, first: ParquetFile, found: string): WallfeedError => {
  const message = `${file.name} ${found}, unlike ${first.name}`;
  const hint = 'write all files with the same columns of the same types, or name fewer files';
  return new WallfeedError('TABLE_COLUMNS', `The table has the wrong columns: ${message}.`, [{ message, hint }]);
};

/** Refuses files with other columns than the first one. */
const checkAlike = (files: readonly ReadableFile[], layouts: readonly Layout[]): void => {
  const [first, firstLayout] = [files[0], layouts[0]] as [ReadableFile, Layout];
  const expected = new Map(firstLayout.columns.map(({ name, type }) => [name, type.origin]));
  for (const [index, { columns }] of layouts.entries()) {
    const { file } = files[index] as ReadableFile;
    const lacked = [...expected.keys()].find((name) => !columns.some((column) => column.name === name));
    if (lacked !== undefined) throw otherColumns(file, first.file, `has no column ${lacked}`);
    const other = columns.find(({ name, type }) => expected.get(name) !== type.origin);
    if (!other) continue;
    const found = expected.has(other.name) ? `has another type of ${other.name}` : `has the column ${other.name}`;
    throw otherColumns(file, first.file, found);
  }
};

/** Refuses a selection that names a column with lists, maps or structs. */
const checkNested = ({ file }: ReadableFile, references: readonly unknown[]): void => {
  const nested = file.nested.find((name) => references.includes(name));
  if (nested === undefined) return;
  const found = `the column ${nested} has lists, maps or structs`;
  throw sourceError('SOURCE_INVALID', { name: 'Nested' }, found, 'write its parts as columns of their own');
};

/** Returns the names of the columns that a selection reads; all columns if it has no `columns`. */
const neededColumns = (selection: Selection, { columns }: Layout): ReadonlySet<string> => {
  const references = referencesOf(selection);
  const isNeeded = (name: string, index: number): boolean =>
    !selection.columns || references.includes(name.trim()) || references.includes(index + 1);
  return new Set(columns.flatMap(({ name }, index) => (isNeeded(name, index) ? [name] : [])));
};

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

/** Number of rows between two checks of the clock. */
const ROWS_BETWEEN_LOOKS = 1_000;

/** How rows are selected from files. */
export interface RowsWanted {
  readonly selection: Selection | undefined;
  readonly timezone: string;
  readonly window: TimeWindow;
  /** The spans of the selection's window, and of its earlier windows. */
  readonly spans: readonly WindowBounds[];
  readonly budget: Budget;
}

/** Collects the rows of row groups. */
interface Collector {
  /** Adds the rows of one row group. Returns false if no further rows are needed. */
  readonly add: (columns: readonly OpenColumn[], rows: number, before: number) => boolean;
  readonly finish: () => Table;
}

/** Collects the rows that a selection keeps. */
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

/** Collects all rows as they are. */
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

/** Opens the values of all columns of a row group. Columns that are not needed have no values. */
const openColumns = (
  order: readonly string[],
  { columns, constants }: Layout,
  values: ReadonlyMap<string, Values>,
  rows: number,
): readonly OpenColumn[] =>
  order.map((name) => {
    const column = columns.find((one) => one.name === name) as FileColumn;
    const constant = constants.get(name);
    return { ...column, values: values.get(name) ?? (constant ? new Array(rows).fill(constant) : []) };
  });

/**
 * Reads the row groups of one file that may have rows of the selection. Returns false if no further rows are needed.
 */
const readFile = async (
  { file }: ReadableFile,
  layout: Layout,
  order: readonly string[],
  collector: Collector,
  { selection = {}, spans, budget }: RowsWanted,
  rowsBefore: number,
): Promise<boolean> => {
  const needed = neededColumns(selection, layout);
  const own = [...needed].filter((name) => !layout.constants.has(name));
  let start = 0;
  for (const group of file.metadata.row_groups) {
    const rows = Number(group.num_rows);
    if (mayHaveRows(group, layout.columns, selection, spans)) {
      const columns = openColumns(order, layout, await readGroup(file, start, rows, own), rows);
      const before = rowsBefore + start;
      if (!budget.work(() => collector.add(columns, rows, before))) return false;
    }
    start += rows;
  }
  return true;
};

const rowsIn = ({ file }: ReadableFile): number => Number(file.metadata.num_rows);

/**
 * Reads rows from files, which are read one after the other.
 * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE, TABLE_COLUMNS, TABLE_CELL, and the errors of the buffers.
 */
export const readRows = async (files: readonly ReadableFile[], wanted: RowsWanted): Promise<Table> => {
  const { selection, budget } = wanted;
  const layouts = files.map(layoutOf);
  const [layout] = layouts as [Layout];
  checkAlike(files, layouts);
  checkNested(files[0] as ReadableFile, referencesOf(selection ?? {}));
  if (!selection && files.reduce((sum, file) => sum + rowsIn(file), 0) > MAX_ROWS) throw tooManyRows();
  const collector = selection ? createSelecting(layout, selection, wanted) : createWhole(layout, wanted);
  let before = 0;
  for (const [index, file] of files.entries()) {
    const needsMore = await readFile(file, layouts[index] as Layout, namesOf(layout), collector, wanted, before);
    if (!needsMore) break;
    before += rowsIn(file);
  }
  return budget.work(collector.finish);
};
