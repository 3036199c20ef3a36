import { parse } from 'libpg-query';
import { findSqlParameters } from '../../../shared/sources/sql-parameters.ts';
import { type Place, placeAt } from '../../dashboard/folder/diagnostic.ts';
import { findSeeds, readSeeds } from '../../dashboard/seeds/read-seeds.ts';
import { type Seed, seedError, statementOffset } from '../../dashboard/seeds/seed.ts';
import { syntaxErrorOffset } from '../../dashboard/sql/check-sql.ts';
import { explainError } from '../aws/explain-error.ts';
import { type DatabaseAddress, runTransaction } from '../aws/run-transaction.ts';

/** One statement of a seed, with the place at which it begins. */
export interface SeedStatement extends Place {
  readonly sql: string;
}

const MAX_STATEMENT_CHARS = 65_536;

type Statements = NonNullable<Awaited<ReturnType<typeof parse>>['stmts']>;

const parseSeed = async (seed: Seed): Promise<Statements> => {
  try {
    return (await parse(seed.text)).stmts ?? [];
  } catch (error) {
    throw seedError(placeAt(seed.file, seed.text, syntaxErrorOffset(error, seed.text)), (error as Error).message);
  }
};

/** Returns the reason why the Data API would refuse or misread a statement. */
const refusalOf = (sql: string, stmt: object): string | undefined => {
  const [parameter] = findSqlParameters(sql);
  if ('TransactionStmt' in stmt)
    return 'all seeds are applied in one transaction: leave out begin, commit and similar statements';
  if (sql.length > MAX_STATEMENT_CHARS)
    return `the statement has ${sql.length} characters, but the Data API accepts at most ${MAX_STATEMENT_CHARS}`;
  return parameter && `the Data API reads :${parameter.name} as a parameter: rewrite the statement without it`;
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

/**
 * Reads the single statements of a dashboard's data/*.sql, in order.
 * @throws Error with file, line and column of the first statement that the Data API would refuse.
 */
export const readStatements = async (folder: string): Promise<readonly SeedStatement[]> => {
  const seeds = await readSeeds(await findSeeds(folder));
  const statements: SeedStatement[] = [];
  for (const seed of seeds) statements.push(...(await splitSeed(seed)));
  return statements;
};

const faultOf = (statement: SeedStatement, error: unknown): Error => {
  const { name, message } = error as Error;
  const isSql = name === 'DatabaseErrorException' || name === 'BadRequestException' || name === 'ValidationException';
  const words = isSql ? message : explainError('applying the seeds', error);
  return seedError(statement, `${words}. All seeds were rolled back`);
};

/**
 * Applies seeds to the database of a stack, all of them or none.
 * @throws Error with file, line and column of the statement that the database refused.
 */
export const seedDatabase = (address: DatabaseAddress, statements: readonly SeedStatement[]): Promise<void> =>
  runTransaction(address, async (execute) => {
    for (const statement of statements) {
      await execute(statement.sql).catch((error: unknown) => {
        throw faultOf(statement, error);
      });
    }
  });
