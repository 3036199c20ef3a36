import { nearestNames } from '../catalogue/nearest-names.ts';
import type { SqlColumn } from '../config/sources.ts';
import { pluralize } from '../errors/pluralize.ts';
import { type Detail, describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import { listNames, shownName } from '../tabular/column-count.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import { say } from '../tabular/say.ts';
import type { Table } from '../tabular/table.ts';

/** No result column fills the column. Its cells are blank. */
const BLANK = -1;

const missing = (name: string, header: readonly string[]): Detail => {
  const [near] = nearestNames(name, header, 1);
  return {
    message: say`the result has no column '${shownName(name)}'`,
    hint: near === undefined ? `its columns are ${listNames(header)}` : `did you mean '${shownName(near)}'?`,
  };
};

const severalColumns = (name: string): Detail => ({
  message: say`the result has more than one column '${shownName(name)}'`,
  hint: 'give each column its own name with AS, or write the position of the column',
});

const beyond = (position: number, header: readonly string[]): Detail => ({
  message: `the result has no column ${position}`,
  hint: `the result has ${pluralize(header.length, 'column')}: ${listNames(header)}`,
});

/** Finds a result column by its name or its position from 1. */
const find = (from: string | number, header: readonly string[]): number | Detail => {
  if (typeof from === 'number') return from <= header.length ? from - 1 : beyond(from, header);
  const first = header.indexOf(from);
  if (first === -1) return missing(from, header);
  return header.indexOf(from, first + 1) === -1 ? first : severalColumns(from);
};

/** Returns columns with their result columns. Columns of a fixed table may be left out. */
const ordered = (columns: readonly SqlColumn[], definition: TableDefinition) => {
  if (definition.kind === 'free') return columns;
  const given = new Map(columns);
  return Object.keys(definition.columns).map((name) => [name, given.get(name)] as const);
};

/**
 * Keeps the order of the component's columns. Leaves out all other result columns.
 * @throws WallfeedError TABLE_COLUMNS if the result lacks a column, or has two columns with its name.
 */
export const takeColumns = (table: Table, columns: readonly SqlColumn[], definition: TableDefinition): Table => {
  const { header, rows, origins } = table;
  const found = ordered(columns, definition).map(([name, from]) => ({
    name,
    at: from === undefined ? BLANK : find(from, header),
  }));
  const details = found.flatMap(({ at }) => (typeof at === 'number' ? [] : [at]));
  const [first] = details;
  if (first)
    throw new WallfeedError('TABLE_COLUMNS', `The result has the wrong columns: ${describeDetail(first)}.`, details);
  const places = found.map(({ at }) => at as number);
  return {
    ...table,
    header: found.map(({ name }) => name),
    rows: rows.map((cells) => places.map((at) => cells[at] ?? null)),
    locate: (row, column) => {
      const at = places[column] ?? BLANK;
      const columnName = header[at];
      const name = columnName === undefined ? {} : { columnName: shownName(columnName) };
      return { ...table.locate(row, at), column: at === BLANK ? undefined : at + 1, ...name };
    },
    ...(origins && { origins: places.map((at) => origins[at] ?? 'text') }),
  };
};
