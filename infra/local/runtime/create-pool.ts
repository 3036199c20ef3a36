import type { FunctionError, InvocationResult } from './runtime-api.ts';
import type { Environment } from './start-environment.ts';

type Turn = Environment | 'place' | 'none';

interface RequestQueue {
  join(): Promise<Turn>;
  /** Gives a turn to the request that has waited longest. Returns false if no request waits. */
  call(turn: Turn): boolean;
}

/** @param maxWaitMs the time that a request waits, in milliseconds. */
export const createRequestQueue = (maxWaitMs: number): RequestQueue => {
  const waiting: ((turn: Turn) => void)[] = [];
  return {
    join: async () => {
      const { promise, resolve } = Promise.withResolvers<Turn>();
      waiting.push(resolve);
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(resolve), 1);
        resolve('none');
      }, maxWaitMs);
      const turn = await promise;
      clearTimeout(timer);
      return turn;
    },
    call: (turn) => {
      const next = waiting.shift();
      next?.(turn);
      return next !== undefined;
    },
  };
};

type Started = Environment | { readonly error: FunctionError };

export interface PoolOptions {
  readonly start: () => Promise<Started>;
  readonly limit: number;
  /** For a free environment. */
  readonly maxWaitMs: number;
  /** The time after which environments that have nothing to do end, except the one that was used last. */
  readonly idleMs?: number;
}

export interface Pool {
  /** Resolves to `unavailable` if no environment became free in time. */
  invoke(requestId: string, event: string): Promise<InvocationResult | 'unavailable'>;
  processes(): readonly number[];
  /** Refuses new requests, and ends each environment once no request waits. Resolves when all environments have ended. */
  drain(): Promise<void>;
  end(): Promise<void>;
}

interface PoolState extends Required<PoolOptions> {
  readonly running: Set<Environment>;
  readonly idle: Environment[];
  /** The number of environments that were idle all the time since the last look at them. */
  unused: number;
  looking: NodeJS.Timeout | undefined;
  readonly queue: RequestQueue;
  /** Resolves once the pool is closed and all environments have ended. */
  readonly gone: PromiseWithResolvers<void>;
  /** Environments that are starting, running or ending. */
  places: number;
  isClosed: boolean;
  isEnded: boolean;
}

/**
 * Gives the place of an ended environment to the next request in the queue, which starts a new one. Frees the place if no
 * request waits.
 */
const leave = (pool: PoolState): void => {
  if (pool.queue.call('place')) return;
  pool.places -= 1;
  if (pool.isClosed && pool.places === 0) pool.gone.resolve();
};

const discard = async (pool: PoolState, environment: Environment): Promise<void> => {
  await environment.end();
  pool.running.delete(environment);
  leave(pool);
};

const launch = async (pool: PoolState): Promise<Started> => {
  const started = await pool.start();
  if ('error' in started) {
    leave(pool);
    return started;
  }
  pool.running.add(started);
  if (pool.isEnded) await started.end();
  return started;
};

const DEFAULT_IDLE_MS = 60_000;

const removeDead = (pool: PoolState): void => {
  const dead = pool.idle.filter(({ alive }) => !alive);
  pool.unused = pool.idle.slice(0, pool.unused).filter(({ alive }) => alive).length;
  pool.idle.splice(0, pool.idle.length, ...pool.idle.filter(({ alive }) => alive));
  for (const environment of dead) void discard(pool, environment);
};

/** Ends the environments that had nothing to do since the last look. The live one that was used last stays. */
const endUnused = (pool: PoolState): void => {
  removeDead(pool);
  const most = Math.max(pool.idle.length - 1, 0);
  for (const environment of pool.idle.splice(0, Math.min(pool.unused, most))) void discard(pool, environment);
  pool.looking = undefined;
  watchIdle(pool);
};

const watchIdle = (pool: PoolState): void => {
  if (pool.looking || pool.idle.length < 2) return;
  pool.unused = pool.idle.length;
  pool.looking = setTimeout(endUnused, pool.idleMs, pool).unref();
};

const release = (pool: PoolState, environment: Environment): void => {
  if (environment.alive && pool.queue.call(environment)) return;
  if (!environment.alive || pool.isClosed) return void discard(pool, environment);
  pool.idle.push(environment);
  watchIdle(pool);
};

/** Returns the idle environment that was used last. Removes environments that died while idle. */
const takeIdle = (pool: PoolState): Environment | undefined => {
  const environment = pool.idle.pop();
  // Requests take from the end, so that those at the beginning stay unused.
  pool.unused = Math.min(pool.unused, pool.idle.length);
  if (!environment || environment.alive) return environment;
  void discard(pool, environment);
  return takeIdle(pool);
};

const acquire = async (pool: PoolState): Promise<Started | 'none'> => {
  const ready = takeIdle(pool);
  if (ready) return ready;
  if (pool.places < pool.limit) {
    pool.places += 1;
    return launch(pool);
  }
  const turn = await pool.queue.join();
  return turn === 'place' ? launch(pool) : turn;
};

const invoke = async (pool: PoolState, requestId: string, event: string): Promise<InvocationResult | 'unavailable'> => {
  const environment = pool.isClosed ? 'none' : await acquire(pool);
  if (environment === 'none') return 'unavailable';
  if ('error' in environment) return environment;
  const result = await environment.invoke(requestId, event);
  release(pool, environment);
  return result;
};

const drain = async (pool: PoolState): Promise<void> => {
  pool.isClosed = true;
  clearTimeout(pool.looking);
  for (const environment of pool.idle.splice(0)) void discard(pool, environment);
  if (pool.places > 0) await pool.gone.promise;
};

const end = async (pool: PoolState): Promise<void> => {
  pool.isEnded = true;
  while (pool.queue.call('none'));
  await Promise.all(Array.from(pool.running, (environment) => environment.end()));
  await drain(pool);
};

/** Creates a pool that starts environments on demand and reuses them. An environment handles one request at a time. */
export const createPool = (options: PoolOptions): Pool => {
  const pool: PoolState = {
    idleMs: DEFAULT_IDLE_MS,
    ...options,
    running: new Set(),
    idle: [],
    unused: 0,
    looking: undefined,
    queue: createRequestQueue(options.maxWaitMs),
    gone: Promise.withResolvers(),
    places: 0,
    isClosed: false,
    isEnded: false,
  };
  return {
    invoke: (requestId, event) => invoke(pool, requestId, event),
    processes: () => Array.from(pool.running).flatMap(({ alive, pid }) => (alive ? [pid] : [])),
    drain: () => drain(pool),
    end: () => end(pool),
  };
};
