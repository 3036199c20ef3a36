import { readSeeds } from '../../../dashboard/seeds/read-seeds.ts';
import { seedError } from '../../../dashboard/seeds/seed.ts';
import { emptyImage } from './empty-image.ts';
import type { Operations } from './messages.ts';
import type { PreparedStatement } from './prepare.ts';
import { type DatabaseWorker, startWorker } from './start-worker.ts';

export type Outcome = Awaited<ReturnType<Operations['query']>> | 'timed out' | 'client gone';

export interface Database {
  /** Runs statements one at a time. On a timeout or a disconnect, the statement is stopped by ending its thread. */
  run(statement: PreparedStatement, limit: number, signal: AbortSignal): Promise<Outcome>;
  /** Closes the database once the running statements have ended. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

interface SeededWorker {
  readonly worker: DatabaseWorker;
  /** The database files, from which a new thread starts. */
  readonly image: Uint8Array;
}

const startSeeded = async (files: readonly string[]): Promise<SeededWorker> => {
  const seeds = await readSeeds(files);
  const worker = startWorker(await emptyImage());
  try {
    const fault = await worker.call('seed', seeds);
    if (fault) throw seedError(fault, fault.message);
    return { worker, image: await worker.call('dump', 'none') };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
};

const isAfter = (limit: number, signal: AbortSignal) => {
  const { promise, resolve } = Promise.withResolvers<'timed out' | 'client gone'>();
  const timer = setTimeout(() => resolve('timed out'), limit);
  const onAbort = () => resolve('client gone');
  signal.addEventListener('abort', onAbort, { once: true });
  const cancel = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  return { promise, cancel };
};

/**
 * Opens a database with these seeds in its own thread.
 * @throws Error with file, line and column when a seed is wrong.
 */
export const openDatabase = async (files: readonly string[]): Promise<Database> => {
  const seeded = await startSeeded(files);
  let { worker } = seeded;
  /** Resolves once the thread has started. A statement's timeout begins only then. */
  let ready: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const close = async (): Promise<void> => {
    isClosed = true;
    await worker.terminate();
  };

  const restart = async (): Promise<void> => {
    await worker.terminate();
    if (isClosed) return;
    worker = startWorker(seeded.image);
    ready = worker.call('seed', []).catch(() => undefined);
  };

  const runNow = async (statement: PreparedStatement, limit: number, signal: AbortSignal): Promise<Outcome> => {
    await ready;
    if (signal.aborted) return 'client gone';
    const end = isAfter(limit, signal);
    try {
      const outcome = await Promise.race([worker.call('query', statement), end.promise]);
      if (typeof outcome === 'string') await restart();
      return outcome;
    } catch (error) {
      await restart();
      throw error;
    } finally {
      end.cancel();
    }
  };

  return {
    run: (statement, limit, signal) => {
      const outcome = last.then(() => runNow(statement, limit, signal));
      last = outcome.catch(() => undefined);
      return outcome;
    },
    retire: async () => {
      await last;
      await close();
    },
    close,
  };
};
