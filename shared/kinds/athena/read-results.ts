import { type Detail, describeDetail, WallfeedError } from '../../errors/wallfeed-error.ts';
import type { Budget } from '../../limits/budget.ts';
import { shownName } from '../../tabular/column-count.ts';
import type { Cell, Table } from '../../tabular/table.ts';
import { type CellType, cellTypeOf } from '../cell-type.ts';

const MAX_QUERY_ROWS = 10_000;
/** A result of 10 000 rows needs ten full pages; Athena may send pages that are not full. */
const MAX_PAGES = 40;

const NOT_ATHENA = 'try again; if the error persists, check that no proxy answers in place of Amazon Athena';

const invalid = (detail: Detail): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The result cannot be read: ${describeDetail(detail)}.`, [detail], {
    cause: { name: 'UnreadableResult' },
  });

const tooManyRows = (): WallfeedError => {
  const message = `the result has more than ${MAX_QUERY_ROWS} rows`;
  const hint = 'aggregate in the query: group by what the components show';
  return new WallfeedError('SOURCE_TOO_LARGE', `The source is too large: ${message}.`, [{ message, hint }]);
};

interface Column extends CellType {
  readonly name: string;
}

const readColumn = (info: unknown, index: number): Column => {
  const { Name, Label = Name, Type } = Object(info);
  if (typeof Label !== 'string' || typeof Type !== 'string') {
    throw invalid({ column: index + 1, message: 'the column has no name, or no type', hint: NOT_ATHENA });
  }
  return { name: Label || String(Name), ...cellTypeOf(Type) };
};

const listIn = (value: unknown, name: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw invalid({ message: `the reply has no ${name}`, hint: NOT_ATHENA });
};

/** Reads the texts of a row. A cell without a text is NULL, and is returned as undefined. */
const textsOf = (row: unknown, columns: readonly Column[], number: number): readonly (string | undefined)[] => {
  const data = listIn(Object(row).Data, `values of row ${number}`);
  if (data.length !== columns.length) {
    const message = `the row has ${data.length} values, and the result ${columns.length} columns`;
    throw invalid({ row: number, message, hint: NOT_ATHENA });
  }
  return data.map((datum, column) => {
    const { VarCharValue } = Object(datum);
    if (VarCharValue === undefined || VarCharValue === null) return undefined;
    if (typeof VarCharValue === 'string') return VarCharValue;
    const columnName = shownName(columns[column]?.name ?? '');
    throw invalid({ row: number, column: column + 1, columnName, message: 'the value is not text', hint: NOT_ATHENA });
  });
};

const cellsOf = (texts: readonly (string | undefined)[], columns: readonly Column[]): Cell[] =>
  texts.map((text, column) => (text === undefined ? null : (columns[column]?.read(text) ?? null)));

/** True for a row of column names, with which the first page of a SELECT begins. */
const isHeader = (texts: readonly (string | undefined)[], columns: readonly Column[]): boolean =>
  texts.every((text, column) => text === columns[column]?.name);

interface Page {
  readonly columns: readonly Column[];
  readonly rows: readonly unknown[];
  readonly next: string | undefined;
}

const readPage = (reply: unknown): Page => {
  const { ResultSet, NextToken } = Object(reply);
  const { ColumnInfo } = Object(Object(ResultSet).ResultSetMetadata);
  const columns = listIn(ColumnInfo, 'columns').map(readColumn);
  if (columns.length === 0) {
    throw invalid({ message: 'the statement returns no columns', hint: 'write a SELECT that returns columns' });
  }
  const isToken = NextToken === undefined || NextToken === null || typeof NextToken === 'string';
  if (!isToken) throw invalid({ message: 'the reply has no valid token for the next page', hint: NOT_ATHENA });
  return { columns, rows: listIn(Object(ResultSet).Rows, 'rows'), next: NextToken || undefined };
};

/** The first page has no token. */
export type GetPage = (token: string | undefined) => Promise<unknown>;

/**
 * Checks every part of the replies.
 * @throws WallfeedError SOURCE_INVALID if a reply does not have the documented form, SOURCE_TOO_LARGE.
 */
export const readResults = async (getPage: GetPage, budget: Budget): Promise<Table> => {
  const rows: Cell[][] = [];
  let first: Page | undefined;
  let token: string | undefined;
  for (let pages = 0; pages === 0 || token !== undefined; pages += 1) {
    if (pages === MAX_PAGES)
      throw invalid({ message: `the result has more than ${MAX_PAGES} pages`, hint: NOT_ATHENA });
    const page = readPage(await getPage(token));
    first ??= page;
    const { columns } = first;
    for (const [index, row] of page.rows.entries()) {
      const texts = textsOf(row, columns, rows.length + 1);
      if (pages === 0 && index === 0 && isHeader(texts, columns)) continue;
      if (rows.length === MAX_QUERY_ROWS) throw tooManyRows();
      rows.push(cellsOf(texts, columns));
    }
    budget.hold({ cells: page.rows.length * columns.length });
    token = page.next;
  }
  const { columns } = first as Page;
  return {
    header: columns.map(({ name }) => name),
    origins: columns.map(({ origin }) => origin),
    rows,
    locate: (row) => ({ row: row + 1 }),
  };
};
