import { pluralize } from '../errors/pluralize.ts';
import { describeDetail, WallfeedError } from '../errors/wallfeed-error.ts';
import { UNLIMITED } from '../limits/budget.ts';
import { adviseHeader, adviseOrder } from './advise-columns.ts';
import { placeOf, placeOfRow } from './cell-fault.ts';
import { describeColumns, describeHeader, hasColumns, listNames, shownName } from './column-count.ts';
import type { FixedTable, FreeTable, RowCount, TableDefinition, TypedTables } from './define-table.ts';
import type { AnyRow } from './key-checks.ts';
import { say } from './say.ts';
import type { Reading, Table } from './table.ts';
import { type TableFault, type TypingContext, typeCells } from './type-cells.ts';

const describeCount = (min: number, max: number): string => {
  if (min === max) return `exactly ${min}`;
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : `at most ${max}`;
};

const checkRowCount = (
  { min = 0, max = Number.POSITIVE_INFINITY, reading: only }: RowCount,
  table: Table,
  reading: Reading | undefined,
): TableFault[] => {
  const rows = table.rows.length;
  if ((only !== undefined && only !== reading) || (rows >= min && rows <= max)) return [];
  const message = `the table has ${pluralize(rows, 'row')}; expected ${describeCount(min, max)}`;
  return [
    {
      code: 'TABLE_ROWS',
      ...(rows > max && placeOfRow(table, max)),
      message,
      hint: 'give as many rows as the component reads',
    },
  ];
};

const asRow = (names: readonly string[], values: readonly unknown[]): AnyRow => {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index++) {
    if (values[index] !== undefined) row[names[index] as string] = values[index];
  }
  return row;
};

const checkKeys = (
  definition: FixedTable,
  table: Table,
  rows: readonly AnyRow[],
  { options, budget = UNLIMITED }: TypingContext,
): TableFault[] => {
  const names = Object.keys(definition.columns);
  const fill = typeof options?.fill === 'number' ? options.fill : undefined;
  return definition.keys
    .flatMap(({ check }) => check(rows, fill, budget.cellsLeft()))
    .slice(0, budget.maxDetails)
    .map(({ row, column, path, message, hint }) => ({
      code: path === undefined ? 'TABLE_KEYS' : 'BODY_INVALID',
      ...(path !== undefined && { path }),
      ...(row !== undefined && column !== undefined && placeOf(table, row, names.indexOf(column))),
      message,
      hint,
    }));
};

const typeFixed = (
  definition: FixedTable,
  table: Table,
  context: TypingContext,
  faults: TableFault[],
): readonly AnyRow[] => {
  const names = Object.keys(definition.columns);
  const columns = Object.values(definition.columns);
  const rows = typeCells({ columns, names, table }, context, faults, (values) => asRow(names, values));
  if (faults.length === 0) faults.push(...checkKeys(definition, table, rows, context));
  else {
    const hasOrder = adviseOrder({ columns, names, table }, context, faults);
    if (!hasOrder) adviseHeader({ columns, names, table }, faults);
  }
  return rows;
};

const namesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the columns of a free table. An option may give some columns another type. */
export const freeColumns = (
  { first, rest, named }: FreeTable,
  header: readonly string[],
  options: TypingContext['options'],
) => {
  const special = new Set(named ? namesIn(options?.[named.option]) : []);
  return header.map((name, index) => {
    if (named && special.has(name)) return named.column;
    return index === 0 ? first : rest;
  });
};

const checkNamed = ({ named }: FreeTable, header: readonly string[], options: TypingContext['options']): TableFault[] =>
  (named ? namesIn(options?.[named.option]) : [])
    .filter((name) => !header.includes(String(name)))
    .map((name) => ({
      code: 'TABLE_COLUMNS',
      message: say`${named?.option} names '${name}', but no column has this name`,
      hint: `name columns of the header: ${listNames(header)}`,
    }));

const describeUnnamed = ([first = 1, ...others]: readonly number[]): string => {
  if (others.length === 0) return `column ${first} has no name`;
  return `column ${first} and ${others.length} more have no name`;
};

/** Reports columns without a name, and names that an earlier column has too. */
const checkNames = ({ hasNames }: FreeTable, header: readonly string[]): TableFault[] => {
  if (!hasNames) return [];
  const hint = 'give each column a name of its own in the header, or name the columns by `columns`';
  const blank = header.flatMap((name, index) => (name.trim() === '' ? [index + 1] : []));
  const [first] = blank;
  const unnamed = first === undefined ? [] : [{ column: first, message: describeUnnamed(blank) }];
  const repeated = header.flatMap((name, index) =>
    name.trim() === '' || header.indexOf(name) === index
      ? []
      : [{ column: index + 1, message: say`two columns are called '${shownName(name)}'` }],
  );
  return [...unnamed, ...repeated].map((found) => ({ code: 'TABLE_COLUMNS', ...found, hint }));
};

const typeFree = (definition: FreeTable, table: Table, context: TypingContext, faults: TableFault[]) => {
  const { header } = table;
  const { options } = context;
  faults.push(...checkNames(definition, header), ...checkNamed(definition, header, options));
  const columns = freeColumns(definition, header, options);
  return { header, rows: typeCells({ columns, names: header, table }, context, faults, (values) => values.slice()) };
};

const checkColumns = (definition: TableDefinition, table: Table): TableFault[] => {
  const { header } = table;
  if (hasColumns(definition, header.length)) return [];
  const message = `the table has ${describeHeader(header)}; ${describeColumns(definition)}`;
  return [
    { code: 'TABLE_COLUMNS', message, hint: 'give exactly the expected columns in their order; the names are free' },
  ];
};

const typeTable = (definition: TableDefinition, table: Table, context: TypingContext) => {
  const known = context.known?.get(table);
  if (known) return { faults: [], typed: known };
  const faults: TableFault[] = [
    ...checkColumns(definition, table),
    ...checkRowCount(definition.rowCount, table, context.reading),
  ];
  if (faults.length > 0) return { faults, typed: undefined };
  const typed =
    definition.kind === 'fixed'
      ? typeFixed(definition, table, context, faults)
      : typeFree(definition, table, context, faults);
  if (faults.length === 0) context.known?.set(table, typed);
  return { faults, typed };
};

/**
 * Skips tables that the endpoint omits.
 * @throws WallfeedError with the code of the first error: TABLE_COLUMNS, TABLE_ROWS, TABLE_CELL, TABLE_KEYS or
 * BODY_INVALID. The details contain all errors, up to the limit.
 */
export const typeTables = <T extends Readonly<Record<string, TableDefinition>>>(
  definitions: T,
  tables: Readonly<Record<string, Table>>,
  context: TypingContext,
): TypedTables<T> => {
  const hasSeveralTables = Object.keys(definitions).length > 1;
  const results = Object.entries(definitions).flatMap(([name, definition]) => {
    const table = tables[name];
    return table ? [{ name, ...typeTable(definition, table, context) }] : [];
  });
  const faults = results.flatMap(({ name, faults }) =>
    faults.map((fault) => ({ ...(hasSeveralTables && { table: name }), ...fault })),
  );
  const [first] = faults;
  if (first)
    throw new WallfeedError(
      first.code,
      `The table does not fit the component: ${describeDetail(first)}.`,
      faults.map(({ code: _, ...detail }) => detail),
    );
  return Object.fromEntries(results.map(({ name, typed }) => [name, typed])) as TypedTables<T>;
};
