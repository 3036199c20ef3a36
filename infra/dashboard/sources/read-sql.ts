import type { SqlSource } from '../../../shared/config/sources.ts';
import type { Path } from '../folder/read-yaml.ts';
import { checkSql } from '../sql/check-sql.ts';
import { readStatement } from '../sql/read-statement.ts';
import type { ColumnName } from '../sql/sql-parameter-problems.ts';
import type { SourceContext } from './source-keys.ts';
import type { ReadSource } from './written-source.ts';

const RULES = { maxBytes: 65_536, shorten: 'put it into a view of the database' };

/** A query of dashboard.yml. */
export interface ReadSql extends ReadSource<SqlSource> {
  /** The names of the result columns. Absent if the statement does not name them. */
  readonly results?: readonly ColumnName[];
}

/** Converts the `columns` of SQL. The schema has already reported invalid ones. */
const compileColumns = (columns: unknown): Pick<SqlSource, 'columns'> =>
  typeof columns === 'object' && columns !== null
    ? { columns: Object.entries(columns as Record<string, string | number>) }
    : {};

/**
 * Reads and checks `sql: select ...` or `sql: file:queries/name.sql`. The statement is not run.
 * @param columns the map beside `sql`, if there is one.
 */
export const readSql = async (
  value: unknown,
  path: Path,
  { folder, database, parameters: known = [] }: SourceContext,
  columns?: unknown,
): Promise<ReadSql> => {
  const words = 'sql';
  if (typeof value !== 'string') return { problems: [], words };
  const { problems, checked } = await readStatement(value, path, folder, {
    ...RULES,
    check: (text: string) => checkSql(text, known),
  });
  if (!checked) return { problems, words };
  const { text: statement, parameters, own, columns: results } = checked;
  const source = {
    source: 'sql',
    statement,
    parameters,
    ...(own.length > 0 && { own }),
    ...(database && { database }),
  } as const;
  return { problems, words, source: { ...source, ...compileColumns(columns) }, ...(results && { results }) };
};
