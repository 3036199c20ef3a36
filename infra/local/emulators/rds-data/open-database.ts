import { readSeeds, seedError } from '../../../dashboard/sql/read-seeds.ts';
import type { DatabaseImage } from './database-image.ts';
import type { PreparedStatement } from './prepare.ts';
import { applySeeds, type DatabaseWorker, emptyImage, type Operations, startWorker } from './start-worker.ts';

export type Outcome = Awaited<ReturnType<Operations['query']>> | 'timed out' | 'client gone';

export interface Database {
  /**
   * Runs a statement once earlier statements have ended. On a timeout, stops the statement by ending its thread. On a
   * disconnect, first gives the statement a second to end by itself.
   */
  run(statement: PreparedStatement, limit: number, signal: AbortSignal): Promise<Outcome>;
  retire(): Promise<void>;
  close(): Promise<void>;
}

interface SeededWorker {
  readonly worker: DatabaseWorker;
  readonly image: DatabaseImage;
}

const startSeeded = async (files: readonly string[]): Promise<SeededWorker> => {
  const seeds = await readSeeds(files);
  const empty = await emptyImage();
  const worker = startWorker(empty);
  try {
    const diagnostic = await applySeeds(worker, seeds);
    if (diagnostic) throw seedError(diagnostic, diagnostic.message);
    return { worker, image: seeds.length === 0 ? empty : await worker.call('dump') };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
};

/** Time that a statement gets to end after a disconnect. Starting a new thread would delay all other statements longer. */
const LAST_WAIT_MS = 1_000;

const isAfter = (limit: number, signal: AbortSignal) => {
  const { promise, resolve } = Promise.withResolvers<'timed out' | 'client gone'>();
  const timer = setTimeout(resolve, limit, 'timed out');
  let lastWait: NodeJS.Timeout | undefined;
  const onAbort = () => {
    lastWait = setTimeout(resolve, LAST_WAIT_MS, 'client gone');
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const cancel = () => {
    clearTimeout(timer);
    clearTimeout(lastWait);
    signal.removeEventListener('abort', onAbort);
  };
  return { promise, cancel };
};

interface DatabaseState {
  readonly image: DatabaseImage;
  worker: DatabaseWorker;
  /** A statement's timeout begins only then. */
  ready: Promise<unknown>;
  last: Promise<unknown>;
  isClosed: boolean;
}

const close = async (database: DatabaseState): Promise<void> => {
  database.isClosed = true;
  await database.worker.terminate();
};

const restart = async (database: DatabaseState): Promise<void> => {
  await database.worker.terminate();
  if (database.isClosed) return;
  database.worker = startWorker(database.image);
  database.ready = database.worker.call('seed', []).catch(() => undefined);
};

const runNow = async (
  database: DatabaseState,
  statement: PreparedStatement,
  limit: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  await database.ready;
  if (signal.aborted) return 'client gone';
  const end = isAfter(limit, signal);
  try {
    const outcome = await Promise.race([database.worker.call('query', statement), end.promise]);
    if (typeof outcome === 'string') await restart(database);
    return outcome;
  } catch (error) {
    await restart(database);
    throw error;
  } finally {
    end.cancel();
  }
};

/** @throws Error with file, line and column if a seed is invalid. */
export const openDatabase = async (files: readonly string[]): Promise<Database> => {
  const seeded = await startSeeded(files);
  const started = Promise.resolve();
  const database: DatabaseState = { ...seeded, ready: started, last: started, isClosed: false };
  return {
    run: (statement, limit, signal) => {
      const outcome = database.last.then(() => runNow(database, statement, limit, signal));
      database.last = outcome.catch(() => undefined);
      return outcome;
    },
    retire: async () => {
      await database.last;
      await close(database);
    },
    close: () => close(database),
  };
};
