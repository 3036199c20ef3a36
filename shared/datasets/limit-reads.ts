import type { Deadline } from '../aws/deadline.ts';
import { endedBy } from '../aws/retry-call.ts';
import { isStillRunning, sourceError } from '../aws/source-error.ts';
import { isWithin, now, type Timestamp } from '../cache/timestamp.ts';
import { toCacheableError, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Slot } from './slot.ts';

/** The time that must be left to read again, after a shared read ran out of time. */
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

/**
 * All endpoints of a dataset share the error that its database is resuming. Meanwhile the database would refuse every
 * statement.
 */
const RESUMING_MS = 2_000;

export interface ResumingMemory {
  /** Ignores other errors. */
  note(key: string, error: unknown): void;
  recall(key: string): WallfeedError | undefined;
}

const isResuming = (error: unknown): error is WallfeedError =>
  error instanceof WallfeedError && error.code === 'SOURCE_RESUMING' && !isStillRunning(error);

export const createResumingMemory = (): ResumingMemory => {
  let last: { readonly key: string; readonly error: WallfeedError; readonly at: Timestamp } | undefined;
  return {
    note: (key, error) => {
      if (isResuming(error)) last = { key, error: toCacheableError(error), at: now() };
    },
    recall: (key) => (last?.key === key && isWithin(last.at, RESUMING_MS) ? last.error : undefined),
  };
};

/** Windows of one dataset in one environment and slot. Each window is a query that is billed. */
const MAX_WINDOWS = 16;
/**
 * Windows for times far from the clock are counted separately, so that they never block windows near the current time.
 */
const MAX_FAR_WINDOWS = 16;

interface Asked {
  readonly until: number;
  readonly present: Set<string>;
  readonly far: Set<string>;
}

const tooMany = (dataset: string, seconds: number): WallfeedError => {
  const message = `dataset ${dataset} received requests for too many time windows`;
  const hint = 'give the dataset a `window` of its own, such as `window: { last: 24h }`';
  return new WallfeedError('SOURCE_THROTTLED', `The source refuses calls for now: ${message}.`, [{ message, hint }], {
    cause: { name: 'TooManyWindows' },
    retryAfter: seconds,
  });
};

/**
 * Creates a limit on the windows of one dataset. Without it, a client that varies `timePeriod` or `currentTime` could
 * start any number of queries. The count starts again after the length of a slot.
 * @throws WallfeedError SOURCE_THROTTLED from the returned function.
 */
export const createWindowLimit = (dataset: string, ttl: number): ((slot: Slot, now: number) => void) => {
  let asked: Asked | undefined;
  return ({ name, isFar }, now) => {
    if (!asked || now >= asked.until || asked.until - now > ttl)
      asked = { until: now + ttl, present: new Set(), far: new Set() };
    const names = isFar ? asked.far : asked.present;
    if (names.size >= (isFar ? MAX_FAR_WINDOWS : MAX_WINDOWS) && !names.has(name))
      throw tooMany(dataset, Math.max(1, Math.ceil((asked.until - now) / 1_000)));
    names.add(name);
  };
};
