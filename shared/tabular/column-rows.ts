import type { EmptyReason } from './empty-reason.ts';
import type { Cell, CellPlace, ColumnOrigin, Table } from './table.ts';

/** Several files are numbered consecutively. */
export type FileLines = readonly [name: string, linesBefore: number];

/** Returns the file, and the line in this file. */
export const lineInFiles = (line: number, files: readonly FileLines[]): Pick<CellPlace, 'file' | 'line'> => {
  const [file, before] = files.findLast(([, linesBefore]) => linesBefore < line) ?? [];
  return file === undefined || before === undefined ? { line } : { file, line: line - before };
};

/** Places in the file that the rows were read from. All numbers start at 1. */
export interface FilePlaces {
  readonly lines: readonly number[];
  /**
   * The number of the file's column for each column, or 0 for cells that are not from the file. A list with a number
   * for each row if the cells come from several columns.
   */
  readonly columns: readonly (number | readonly number[])[];
  /** Names by the numbers of the file's columns. */
  readonly names: Readonly<Record<number, string>>;
  /** Number of the file's rows from which each row was aggregated. */
  readonly counts?: readonly number[];
  /** Set if the rows come from several files, whose lines are numbered consecutively. */
  readonly files?: readonly FileLines[];
}

/**
 * Many tables are selected from these rows. They are stored by column, and equal texts only once, which takes a
 * fraction of the memory of a table. Plain JSON, so that environments can share the rows.
 */
export interface ColumnRows {
  readonly header: readonly string[];
  readonly origins: readonly ColumnOrigin[];
  readonly columns: readonly (readonly Cell[])[];
  readonly length: number;
  readonly delimiter?: string;
  readonly empty?: EmptyReason;
  /** Absent for the result of a query, whose rows only have numbers. */
  readonly places?: FilePlaces;
}

/** Returns the type of a column. A column of numbers may contain blank cells. */
const originOf = (given: ColumnOrigin, cells: readonly Cell[]): ColumnOrigin => {
  if (given === 'constant') return 'text';
  if (given !== 'text') return given;
  const areNumbers = cells.some((cell) => typeof cell === 'number') && cells.every((cell) => typeof cell !== 'string');
  return areNumbers ? 'number' : 'text';
};

const createTexts = () => {
  const known = new Map<string, string>();
  return (cell: Cell): Cell => {
    if (typeof cell !== 'string') return cell;
    const first = known.get(cell);
    if (first !== undefined) return first;
    known.set(cell, cell);
    return cell;
  };
};

const columnOf = (rows: Table['rows'], column: number): readonly Cell[] => {
  const text = createTexts();
  return rows.map((cells) => text(cells[column] ?? null));
};

const sameOf = (columns: readonly number[]): number | readonly number[] => {
  const [first = 0] = columns;
  return columns.every((column) => column === first) ? first : columns;
};

type Columns = Pick<FilePlaces, 'columns' | 'names'>;

/** Finds the file's columns that a selection took each cell from. They may differ from row to row. */
const selectedColumns = ({ header, rows, locate }: Table): Columns => {
  const names: Record<number, string> = {};
  const columnAt = (row: number, index: number): number => {
    const { column = 0, columnName } = locate(row, index);
    if (columnName !== undefined) names[column] = columnName;
    return column;
  };
  const columns = header.map((_, index) => sameOf(rows.map((_row, row) => columnAt(row, index))));
  return { columns, names };
};

const wholeColumns = ({ header }: Table): Columns => ({
  columns: header.map((_, index) => index + 1),
  names: Object.fromEntries(header.map((name, index) => [index + 1, name])),
});

const placesOf = (table: Table): FilePlaces => {
  const { rows, locate } = table;
  const first = rows.map((_, row) => locate(row, 0));
  const counts = first.map((place) => place.rows ?? 0);
  const isSelected = first[0] !== undefined && 'column' in first[0];
  return {
    lines: first.map(({ line = 0 }) => line),
    ...(isSelected ? selectedColumns(table) : wholeColumns(table)),
    ...(counts.some((count) => count > 0) && { counts }),
  };
};

export const toColumnRows = (table: Table): ColumnRows => {
  const { header, rows, origins, delimiter, empty } = table;
  const columns = header.map((_, column) => columnOf(rows, column));
  const isOfFile = rows[0] !== undefined && table.locate(0, 0).row === undefined;
  return {
    header,
    origins: columns.map((cells, column) => originOf(origins?.[column] ?? 'text', cells)),
    columns,
    length: rows.length,
    ...(delimiter !== undefined && { delimiter }),
    ...(empty && rows.length === 0 && { empty }),
    ...(isOfFile && { places: placesOf(table) }),
  };
};

/** Measured, for a pointer or a number. */
const CELL_BYTES = 16;
const TEXT_BYTES = 32;
const PLACE_BYTES = 8;

const textBytes = (cells: readonly Cell[]): number => {
  let bytes = 0;
  for (const cell of new Set(cells)) if (typeof cell === 'string') bytes += TEXT_BYTES + cell.length * 2;
  return bytes;
};

export const bytesOfRows = ({ columns, length, places }: ColumnRows): number => {
  const texts = columns.reduce((bytes, cells) => bytes + textBytes(cells), 0);
  const listed = (places?.columns ?? []).reduce<number>(
    (count, one) => count + (typeof one === 'number' ? 0 : length),
    0,
  );
  return columns.length * length * CELL_BYTES + texts + (places ? (length * 2 + listed) * PLACE_BYTES : 0);
};

const countLineBreaks = (cells: readonly Cell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.split('\n').length - 1 : 0), 0);

const placeInFile = (
  { columns, places }: ColumnRows & { readonly places: FilePlaces },
  row: number,
  column: number,
): CellPlace => {
  const { lines, names, counts, files = [] } = places;
  const origin = places.columns[column] ?? 0;
  const fileColumn = typeof origin === 'number' ? origin : (origin[row] ?? 0);
  const count = counts?.[row] ?? 0;
  // Line breaks in earlier cells of the row move a cell to a later line. They are known only if the row has the file's
  // own cells.
  const hasCellsOfFile = counts === undefined && fileColumn === column + 1;
  const before = hasCellsOfFile ? columns.slice(0, column).map((cells) => cells[row] ?? null) : [];
  const name = names[fileColumn];
  return {
    ...lineInFiles((lines[row] ?? 1) + countLineBreaks(before), files),
    ...(fileColumn > 0 && { column: fileColumn }),
    ...(name !== undefined && { columnName: name }),
    ...(count > 0 && { rows: count }),
  };
};

/**
 * Finds the place of a cell by its indexes: its line and column in the file, or its row and column in the query's
 * result.
 */
export const placeOfCell = (rows: ColumnRows, row: number, column: number): CellPlace => {
  const { places, header } = rows;
  if (places) return placeInFile({ ...rows, places }, row, column);
  const columnName = header[column];
  return { row: row + 1, column: column + 1, ...(columnName !== undefined && { columnName }) };
};
