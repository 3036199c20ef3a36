import { hasSqlDetails, parse } from 'libpg-query';
import { findSqlParameters } from '../../../shared/sources/sql-parameters.ts';
import { findSeeds } from '../../dashboard/seeds/find-seeds.ts';
import { readSeeds } from '../../dashboard/seeds/read-seeds.ts';
import type { Seed, SeedFault } from '../../dashboard/seeds/seed.ts';
import { seedError } from '../../dashboard/seeds/seed-error.ts';
import { faultAt, statementStart, unitOffset } from '../../dashboard/seeds/seed-place.ts';

/** One statement of a seed, and where it begins. */
export interface SeedStatement extends Omit<SeedFault, 'message'> {
  readonly sql: string;
}

const MAX_STATEMENT_CHARS = 65_536;

type Statements = NonNullable<Awaited<ReturnType<typeof parse>>['stmts']>;

const parseSeed = async (seed: Seed): Promise<Statements> => {
  try {
    return (await parse(seed.text)).stmts ?? [];
  } catch (error) {
    const position = hasSqlDetails(error) ? (error.sqlDetails?.cursorPosition ?? 0) : 0;
    throw seedError(faultAt(seed, unitOffset(seed.text, position + 1), (error as Error).message));
  }
};

/** What the Data API would refuse, or take for something else. */
const refusalOf = (sql: string, stmt: object): string | undefined => {
  const [parameter] = findSqlParameters(sql);
  if ('TransactionStmt' in stmt)
    return 'all seeds are applied in one transaction: leave begin, commit and the like out';
  if (sql.length > MAX_STATEMENT_CHARS)
    return `the statement has ${sql.length} characters, the Data API takes ${MAX_STATEMENT_CHARS}`;
  return parameter && `the Data API takes :${parameter.name} for a parameter: write it another way`;
};

const splitSeed = async (seed: Seed): Promise<readonly SeedStatement[]> => {
  const { text } = seed;
  const bytes = Buffer.from(text);
  return (await parseSeed(seed)).map(({ stmt = {}, stmt_location: start = 0, stmt_len: length }) => {
    const offset = statementStart(text, start);
    const end = bytes.subarray(0, length === undefined ? bytes.length : start + length).toString().length;
    const sql = text.slice(offset, end);
    const { message, ...place } = faultAt(seed, offset, refusalOf(sql, stmt) ?? '');
    if (message !== '') throw seedError({ ...place, message });
    return { ...place, sql };
  });
};

/**
 * The statements of a dashboard's data/*.sql, in their order: the Data API takes one at a time.
 * @throws Error with file, line and column at the first that it would not take.
 */
export const readStatements = async (folder: string): Promise<readonly SeedStatement[]> => {
  const seeds = await readSeeds(await findSeeds(folder));
  const statements: SeedStatement[] = [];
  for (const seed of seeds) statements.push(...(await splitSeed(seed)));
  return statements;
};
