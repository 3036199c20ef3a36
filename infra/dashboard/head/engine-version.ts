import type { SqlSource } from '../../../shared/config/sources.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Fields } from '../folder/fields.ts';

/** The version that the templates are tested with: the minor version of 17 that AWS maintains for at least three years. */
export const DEFAULT_ENGINE_VERSION = '17.7';

/** The version of Aurora MySQL that AWS maintains for at least three years. */
const DEFAULT_MYSQL_VERSION = '8.0.mysql_aurora.3.10.4';

export const defaultVersion = (engine: SqlSource['engine']): string =>
  engine === 'mysql' ? DEFAULT_MYSQL_VERSION : DEFAULT_ENGINE_VERSION;

/**
 * The first minor version of each major version that can pause at 0 capacity units and has the Data API. Every version
 * of a later major version has both. Aurora offers version 17 from 17.4 on.
 */
const FIRST_MINOR: Readonly<Record<string, number>> = { 13: 15, 14: 12, 15: 7, 16: 3, 17: 4 };
const FIRST_MAJOR = 13;

/** The first version of Aurora MySQL that can pause at 0 capacity units. The Data API needs 3.07. */
const FIRST_MYSQL = '3.08.0';

const canPostgresPause = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= FIRST_MAJOR && minor >= (FIRST_MINOR[major] ?? 0);
};

const oldPostgres = (version: string): string | undefined => {
  if (canPostgresPause(version)) return undefined;
  const [major = ''] = version.split('.');
  const first = FIRST_MINOR[major];
  return `write ${first === undefined ? '' : `${major}.${first} or later, or `}'${DEFAULT_ENGINE_VERSION}'`;
};

const oldMysql = (version: string): string | undefined =>
  version.replace(/^.*_aurora\./, '').localeCompare(FIRST_MYSQL, 'en', { numeric: true }) < 0
    ? `write 8.0.mysql_aurora.${FIRST_MYSQL} or later, or '${DEFAULT_MYSQL_VERSION}'`
    : undefined;

/** Reports a version of the other engine, and one that cannot pause. */
export const engineVersionProblems = ({ engine, engineVersion }: Fields): readonly DefinitionProblem[] => {
  if (typeof engineVersion !== 'string' || !/^\d+\.\d+(?:$|\.mysql_aurora\.)/.test(engineVersion)) return [];
  const path = ['database', 'engineVersion'];
  const isMysql = engine === 'mysql';
  const name = isMysql ? 'Aurora MySQL' : 'Aurora PostgreSQL';
  if (engineVersion.includes('mysql') !== isMysql) {
    const message = say`'${engineVersion}' is no version of ${name}`;
    const hint = isMysql ? `write '${DEFAULT_MYSQL_VERSION}'` : 'for Aurora MySQL, add `engine: mysql`';
    return [{ path, message, hint }];
  }
  const hint = (isMysql ? oldMysql : oldPostgres)(engineVersion);
  const message = say`${name} ${engineVersion} cannot pause at 0 capacity units, or is not on offer`;
  return hint === undefined ? [] : [{ path, message, hint }];
};
