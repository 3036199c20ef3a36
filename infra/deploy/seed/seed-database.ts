import { seedError } from '../../dashboard/seeds/seed.ts';
import { explainError } from '../aws/explain-error.ts';
import { type DatabaseAddress, runTransaction } from '../aws/run-transaction.ts';
import type { SeedStatement } from './read-statements.ts';

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
