import type { EmulatorReply } from '../server/json-emulator.ts';
import { type ExecuteOptions, execute } from './execute.ts';
import { openDatabase } from './open-database.ts';

export interface StatementRunner {
  execute(body: string, options: ExecuteOptions): Promise<EmulatorReply>;
  /** Waits until the running statements have ended. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

/** @throws Error with file, line and column if a seed fails. */
export type OpenDatabase = (seeds: readonly string[]) => Promise<StatementRunner>;

export const openPostgres: OpenDatabase = async (seeds) => {
  const database = await openDatabase(seeds);
  return {
    execute: (body, options) => execute(body, database, options),
    retire: () => database.retire(),
    close: () => database.close(),
  };
};
