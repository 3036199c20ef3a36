import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import type { TextProblem } from '../dashboard/folder/diagnostic.ts';
import { didYouMean } from '../dashboard/folder/name-words.ts';
import { offsetOfCharacter } from '../dashboard/folder/text-position.ts';
import { mysqlFunctionHint } from '../dashboard/sql/mysql-hints.ts';
import { readSeeds } from '../dashboard/sql/read-seeds.ts';
import { describeNamed, runNamed } from '../local/emulators/rds-data/named-postgres.ts';
import type { Refusal } from '../local/emulators/rds-data/numbered-statement.ts';
import { applySeeds, type DatabaseWorker } from '../local/emulators/rds-data/start-worker.ts';
import { type CheckedDatabase, NOT_REACHED } from './checked-database.ts';
import type { RunSeeds } from './run-seeds.ts';
import { MAX_RUN_MS, type Query, sampleResult } from './sample-result.ts';
import { listTables } from './table-hints.ts';

const MISSING_TABLE = /^relation "(.+)" does not exist$/;

const hintOf = ({ message, hint, tables }: Refusal, isNamed: boolean): string => {
  const ofMysql = mysqlFunctionHint(message);
  if (ofMysql !== undefined || hint !== undefined) return ofMysql ?? hint ?? '';
  if (tables === undefined)
    return isNamed
      ? 'compare the statement with the tables of the database'
      : 'compare the statement with the tables that the *.sql files of data/ create';
  const near = nearestNames(MISSING_TABLE.exec(message)?.[1] ?? '', tables);
  return near.length > 0 ? didYouMean(near) : listTables(tables, isNamed);
};

const problemOf = (statement: string, refusal: Refusal, isNamed = false): TextProblem => ({
  offset: refusal.position === undefined ? 0 : offsetOfCharacter(statement, refusal.position - 1),
  message: `the database refuses the statement: ${refusal.message}`,
  hint: hintOf(refusal, isNamed),
});

/** Ends the thread of a statement that runs too long. A new thread starts with the seeds. */
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

/** Longer than the time after which a statement is judged by its columns alone. */
const MAX_QUERY_MS = MAX_RUN_MS + 1_000;

const failed = (message: string) => ({ failure: { severity: 'ERROR', message, code: '' } });

/** Opens a database of the developer. Each statement has a session of its own, so that nothing is left to close. */
export const openNamedPostgresForCheck = (url: string, timezone: string | undefined): CheckedDatabase => {
  const query: Query = async (statement) => {
    const outcome = await runNamed(url, statement, MAX_QUERY_MS);
    return typeof outcome === 'object' ? outcome : failed('the server ended the session');
  };
  return {
    isNamed: true,
    describe: async (statement) => {
      const found = await describeNamed(url, statement, MAX_QUERY_MS);
      if (found === undefined) return NOT_REACHED;
      return found === 'accepted' ? undefined : problemOf(statement, found, true);
    },
    sample: (statement) => sampleResult({ query, restart: async () => undefined, isNamed: true }, statement, timezone),
    close: async () => undefined,
  };
};
