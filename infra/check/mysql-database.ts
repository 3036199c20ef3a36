import type { ConnectionOptions } from 'mysql2';
import type { SqlDialect } from '../../shared/config/sources.ts';
import { mysql } from '../../shared/sources/mysql.ts';
import { readResult } from '../../shared/sources/rds-data-result.ts';
import { tokenizeMysql } from '../dashboard/sql/mysql-tokens.ts';
import { readSeeds } from '../dashboard/sql/read-seeds.ts';
import { readMysqlResult } from '../local/emulators/mysql/mysql-result.ts';
import { writeStatement } from '../local/emulators/mysql/mysql-statement.ts';
import { type MysqlSettings, NO_SERVER, startMysql } from '../local/emulators/mysql/open-mysql.ts';
import { prepareStatement, runStatement } from '../local/emulators/mysql/run-statement.ts';
import { applyMysqlSeeds } from '../local/emulators/mysql/seed-server.ts';
import { type CheckedDatabase, NOT_REACHED } from './checked-database.ts';
import { describeRefusal, groupProblem, type Names } from './mysql-refusal.ts';
import type { RunSeeds } from './run-seeds.ts';
import { MAX_ROWS, MAX_RUN_MS, parametersAt, refused, type Sample, type SampledStatement } from './sample-result.ts';

/** Keeps the places of all other characters. */
const withMarks = (statement: string): string =>
  tokenizeMysql(statement)
    .filter(({ kind }) => kind === 'parameter')
    .reduceRight(
      (sql, { offset, text }) => sql.slice(0, offset) + '?'.padEnd(text.length) + sql.slice(offset + text.length),
      statement,
    )
    .replace(/[;\s]+$/, '');

const NAMES =
  'select table_name, column_name from information_schema.columns where table_schema = database() order by 1, 2';

const runNow = (options: ConnectionOptions, sql: string, maxRows: number, limit = MAX_RUN_MS) =>
  runStatement(options, sql, { limit, signal: new AbortController().signal, maxRows });

const MAX_NAMES = 5_000;

/** Returns no names if they cannot be read. */
const readNames = async (options: ConnectionOptions): Promise<Names> => {
  const outcome = await runNow(options, NAMES, MAX_NAMES);
  const rows = typeof outcome === 'object' && 'rows' in outcome ? outcome.rows : [];
  const [tables, columns] = [0, 1].map((at) => [...new Set(rows.map((row) => String(row[at] ?? '')))]);
  return { tables: tables ?? [], columns: columns ?? [], isNamed: options.uri !== undefined };
};

const REFUSES = 'the database refuses the statement';

const describe = async (options: ConnectionOptions, statement: string) => {
  const outcome = await prepareStatement(options, withMarks(statement));
  if (!outcome) return undefined;
  if ('failure' in outcome) return describeRefusal(statement, outcome.failure, REFUSES, await readNames(options));
  return NOT_REACHED;
};

const checkGroups = async (options: ConnectionOptions, statement: string) => {
  const outcome = await prepareStatement(options, withMarks(statement), true);
  return outcome && 'failure' in outcome ? groupProblem(outcome.failure) : undefined;
};

const FAILS = 'the statement fails with the rows of the database';

const sample = async (
  options: ConnectionOptions,
  { statement, own }: SampledStatement,
  { timezone = 'UTC' }: SqlDialect,
): Promise<Sample | undefined> => {
  const written = writeStatement(statement, [...parametersAt(Date.now(), timezone), ...own]);
  if ('refusal' in written) return { problem: refused(written.refusal, mysql) };
  const outcome = await runNow(options, written.text, MAX_ROWS);
  if (typeof outcome === 'string' || 'unreachable' in outcome) return undefined;
  if ('failure' in outcome)
    return { problem: describeRefusal(statement, outcome.failure, FAILS, await readNames(options)) };
  const read = readMysqlResult({ ...outcome, tooLarge: undefined }, { longReturnType: 'STRING' });
  if ('refusal' in read) return { problem: refused(read.refusal, mysql) };
  const { records, metadata } = read;
  const table = readResult({ columnMetadata: metadata, records }, mysql, timezone);
  return { result: { table, types: metadata.map(({ typeName = '' }) => typeName), engine: 'mysql' } };
};

const databaseOf = (
  options: ConnectionOptions,
  dialect: SqlDialect,
): Pick<CheckedDatabase, 'describe' | 'checkGroups' | 'sample'> => ({
  describe: (statement) => describe(options, statement),
  checkGroups: (statement) => checkGroups(options, statement),
  sample: (statement) => sample(options, statement, dialect),
});

export const openNamedForCheck = (url: string, dialect: SqlDialect): CheckedDatabase => ({
  ...databaseOf({ uri: url }, dialect),
  isNamed: true,
  close: async () => undefined,
});

/** Returns why there is no server if the machine has none, or if it does not start. */
export const openMysqlForCheck = async (
  settings: MysqlSettings,
  dialect: SqlDialect,
  seeds: readonly string[],
  runSeeds: RunSeeds,
): Promise<CheckedDatabase | { readonly problem: string }> => {
  const read = await readSeeds(seeds);
  const started = await startMysql(settings).catch((error: Error) => error);
  if (!started) return { problem: NO_SERVER };
  if (started instanceof Error) return { problem: started.message };
  const { database, server } = started;
  const failed = await runSeeds(read, (seed) => applyMysqlSeeds(server, [seed]));
  return { failed, ...databaseOf(database.options, dialect), close: () => database.close() };
};
