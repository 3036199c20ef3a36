import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import type { TextProblem } from '../dashboard/folder/diagnostic.ts';
import { didYouMean } from '../dashboard/folder/name-words.ts';
import { offsetOfCharacter } from '../dashboard/folder/text-position.ts';
import { mysqlFunctionHint } from '../dashboard/sql/mysql-hints.ts';
import { readSeeds } from '../dashboard/sql/read-seeds.ts';
import type { Refusal } from '../local/emulators/rds-data/describe-statement.ts';
import { withPostgres } from '../local/emulators/rds-data/named-postgres.ts';
import { applySeeds, type DatabaseWorker } from '../local/emulators/rds-data/start-worker.ts';
import type { CheckedDatabase } from './checked-database.ts';
import type { RunSeeds } from './run-seeds.ts';
import { type Query, sampleResult } from './sample-result.ts';
import { listTables } from './table-hints.ts';

const MISSING_TABLE = /^relation "(.+)" does not exist$/;

const hintOf = ({ message, hint, tables }: Refusal): string => {
  const ofMysql = mysqlFunctionHint(message);
  if (ofMysql !== undefined || hint !== undefined) return ofMysql ?? hint ?? '';
  if (tables === undefined) return 'compare the statement with the tables that the *.sql files of data/ create';
  const near = nearestNames(MISSING_TABLE.exec(message)?.[1] ?? '', tables);
  return near.length > 0 ? didYouMean(near) : listTables(tables);
};

const problemOf = (statement: string, refusal: Refusal): TextProblem => ({
  offset: refusal.position === undefined ? 0 : offsetOfCharacter(statement, refusal.position - 1),
  message: `the database refuses the statement: ${refusal.message}`,
  hint: hintOf(refusal),
});

/**
 * Creates a local database with the seeds. A statement that runs too long ends its thread, and a new one starts with the
 * seeds.
 */
export const openPostgresForCheck = async (
  files: readonly string[],
  runSeeds: RunSeeds,
  start: () => Promise<DatabaseWorker>,
  timezone: string | undefined,
): Promise<CheckedDatabase> => {
  const seeds = await readSeeds(files);
  let worker = await start();
  // Waits for the start of the database, which must not count as run time of the first file.
  await worker.call('seed', []);
  const failed = await runSeeds(seeds, (seed) => applySeeds(worker, [seed]));
  const restart = async (): Promise<void> => {
    await worker.terminate();
    worker = await start();
    await worker.call('seed', seeds);
  };
  const query: Query = (statement) => worker.call('query', statement);
  return {
    failed,
    describe: async (statement) => {
      const refusal = await worker.call('describe', statement);
      return refusal && problemOf(statement, refusal);
    },
    sample: (statement) => sampleResult({ query, restart }, statement, timezone),
    close: () => worker.terminate(),
  };
};

const MAX_QUERY_MS = 2_000;

export const openNamedPostgresForCheck = (url: string, timezone: string | undefined): CheckedDatabase => {
  const query: Query = async (statement) => {
    const signal = new AbortController().signal;
    const outcome = await withPostgres(url, (run) => run(statement, MAX_QUERY_MS, signal));
    if (outcome !== undefined && typeof outcome !== 'string') return outcome;
    const message = outcome === undefined ? 'the database cannot be reached' : 'it takes too long';
    return { failure: { severity: 'ERROR', message, code: '' } };
  };
  return {
    isNamed: true,
    describe: async () => undefined,
    sample: (statement) => sampleResult({ query, restart: async () => undefined }, statement, timezone),
    close: async () => undefined,
  };
};
