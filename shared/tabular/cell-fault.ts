import type { Detail } from '../errors/wallfeed-error.ts';
import { shownName } from './column-count.ts';
import type { Table } from './table.ts';

/** Returns the place of a cell for an error detail. The indexes start at 0. */
export const placeOf = (table: Table, row: number, column: number): Partial<Detail> => {
  const columnName = table.header[column];
  return {
    column: column + 1,
    ...(columnName !== undefined && { columnName: shownName(columnName) }),
    ...table.locate(row, column),
  } as Partial<Detail>;
};

/** Rows of a document have no place of their own; only their cells have paths. */
export const placeOfRow = (table: Table, index: number): Pick<Detail, 'line' | 'row'> => {
  const { line, row } = table.locate(index, 0);
  return { ...(line !== undefined && { line }), ...(row !== undefined && { row }) };
};

/**
 * Returns the place of a cell for a violation of a body. The `path` of a violation is a path in the body, so the path
 * of a cell in its document becomes `columnName`.
 */
export const placeBesidePath = (table: Table, row: number, column: number): Partial<Detail> => {
  const { path, ...place } = placeOf(table, row, column);
  return { ...place, ...(path !== undefined && { columnName: path }) };
};

export interface CellFault {
  readonly fault: string;
  readonly hint: string;
}

export const isCellFault = (value: unknown): value is CellFault =>
  typeof value === 'object' && value !== null && 'fault' in value;
