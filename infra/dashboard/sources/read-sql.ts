import { CELL_KEYS, SELECTION_KEYS } from '../../../shared/config/selection-words.ts';
import type { SqlSource } from '../../../shared/config/sources.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import type { Path } from '../folder/read-yaml.ts';
import { columnProblems } from '../selection/place-references.ts';
import { checkMysql } from '../sql/check-mysql.ts';
import { checkSql } from '../sql/check-sql.ts';
import { type ColumnName, readStatement } from '../sql/read-statement.ts';
import type { ReadSource } from './read-join.ts';
import { readRowKeys, type SourceContext } from './source-keys.ts';

const RULES = { maxBytes: 65_536, shorten: 'put it into a view of the database' };

const CHECKS = { postgresql: checkSql, mysql: checkMysql } as const;

export interface ReadSql extends ReadSource<SqlSource> {
  /** Absent if the statement does not name its columns. */
  readonly results?: readonly ColumnName[];
}

/** Reads `sql: select ...` or `sql: file:queries/name.sql`, and does not run it. */
export const readSql = async (
  value: unknown,
  path: Path,
  { folder, database, dialect = {}, parameters: known = [] }: SourceContext,
): Promise<ReadSql> => {
  const words = 'sql';
  if (typeof value !== 'string') return { problems: [], words };
  const { problems, checked } = await readStatement(value, path, folder, {
    ...RULES,
    check: (text: string) => CHECKS[dialect.engine ?? 'postgresql'](text, known),
  });
  if (!checked) return { problems, words };
  const { text: statement, parameters, own, columns: results } = checked;
  const source = {
    source: 'sql',
    statement,
    parameters,
    ...(own.length > 0 && { own }),
    ...dialect,
    ...(database && { database }),
  } as const;
  return { problems, words, source, ...(results && { results }) };
};

const isTaken = (from: unknown): from is string | number => typeof from === 'string' || typeof from === 'number';

/** True if the keys beside a query do no more than to take columns of its result by name or position. */
const takesColumns = (fields: Fields): boolean =>
  [...SELECTION_KEYS, ...CELL_KEYS].every((key) => key === 'columns' || !Object.hasOwn(fields, key)) &&
  Object.values(asFields(fields.columns)).every(isTaken);

export const readSqlTable = async (fields: Fields, path: Path, context: SourceContext): Promise<ReadSql> => {
  const { source, results, ...read } = await readSql(fields.sql, [...path, 'sql'], context);
  if (typeof fields.sql !== 'string' || takesColumns(fields)) {
    const { columns } = fields;
    const taken = hasFields(columns) && { columns: Object.entries(columns as Record<string, string | number>) };
    return { ...read, ...(source && { source: { ...source, ...taken } }) };
  }
  const { selection = {}, reading, problems, ...keys } = await readRowKeys(fields, path, context);
  const rows = { words: 'the result', ...(results && { columns: results }) };
  return {
    ...read,
    ...keys,
    problems: [...read.problems, ...columnProblems(fields, path, rows, context.keysAt), ...problems],
    ...(source && { source: { ...source, ...reading, selection } }),
  };
};
