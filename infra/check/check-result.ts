import type { SqlSource } from '../../shared/config/sources.ts';
import { type Detail, WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { takeColumns } from '../../shared/sources/take-columns.ts';
import type { Column } from '../../shared/tabular/column.ts';
import { describeColumns, describeHeader, hasColumns } from '../../shared/tabular/column-count.ts';
import type { TableDefinition } from '../../shared/tabular/define-table.ts';
import { saidIn, templateOf } from '../../shared/tabular/say.ts';
import type { Table } from '../../shared/tabular/table.ts';
import { typeTables } from '../../shared/tabular/type-tables.ts';
import type { Problem } from '../dashboard/folder/diagnostic.ts';
import { didYouMeanAfter } from '../dashboard/folder/name-words.ts';
import type { Result } from './sample-result.ts';
import { zoneNote } from './zone-notes.ts';

/** A problem of a result. `column` is the name in `columns` that has the problem. */
export interface ResultProblem extends Problem {
  readonly column?: string;
  readonly severity?: 'warning' | 'note';
}

const TEXTS =
  /^(?:text|varchar|bpchar|char|name|citext|json|jsonb|uuid|(?:VAR)?CHAR|(?:TINY|MEDIUM|LONG)?TEXT|ENUM|SET|JSON)$/;
const INSTANTS = /^(?:timestamp|timestamptz|date|time|timetz|DATETIME|TIMESTAMP|DATE|TIME)$/;

/** Returns `a time` or `a Boolean`. */
const unfitting = (type: string, wanted: Column<unknown>['type']): string | undefined => {
  if (type === 'bool' && (wanted === 'number' || wanted === 'time')) return 'a Boolean';
  return INSTANTS.test(type) && wanted === 'number' ? 'a time' : undefined;
};

const WANTED: Partial<
  Record<Column<unknown>['type'], { readonly words: string; readonly cast: string; readonly mysql: string }>
> = {
  number: { words: 'a number', cast: 'numeric', mysql: 'decimal(20, 6)' },
  time: { words: 'a time', cast: 'timestamptz', mysql: 'datetime' },
};

type Wanted = NonNullable<(typeof WANTED)[keyof typeof WANTED]>;

/** Returns `total::numeric`, or `cast(total as decimal(20, 6))`. */
const castOf = (label: string, { cast, mysql }: Wanted, engine: Result['engine']): string => {
  const isName = /^[a-z_]\w*$/.test(label);
  if (engine === 'mysql') return `cast(${isName ? label : '...'} as ${mysql})`;
  return `${isName ? label : '(...)'}::${cast}`;
};

const columnsOf = (
  definition: TableDefinition,
  header: readonly string[],
): readonly (readonly [string, Column<unknown>])[] =>
  definition.kind === 'fixed'
    ? Object.entries(definition.columns)
    : header.map((name, index) => [name, index === 0 ? definition.first : definition.rest]);

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
      return [{ column, ...didYouMeanAfter(message, hint) }];
    }
  });

/** Returns -1 if no column fills it. */
const resultIndex = (
  { columns }: Pick<SqlSource, 'columns'>,
  name: string,
  index: number,
  header: readonly string[],
): number => {
  if (!columns) return index;
  const from = columns.find(([column]) => column === name)?.[1];
  return typeof from === 'number' ? from - 1 : header.indexOf(String(from));
};

/** True if all cells of a column are null. PostgreSQL says that a null without a type is text. */
const isNull = ({ rows }: Table, column: number): boolean =>
  rows.length > 0 && rows.every((cells) => cells[column] === null);

/** A wrong type of a column in a result. `fills` is the column of the component that gets the values. */
export interface TypeProblem extends Problem {
  readonly fills: string;
  readonly severity?: 'warning' | 'note';
}

export interface ResultContext {
  readonly statement: string;
  readonly timezone: string;
}

export const typeProblems = (
  source: Pick<SqlSource, 'columns'>,
  result: Result,
  definition: TableDefinition,
  { statement, timezone }: ResultContext,
): readonly TypeProblem[] => {
  const { header } = result.table;
  return columnsOf(definition, source.columns?.map(([name]) => name) ?? header).flatMap(([column, { type }], index) => {
    const at = resultIndex(source, column, index, header);
    const found = result.types[at] ?? '';
    const label = header[at] ?? '';
    const note = zoneNote({ type: found, label, fills: type, statement }, timezone);
    if (note) return [{ fills: column, ...note }];
    const wanted = WANTED[type];
    if (!wanted) return [];
    const never = unfitting(found, type);
    const words = `column ${at + 1} (${label})`;
    if (never)
      return [
        {
          fills: column,
          message: `${words} is ${never}, and \`${column}\` must be ${wanted.words}`,
          hint: 'select another column, or calculate a value from it',
        },
      ];
    if (!TEXTS.test(found) || isNull(result.table, at)) return [];
    return [
      {
        fills: column,
        severity: 'warning' as const,
        message: `${words} is text, and \`${column}\` must be ${wanted.words}`,
        hint: `cast it in the statement: ${castOf(label, wanted, result.engine)}`,
      },
    ];
  });
};

/** Returns `row 2, column 3 (note): 'seven' is not a number`. */
export const describeRow = ({ row, column, columnName, message }: Detail): string => {
  if (row === undefined) return message;
  const ofColumn = column === undefined ? '' : `, column ${column} (${columnName})`;
  return `row ${row}${ofColumn}: ${message}`;
};

const missedType = (message: string): 'number' | 'time' | undefined => {
  if (templateOf(message) === '{} is not a number') return 'number';
  return saidIn(message)?.values[1] === 'is not a time' ? 'time' : undefined;
};

/** Does not name keys that exist only for files, such as `units`. */
const cellHint = ({ message, hint, columnName = '' }: Detail, engine: Result['engine']): string => {
  const type = missedType(message);
  const wanted = type && WANTED[type];
  if (!wanted) return hint ?? 'correct the statement';
  return `correct the text in the statement, and cast it: ${castOf(columnName, wanted, engine)}`;
};

const rowProblems = (
  { columns }: SqlSource,
  { table, engine }: Result,
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
    return [{ message: describeRow(detail), hint: cellHint(detail, engine) }];
  }
};

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
      {
        message,
        hint: 'select these columns in this order, or name them: `columns: { name: channel, value: orders }`',
      },
    ];
  }
  const ofNames = nameProblems(source, result, definition);
  if (ofNames.length > 0) return ofNames;
  const ofTypes = typeProblems(source, result, definition, { statement: source.statement, timezone });
  const errors = ofTypes.filter(({ severity }) => severity === undefined);
  if (errors.length > 0) return errors.map(({ fills: _, ...problem }) => problem);
  const ofRows = rowProblems(source, result, definition, timezone);
  return ofRows.length > 0 ? ofRows : ofTypes.map(({ fills: _, ...problem }) => problem);
};
