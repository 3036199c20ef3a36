import type { SqlSource } from '../../shared/config/sources.ts';
import { type Detail, WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { readResult as toTable } from '../../shared/sources/rds-data-result.ts';
import { takeColumns } from '../../shared/sources/take-columns.ts';
import { utcText } from '../../shared/tabular/civil-time.ts';
import type { Column } from '../../shared/tabular/column.ts';
import { describeColumns, describeHeader, hasColumns } from '../../shared/tabular/column-count.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import type { Table } from '../../shared/tabular/table.ts';
import { typeTables } from '../../shared/tabular/type-tables.ts';
import type { Problem } from '../dashboard/folder/diagnostic.ts';
import { readResult } from './emulators/rds-data/execute.ts';
import { prepare } from './emulators/rds-data/prepare.ts';
import type { DatabaseWorker } from './emulators/rds-data/start-worker.ts';

/** Number of rows of a result that are compared with the component. */
const MAX_ROWS = 20;

/** Time after which a statement is judged by its columns alone. */
const MAX_RUN_MS = 2_000;

const HOUR_MINUTES = 60;

/** The columns of a result, their types, and its first rows. */
export interface Result {
  readonly table: Table;
  readonly types: readonly string[];
}

/** A problem of a result. `column` is the name in `columns` that it concerns. */
export interface ResultProblem extends Problem {
  readonly column?: string;
  readonly severity?: 'warning';
}

const parametersAt = (now: number) => [
  { name: 'from', typeHint: 'TIMESTAMP', value: { stringValue: utcText(now - HOUR_MINUTES * 60_000) } },
  { name: 'to', typeHint: 'TIMESTAMP', value: { stringValue: utcText(now) } },
  { name: 'currentTime', value: { longValue: now } },
  { name: 'timePeriod', value: { doubleValue: HOUR_MINUTES } },
];

/** Reads at most some rows of a statement. Undefined if the local database cannot run it. */
const readRows = async (worker: DatabaseWorker, statement: string, rows: number): Promise<Result | undefined> => {
  const sql = `select * from (${statement.replace(/[;\s]+$/, '')}\n) as result limit ${rows}`;
  const prepared = prepare(sql, parametersAt(Date.now()));
  if ('refusal' in prepared) return undefined;
  const result = await worker.call('query', prepared);
  if ('failure' in result) return undefined;
  const read = readResult(result, { longReturnType: 'STRING' });
  if ('refusal' in read) return undefined;
  const { records, metadata } = read;
  const reply = { columnMetadata: metadata, records } as unknown as Parameters<typeof toTable>[0];
  return { table: toTable(reply), types: metadata.map(({ typeName = '' }) => typeName) };
};

/** Returns a promise's result, or undefined if it takes longer than a statement may run. */
const inTime = async <Value>(value: Promise<Value>): Promise<Value | undefined> => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), MAX_RUN_MS);
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Runs a statement for its columns and its first rows. `isSlow` is true if the database still runs it after 2 s, so that
 * the worker must be ended.
 */
export const sampleResult = async (worker: DatabaseWorker, statement: string) => {
  const settled = (rows: number) => inTime(readRows(worker, statement, rows).then((result) => ({ result })));
  const columns = await settled(0);
  const rows = columns?.result ? await settled(MAX_ROWS) : columns;
  return { result: rows?.result ?? columns?.result, isSlow: rows === undefined };
};

const TEXTS = /^(?:text|varchar|bpchar|char|name|citext|json|jsonb|uuid)$/;
const INSTANTS = /^(?:timestamp|timestamptz|date|time|timetz)$/;

/** Names types that never fit a column: `a time`, `a Boolean`. */
const unfitting = (type: string, wanted: Column<unknown>['type']): string | undefined => {
  if (type === 'bool' && (wanted === 'number' || wanted === 'time')) return 'a Boolean';
  return INSTANTS.test(type) && wanted === 'number' ? 'a time' : undefined;
};

const WANTED: Partial<Record<Column<unknown>['type'], { readonly words: string; readonly cast: string }>> = {
  number: { words: 'a number', cast: 'numeric' },
  time: { words: 'a time', cast: 'timestamptz' },
};

const columnsOf = (
  definition: TableDefinition,
  header: readonly string[],
): readonly (readonly [string, Column<unknown>])[] =>
  definition.kind === 'fixed'
    ? Object.entries(definition.columns)
    : header.map((name, index) => [name, index === 0 ? definition.first : definition.rest]);

/** Compares the names in `columns` with the result. */
const nameProblems = (
  { columns = [] }: SqlSource,
  { table }: Result,
  definition: TableDefinition,
): readonly ResultProblem[] =>
  columns.flatMap(([column, from]) => {
    try {
      takeColumns(table, [[column, from]], definition);
      return [];
    } catch (error) {
      if (!(error instanceof WallfeedError)) throw error;
      const [{ message, hint = '' } = { message: error.message }] = error.details;
      return [
        {
          column,
          message: hint.startsWith('did you mean') ? `${message}; ${hint}` : message,
          hint: hint.startsWith('did you mean') ? '' : hint,
        },
      ];
    }
  });

/** Returns the index of the result's column from which a column of the component is taken, or -1. */
const resultIndex = ({ columns }: SqlSource, name: string, index: number, header: readonly string[]): number => {
  if (!columns) return index;
  const from = columns.find(([column]) => column === name)?.[1];
  return typeof from === 'number' ? from - 1 : header.indexOf(String(from));
};

const typeProblems = (source: SqlSource, result: Result, definition: TableDefinition): readonly ResultProblem[] => {
  const { header } = result.table;
  return columnsOf(definition, source.columns?.map(([name]) => name) ?? header).flatMap(([name, { type }], index) => {
    const at = resultIndex(source, name, index, header);
    const found = result.types[at] ?? '';
    const label = header[at] ?? '';
    const wanted = WANTED[type];
    if (!wanted) return [];
    const never = unfitting(found, type);
    const column = `column ${at + 1} (${label})`;
    if (never)
      return [
        {
          message: `${column} is ${never}, and \`${name}\` must be ${wanted.words}`,
          hint: 'select another column, or calculate a value from it',
        },
      ];
    if (!TEXTS.test(found)) return [];
    const hint = `cast it in the statement: ${label}::${wanted.cast}`;
    return [
      { severity: 'warning' as const, message: `${column} is text, and \`${name}\` must be ${wanted.words}`, hint },
    ];
  });
};

const describeRow = ({ row, column, columnName, message }: Detail): string => {
  const place = row === undefined ? '' : `row ${row}, column ${column} (${columnName}): `;
  return `${place}${message}`;
};

/** Types the first rows, and returns the first cell that the component refuses. */
const rowProblems = (
  { columns }: SqlSource,
  { table }: Result,
  definition: TableDefinition,
  timezone: string,
): readonly ResultProblem[] => {
  if (table.rows.length === 0) return [];
  try {
    typeTables(
      { table: definition },
      { table: columns ? takeColumns(table, columns, definition) : table },
      { timezone },
    );
    return [];
  } catch (error) {
    if (!(error instanceof WallfeedError) || error.code !== 'TABLE_CELL') return [];
    const [detail = { message: error.message }] = error.details;
    return [{ message: describeRow(detail), hint: detail.hint ?? 'correct the statement' }];
  }
};

/** Compares the result of a statement with the table that it fills: number, names and types of columns, and rows. */
export const resultProblems = (
  source: SqlSource,
  result: Result,
  definition: TableDefinition,
  timezone: string,
): readonly ResultProblem[] => {
  const { header } = result.table;
  if (!source.columns && !hasColumns(definition, header.length)) {
    const message = `the result has ${describeHeader(header)}; ${describeColumns(definition)}`;
    return [
      { message, hint: 'select these columns in this order, or name them: columns: { name: channel, value: orders }' },
    ];
  }
  const ofNames = nameProblems(source, result, definition);
  if (ofNames.length > 0) return ofNames;
  const ofTypes = typeProblems(source, result, definition);
  const errors = ofTypes.filter(({ severity }) => severity !== 'warning');
  if (errors.length > 0) return errors;
  const ofRows = rowProblems(source, result, definition, timezone);
  return ofRows.length > 0 ? ofRows : ofTypes;
};
