import { createHash } from 'node:crypto';
import type { ParseResult } from 'libpg-query';
import type { SqlDialect } from '../../shared/config/sources.ts';
import { findSqlParameters } from '../../shared/sources/sql-parameters.ts';
import { type Place, placeAt } from '../dashboard/folder/diagnostic.ts';
import { statementOffset } from '../dashboard/folder/text-position.ts';
import { loadGrammar, syntaxErrorOffset } from '../dashboard/sql/check-sql.ts';
import { findSeeds, readSeeds, type Seed, seedError } from '../dashboard/sql/read-seeds.ts';
import { explainError, explained } from './aws/call-service.ts';
import { type DatabaseAddress, type Execute, runTransaction } from './aws/run-transaction.ts';
import { splitMysqlSeed } from './mysql-seeds.ts';

export interface SeedStatement extends Place {
  readonly sql: string;
}

const MAX_STATEMENT_CHARS = 65_536;

type Statements = NonNullable<ParseResult['stmts']>;

const parseSeed = async (seed: Seed): Promise<Statements> => {
  const { parseSync } = await loadGrammar();
  try {
    return parseSync(seed.text).stmts ?? [];
  } catch (error) {
    throw seedError(placeAt(seed.file, seed.text, syntaxErrorOffset(error, seed.text)), (error as Error).message);
  }
};

const tooLong = (sql: string): string | undefined =>
  sql.length > MAX_STATEMENT_CHARS
    ? `the statement has ${sql.length} characters, but the Data API accepts at most ${MAX_STATEMENT_CHARS}`
    : undefined;

const refusalOf = (sql: string, stmt: object): string | undefined => {
  const [parameter] = findSqlParameters(sql);
  if ('TransactionStmt' in stmt)
    return 'all seeds are applied in one transaction: leave out begin, commit and similar statements';
  return (
    tooLong(sql) ??
    (parameter && `the Data API reads :${parameter.name} as a parameter: rewrite the statement without it`)
  );
};

const splitSeed = async (seed: Seed): Promise<readonly SeedStatement[]> => {
  const { text } = seed;
  const bytes = Buffer.from(text);
  return (await parseSeed(seed)).map(({ stmt = {}, stmt_location: start = 0, stmt_len: length }) => {
    const offset = statementOffset(text, start);
    const end = bytes.subarray(0, length === undefined ? bytes.length : start + length).toString().length;
    const sql = text.slice(offset, end);
    const place = placeAt(seed.file, text, offset);
    const refusal = refusalOf(sql, stmt);
    if (refusal !== undefined) throw seedError(place, refusal);
    return { ...place, sql };
  });
};

const splitMysqlFile = (seed: Seed): readonly SeedStatement[] =>
  splitMysqlSeed(seed.text).map(({ sql, offset, refusal = tooLong(sql) }) => {
    const place = placeAt(seed.file, seed.text, offset);
    if (refusal !== undefined) throw seedError(place, refusal);
    return { ...place, sql };
  });

/**
 * Reads the single statements of a dashboard's data/*.sql, in order.
 * @throws Error with file, line and column of the first statement that the Data API would refuse.
 */
export const readStatements = async (
  folder: string,
  engine?: SqlDialect['engine'],
): Promise<readonly SeedStatement[]> => {
  const seeds = await readSeeds(await findSeeds(folder));
  const statements: SeedStatement[] = [];
  for (const seed of seeds) statements.push(...(engine === 'mysql' ? splitMysqlFile(seed) : await splitSeed(seed)));
  return statements;
};

const faultOf = (statement: SeedStatement, error: unknown, { undone }: Notes): Error => {
  const { name, message } = error as Error;
  const isSql = name === 'DatabaseErrorException' || name === 'BadRequestException' || name === 'ValidationException';
  const words = isSql ? message : explainError('applying the seeds', error);
  return seedError(statement, `${words}. ${undone}`);
};

const NOTES = 'wallfeed_seeds';

const hashOf = (statements: readonly SeedStatement[]): string => {
  const hash = createHash('sha256');
  for (const { sql } of statements) hash.update(sql).update('\0');
  return hash.digest('hex');
};

/** True if the error is that of a seed statement, and not that of the transaction. */
const isOfStatement = ({ cause }: Error): boolean => Object.hasOwn(Object(cause), 'line');

interface Notes {
  readonly create: string;
  readonly note: (hash: string) => string;
  /** True only for exactly these seeds. */
  readonly wereApplied: (address: DatabaseAddress, hash: string) => Promise<boolean>;
  readonly undone: string;
}

const NOTES_OF: Readonly<Record<'postgresql' | 'mysql', Notes>> = {
  postgresql: {
    create: `create table if not exists ${NOTES} (hash text primary key)`,
    note: (hash) => `insert into ${NOTES} values ('${hash}') on conflict do nothing`,
    wereApplied: async (address, hash) => {
      const check = `do $$ begin if not exists (select from ${NOTES} where hash = '${hash}') then raise no_data_found; end if; end $$`;
      return runTransaction(address, (execute) => execute(check)).then(
        () => true,
        () => false,
      );
    },
    undone: 'All seeds were rolled back',
  },
  mysql: {
    create: `create table if not exists ${NOTES} (hash varchar(64) primary key)`,
    note: (hash) => `insert ignore into ${NOTES} values ('${hash}')`,
    // The second note of the same seeds is a duplicate. The first one is rolled back.
    wereApplied: async (address, hash) => {
      const insert = async (execute: Execute): Promise<void> => {
        await execute(`insert into ${NOTES} values ('${hash}')`);
        throw new Error('these seeds were not applied');
      };
      return runTransaction(address, insert).then(
        () => false,
        (error: Error) => /\b1062\b|Duplicate entry/.test(error.message),
      );
    },
    undone: 'MySQL does not roll back tables: the statements before this one stay applied',
  },
};

const applySeeds = (
  address: DatabaseAddress,
  statements: readonly SeedStatement[],
  hash: string,
  notes: Notes,
): Promise<void> =>
  runTransaction(address, async (execute) => {
    for (const statement of statements) {
      await execute(statement.sql).catch((error: unknown) => {
        throw faultOf(statement, error, notes);
      });
    }
    const note = async (): Promise<void> => {
      await execute(notes.create);
      await execute(notes.note(hash));
    };
    await explained('noting that the seeds were applied', note);
  });

/**
 * Applies seeds to the database of a stack, all of them or none. If the seeds fail because the same seeds were applied
 * before, such as by an interrupted deployment, the database stays unchanged.
 * @returns true if the seeds were applied before.
 * @throws Error with file, line and column of the statement that the database refused.
 */
export const seedDatabase = async (
  address: DatabaseAddress,
  statements: readonly SeedStatement[],
  engine: SqlDialect['engine'] | 'postgresql' = 'postgresql',
): Promise<boolean> => {
  const notes = NOTES_OF[engine];
  const hash = hashOf(statements);
  try {
    await applySeeds(address, statements, hash, notes);
    return false;
  } catch (error) {
    if (isOfStatement(error as Error) && (await notes.wereApplied(address, hash))) return true;
    throw error;
  }
};
