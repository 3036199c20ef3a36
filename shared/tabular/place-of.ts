import type { Detail } from '../errors/wallfeed-error.ts';
import { shownName } from './column-count.ts';
import type { Table } from './table.ts';

/** Returns the place of a cell for an error detail. Indexes start at 0. */
export const placeOf = (table: Table, row: number, column: number): Partial<Detail> => {
  const columnName = table.header[column];
  return {
    column: column + 1,
    ...(columnName !== undefined && { columnName: shownName(columnName) }),
    ...table.locate(row, column),
  } as Partial<Detail>;
};

/** Returns the place of a cell for a violation of a body, whose path is the body's own. A path in a document becomes its name. */
export const placeBesidePath = (table: Table, row: number, column: number): Partial<Detail> => {
  const { path, ...place } = placeOf(table, row, column);
  return { ...place, ...(path !== undefined && { columnName: path }) };
};
