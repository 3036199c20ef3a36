import type { EmulatorReply } from '../server/json-emulator.ts';
import { type ExecuteOptions, execute } from './execute.ts';
import { openDatabase } from './open-database.ts';

/** A database behind the emulator. */
export interface StatementRunner {
  /** Handles the ExecuteStatement operation. */
  execute(body: string, options: ExecuteOptions): Promise<EmulatorReply>;
  /** Closes the database once the running statements have ended. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a database with these seeds. @throws Error with file, line and column if a seed fails. */
export type OpenDatabase = (seeds: readonly string[]) => Promise<StatementRunner>;

/** Opens PostgreSQL in a thread of this process. */
export const openPostgres: OpenDatabase = async (seeds) => {
  const database = await openDatabase(seeds);
  return {
    execute: (body, options) => execute(body, database, options),
    retire: () => database.retire(),
    close: () => database.close(),
  };
};
