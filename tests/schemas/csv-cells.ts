import { parse } from 'csv-parse/sync';

/** A table as text cells: the header, then the rows. */
export type Cells = readonly (readonly string[])[];

const writeCell = (cell: string): string =>
  cell === '' || /^[-+.\w]+$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`;

/** Cells as CSV; whatever is not a plain word or number is quoted. */
export const writeCsv = (cells: Cells): string => cells.map((row) => row.map(writeCell).join(',')).join('\n');

export const readCells = (csv: string): Cells => parse(csv, { trim: true });

/** Does the same to each of several tables. */
export const mapTables = <From, To>(
  tables: Readonly<Record<string, From>>,
  map: (table: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, map(table)]));

/** The table with one cell replaced; row 0 is the header. */
export const withCell = (cells: Cells, row: number, column: number, cell: string): Cells =>
  cells.with(row, (cells[row] ?? []).with(column, cell));
