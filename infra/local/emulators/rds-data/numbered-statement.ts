import type { SqlParameter } from '../../../../shared/config/sources.ts';
import { findSqlParameters } from '../../../../shared/sources/sql-parameters.ts';
import { OID } from './types.ts';

export interface Refusal {
  readonly message: string;
  readonly hint?: string;
  /** Place of the error in characters from 1, in the statement with its named parameters. */
  readonly position?: number;
  /** All tables, if the statement reads a table that does not exist. */
  readonly tables?: readonly string[];
}

const UNDEFINED_TABLE = '42P01';

/** Types of the parameters, as shared/sources/rds-data.ts binds them. */
export const PARAMETER_TYPES: Readonly<Record<SqlParameter, number>> = {
  from: OID.timestamp,
  to: OID.timestamp,
  currentTime: OID.int8,
  timePeriod: OID.float8,
};

/**
 * Returns the names of all parameters: first those with a type, then the endpoint's own parameters, whose types
 * PostgreSQL infers.
 */
const namesIn = (statement: string): readonly string[] => [
  ...new Set([...Object.keys(PARAMETER_TYPES), ...findSqlParameters(statement).map(({ name }) => name)]),
];

/** Replaces each `:name` by its number. Adds blanks, so that the positions in the statement stay the same. */
export const withNumbers = (statement: string): string =>
  findSqlParameters(statement).reduce((sql, { name, start, end }) => {
    const number = `$${namesIn(statement).indexOf(name) + 1}`;
    return sql.slice(0, start) + number.padEnd(end - start) + sql.slice(end);
  }, statement);

export const TABLES = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  order by 1`;

interface ServerError {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly position?: string | undefined;
  readonly code?: string | undefined;
}

export const refusalOf = async (
  { message, hint, position, code }: ServerError,
  tablesOf: () => Promise<readonly string[]>,
): Promise<Refusal> => ({
  message,
  ...(hint && { hint }),
  ...(position && { position: Number(position) }),
  ...(code === UNDEFINED_TABLE && { tables: await tablesOf() }),
});
