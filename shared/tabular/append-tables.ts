import { MAX_ROWS, tooManyRows } from './row-limit.ts';
import type { Table } from './table.ts';

/** A table, and the file that it comes from. */
export interface FileTable {
  readonly file: string;
  readonly table: Table;
}

/** Finds the table of a row, and the row's index in it. */
const findRow = (tables: readonly FileTable[], row: number): { readonly part: FileTable; readonly row: number } => {
  let left = row;
  const part = tables.find(({ table }) => {
    if (left < table.rows.length) return true;
    left -= table.rows.length;
    return false;
  });
  return { part: part as FileTable, row: left };
};

/**
 * Appends the rows of tables with the same columns. The place of a cell names its file.
 * @throws WallfeedError SOURCE_TOO_LARGE (rows).
 */
export const appendTables = (tables: readonly [FileTable, ...FileTable[]]): Table => {
  const rows = tables.flatMap(({ table }) => table.rows);
  if (rows.length > MAX_ROWS) throw tooManyRows();
  return {
    ...tables[0].table,
    rows,
    locate: (row, column) => {
      const found = findRow(tables, row);
      return { file: found.part.file, ...found.part.table.locate(found.row, column) };
    },
  };
};
