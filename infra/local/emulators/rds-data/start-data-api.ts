import { type Call, type EmulatorReply, type JsonEmulator, startJsonEmulator } from '../json-emulator.ts';
import { errorReply } from './errors.ts';
import { execute } from './execute.ts';
import { openDatabase } from './open-database.ts';

export interface DataApi extends JsonEmulator {
  /**
   * A new database, from these seeds or the last ones; it replaces the old one once all of them have run.
   * @throws Error with file, line and column when a seed is wrong; the old database stays.
   */
  reseed(seeds?: readonly string[]): Promise<void>;
}

export interface DataApiOptions {
  /** Paths of .sql files, run in the order of their names. */
  readonly seeds: readonly string[];
  /** How long a statement may run, in milliseconds. */
  readonly limit?: number;
  /** Takes what the database says of statements that it refuses. */
  readonly log?: (line: string) => void;
}

const OPERATIONS: Readonly<Record<string, string>> = {
  '/BatchExecute': 'BatchExecuteStatement',
  '/BeginTransaction': 'BeginTransaction',
  '/CommitTransaction': 'CommitTransaction',
  '/RollbackTransaction': 'RollbackTransaction',
};

/** A function's role may execute statements and nothing else. */
const refuse = (path: string): EmulatorReply => {
  if (path === '/ExecuteSql')
    return errorReply(
      'BadRequestException',
      'This API is deprecated and not available. Use ExecuteStatement API instead',
    );
  const operation = OPERATIONS[path];
  if (!operation) return errorReply('UnknownOperationException');
  return errorReply(
    'AccessDeniedException',
    `User is not authorized to perform: rds-data:${operation} because no identity-based policy allows the rds-data:${operation} action`,
  );
};

/**
 * A stand-in for the RDS Data API on 127.0.0.1, over PostgreSQL in this process.
 * @throws Error with file, line and column when a seed is wrong.
 */
export const startDataApi = async (options: DataApiOptions): Promise<DataApi> => {
  const { seeds, limit = 45_000, log = () => undefined } = options;
  let lastSeeds = seeds;
  let database = await openDatabase(seeds);
  let lastChange: Promise<void> = Promise.resolve();

  const answer = async ({ request, body, signal }: Call): Promise<EmulatorReply> => {
    const path = request.url ?? '';
    if (request.method !== 'POST' || path !== '/Execute') return refuse(path);
    return execute(body, database, { limit, signal, log });
  };
  const emulator = await startJsonEmulator({
    contentType: 'application/json',
    errorReply,
    answer,
  });

  const change = async (files: readonly string[]): Promise<void> => {
    const next = await openDatabase(files);
    const previous = database;
    database = next;
    lastSeeds = files;
    previous.retire();
  };
  return {
    ...emulator,
    reseed: (files = lastSeeds) => {
      const changed = lastChange.then(() => change(files));
      lastChange = changed.catch(() => undefined);
      return changed;
    },
    close: async () => {
      await lastChange;
      await Promise.all([emulator.close(), database.close()]);
    },
  };
};
