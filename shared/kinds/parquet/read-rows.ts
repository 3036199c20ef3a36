import { sourceError } from '../../aws/source-error.ts';
import type { Selection } from '../../config/selection.ts';
import { noReadableColumn, unreadableColumn } from '../../errors/unreadable-column.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
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
import type { Group } from './footer.ts';
import { type ParquetFile, readGroup } from './open-parquet.ts';
import { mayHaveRows } from './prune.ts';
import { cellAt, createRecords, headerOf, type OpenColumn } from './records.ts';
import { type CountCells, createCellCount, holdTexts } from './room.ts';

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
  const own = new Set([...file.columns.map(({ name }) => name), ...file.unreadable.keys()]);
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

/** Refuses a file without any column that can be read. */
const checkHasColumns = ({ layout, file: { name, unreadable } }: WantedFile): void => {
  if (layout.columns.length > 0) return;
  const { message, hint } = noReadableColumn(name, unreadable);
  throw sourceError('SOURCE_INVALID', { name: 'ParquetType' }, message, hint);
};

/** Refuses a selection that names a column with lists, maps, structs or another type that cannot be read. */
const checkReadable = ({ unreadable }: ParquetFile, references: readonly unknown[]): void => {
  for (const [name, found] of unreadable) {
    if (!references.includes(name)) continue;
    const { message, hint } = unreadableColumn(name, found);
    throw sourceError('SOURCE_INVALID', { name: 'ParquetType' }, message, hint);
  }
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

/** A row group that may have rows of a selection. */
interface WantedGroup {
  readonly group: Group;
  /** Number of rows before it in all files. */
  readonly before: number;
}

/** A file, and what is read of it. */
interface WantedFile {
  readonly file: ParquetFile;
  readonly layout: Layout;
  readonly needed: readonly FileColumn[];
  readonly groups: readonly WantedGroup[];
}

/** Opens the values of all columns of a row group. Columns that are not needed have no values. */
const openColumns = (
  { layout: { columns, constants } }: WantedFile,
  values: ReadonlyMap<string, Values>,
  rows: number,
): readonly OpenColumn[] =>
  columns.map((column) => {
    const constant = constants.get(column.name);
    return { ...column, values: values.get(column.name) ?? (constant ? new Array(rows).fill(constant) : []) };
  });

/** Gives a file the columns of the first file, in the same order. */
const inOrder = (layout: Layout, { columns }: Layout): Layout => ({
  ...layout,
  columns: columns.map(({ name }) => layout.columns.find((column) => column.name === name) as FileColumn),
});

const rowsIn = ({ groups }: ParquetFile): number => groups.reduce((sum, { rows }) => sum + rows, 0);

/** Finds what is read of each file. */
const planFiles = (files: readonly ReadableFile[], { selection = {}, spans }: RowsWanted): readonly WantedFile[] => {
  const layouts = files.map(layoutOf);
  checkAlike(files, layouts);
  let before = 0;
  return files.map(({ file }, index) => {
    const layout = inOrder(layouts[index] as Layout, layouts[0] as Layout);
    const names = neededColumns(selection, layout);
    const groups = file.groups.map((group): WantedGroup => {
      const wanted = { group, before };
      before += group.rows;
      return wanted;
    });
    return {
      file,
      layout,
      needed: layout.columns.filter(({ name }) => names.has(name)),
      groups: groups.filter(({ group }) => mayHaveRows(group, layout.columns, selection, spans)),
    };
  });
};

/** Reads the row groups of one file. Returns false if no further rows are needed. */
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
