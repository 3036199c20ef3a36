import { describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import { listNames } from './column-count.ts';
import { emptyReasonOf } from './empty-reason.ts';
import { MAX_ROWS, type Table, tooManyRows } from './table.ts';

export interface FileTable {
  readonly file: string;
  readonly table: Table;
}

/** The index is that of the row in its own table. */
const findRow = (tables: readonly FileTable[], row: number): { readonly part: FileTable; readonly row: number } => {
  let left = row;
  const part = tables.find(({ table }) => {
    if (left < table.rows.length) return true;
    left -= table.rows.length;
    return false;
  });
  return { part: part as FileTable, row: left };
};

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

const otherColumns = (first: FileTable, { file, table }: FileTable): WallfeedError => {
  const message = `its columns are ${listNames(table.header)}, those of ${first.file} ${listNames(first.table.header)}`;
  const detail = { file, message, hint: 'give all files of the list the same columns in the same order' };
  return new WallfeedError(
    'TABLE_COLUMNS',
    `The files of the list have different columns: ${describeDetail(detail)}.`,
    [detail],
  );
};

/**
 * Appends the rows of tables with the same columns. The place of each cell names the cell's file.
 * @throws WallfeedError TABLE_COLUMNS, SOURCE_TOO_LARGE (rows).
 */
export const appendTables = (tables: readonly [FileTable, ...FileTable[]]): Table => {
  const [first] = tables;
  const other = tables.find(({ table }) => !isSame(table.header, first.table.header));
  if (other) throw otherColumns(first, other);
  const rows = tables.flatMap(({ table }) => table.rows);
  if (rows.length > MAX_ROWS) throw tooManyRows();
  const { empty: _, ...table } = first.table;
  const empty = emptyReasonOf(tables.map((each) => each.table));
  return {
    ...table,
    rows,
    ...(empty && { empty }),
    locate: (row, column) => {
      const found = findRow(tables, row);
      return { file: found.part.file, ...found.part.table.locate(found.row, column) };
    },
  };
};
