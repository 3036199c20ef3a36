import type { Deadline } from '../aws/deadline.ts';
import { endedBy } from '../aws/retry-call.ts';
import { isStillRunning, sourceError } from '../aws/source-error.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';

/** Minimum time that must be left to read again, after a shared read ran out of time. */
const MIN_READ_MS = 1_000;

/** True if a read ran out of time. A shared read may have begun in an earlier invocation, which Lambda froze. */
const isLate = (error: unknown): boolean =>
  error instanceof WallfeedError && error.code === 'SOURCE_TIMEOUT' && !isStillRunning(error);

/** Waits for a read until the signal aborts. The read itself is not aborted. */
const awaitRead = async <Result>(read: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  try {
    return await endedBy(read, signal);
  } catch (error) {
    throw signal.aborted && error === signal.reason ? sourceError('SOURCE_TIMEOUT', error) : error;
  }
};

/** Shares one read among all requests that need the same rows at the same time. */
export type ShareRead<Result> = (name: string, deadline: Deadline, read: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a function that shares reads in flight. A request that ends does not end a read, because other requests may
 * wait for the same read. A read ends by its own deadline.
 */
export const createSharedReads = <Result>(): ShareRead<Result> => {
  const reads = new Map<string, Promise<Result>>();
  const start = (name: string, read: () => Promise<Result>): Promise<Result> => {
    const started = read().finally(() => reads.delete(name));
    reads.set(name, started);
    started.catch(() => undefined);
    return started;
  };
  const share: ShareRead<Result> = async (name, deadline, read) => {
    const others = reads.get(name);
    if (!others) return awaitRead(start(name, read), deadline.signal);
    try {
      return await awaitRead(others, deadline.signal);
    } catch (error) {
      const hasTime = performance.now() + MIN_READ_MS < deadline.endsAt && !deadline.signal.aborted;
      if (!hasTime || !isLate(error)) throw error;
      return share(name, deadline, read);
    }
  };
  return share;
};
