import { type Call, type EmulatorReply, type JsonEmulator, startJsonEmulator } from '../server/json-emulator.ts';
import type { SessionKey } from '../server/signature.ts';
import { type OpenDatabase, openPostgres } from './open-postgres.ts';
import { errorReply } from './types.ts';

export interface DataApi extends JsonEmulator {
  /**
   * Creates a new database from these seeds, or by default from the seeds of the old database. The new database replaces
   * the old one once all seeds have run.
   * @throws Error with file, line and column if a seed fails; the old database is then kept.
   */
  reseed(seeds?: readonly string[]): Promise<void>;
}

export interface DataApiOptions {
  /** .sql files, run in the order of their names. */
  readonly seeds: readonly string[];
  readonly open?: OpenDatabase;
  /** Milliseconds. */
  readonly limit?: number;
  readonly log?: (line: string) => void;
  readonly key?: SessionKey | undefined;
}

const OPERATIONS: Readonly<Record<string, string>> = {
  '/BatchExecute': 'BatchExecuteStatement',
  '/BeginTransaction': 'BeginTransaction',
  '/CommitTransaction': 'CommitTransaction',
  '/RollbackTransaction': 'RollbackTransaction',
};

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

/** @throws Error with file, line and column if a seed fails. */
export const startDataApi = async (options: DataApiOptions): Promise<DataApi> => {
  const { seeds, open = openPostgres, limit = 45_000, log = () => undefined } = options;
  let lastSeeds = seeds;
  let database = await open(seeds);
  let lastChange: Promise<void> = Promise.resolve();

  const answer = async ({ request, body, signal }: Call): Promise<EmulatorReply> => {
    const path = request.url ?? '';
    if (request.method !== 'POST' || path !== '/Execute') return refuse(path);
    return database.execute(body, { limit, signal, log });
  };
  const emulator = await startJsonEmulator({
    contentType: 'application/json',
    errorReply,
    answer,
    key: options.key,
  });

  const change = async (files: readonly string[]): Promise<void> => {
    const next = await open(files);
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
