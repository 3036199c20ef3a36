// Reads the tables of samples, independently of the scanner that the tests check.
import { parse } from 'csv-parse/sync';

/** The header, then the rows. */
export type Cells = readonly (readonly string[])[];

const writeCell = (cell: string): string =>
  cell === '' || /^[-+.\w]+$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`;

/** Quotes every cell unless it is a plain word or number. */
export const writeCsv = (cells: Cells): string => cells.map((row) => row.map(writeCell).join(',')).join('\n');

export const readCells = (csv: string): Cells => parse(csv, { trim: true });

export const mapTables = <From, To>(
  tables: Readonly<Record<string, From>>,
  map: (table: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, map(table)]));

export const withCell = (cells: Cells, row: number, column: number, cell: string): Cells =>
  cells.with(row, (cells[row] ?? []).with(column, cell));
