import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { OWN_DATABASE } from '../../stack/sources.ts';
import { openNamedMysql, openNothing, openOwnMysql } from './mysql/open-mysql.ts';
import { openNamedPostgres } from './rds-data/named-postgres.ts';
import { type OpenDatabase, openPostgres, type StatementRunner } from './rds-data/open-postgres.ts';

export interface LocalDatabase {
  readonly engine: 'mysql' | 'postgresql';
  readonly name: string;
  readonly timezone: string;
  readonly variable?: string;
}

export const localDatabaseOf = ({
  dialect,
  database,
  localDatabase,
}: Pick<LoadedDashboard, 'dialect' | 'database' | 'localDatabase'>): LocalDatabase => ({
  engine: dialect?.engine ?? 'postgresql',
  name: database?.name ?? OWN_DATABASE,
  timezone: dialect?.timezone ?? 'UTC',
  ...(localDatabase !== undefined && { variable: localDatabase }),
});

const PROTOCOLS = { mysql: /^(?:mysql|mariadb):$/, postgresql: /^postgres(?:ql)?:$/ } as const;

/** Returns the URL in a variable, or why there is none. The message never contains the URL, which has a password. */
export const readUrl = ({
  engine,
  variable = '',
}: LocalDatabase): { readonly url: string } | { readonly problem: string } => {
  const url = process.env[variable] ?? '';
  if (url === '') return { problem: `the environment variable ${variable} is empty or not set` };
  if (URL.canParse(url) && PROTOCOLS[engine].test(new URL(url).protocol)) return { url };
  return { problem: `the environment variable ${variable} is no URL that begins with ${engine}://` };
};

const NAMED: Readonly<Record<LocalDatabase['engine'], (url: string, variable: string) => StatementRunner>> = {
  mysql: openNamedMysql,
  postgresql: openNamedPostgres,
};

/** Returns the function that opens the database. It never writes to a database of the developer. */
export const openerOf = (database: LocalDatabase): OpenDatabase => {
  const { engine, variable, ...settings } = database;
  if (variable === undefined) return engine === 'mysql' ? (seeds) => openOwnMysql(settings, seeds) : openPostgres;
  return async () => {
    const read = readUrl(database);
    return 'url' in read ? NAMED[engine](read.url, variable) : openNothing(read.problem);
  };
};

export const openAfter =
  (error: Error, database: LocalDatabase): OpenDatabase =>
  async () => {
    if (!Object.hasOwn(Object(error.cause), 'line')) return openNothing(error.message);
    return openerOf(database)([]);
  };
