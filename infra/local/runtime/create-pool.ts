import type { FunctionError, InvocationResult } from './function-error.ts';
import type { Environment } from './start-environment.ts';

type Started = Environment | { readonly error: FunctionError };

/** The outcome for a waiting request: an environment, permission to start one, or a timeout. */
type Turn = Environment | 'place' | 'none';

export interface PoolOptions {
  readonly start: () => Promise<Started>;
  /** The maximum number of environments. */
  readonly limit: number;
  /** The time that a request waits for a free environment, in milliseconds. */
  readonly patience: number;
}

/** The environments of one function. */
export interface Pool {
  /** Resolves to `unavailable` if no environment became free in time. */
  invoke(requestId: string, event: string): Promise<InvocationResult | 'unavailable'>;
  /** Process ids of the environments. */
  processes(): readonly number[];
  /** Refuses new requests and ends each environment once no request waits. Resolves when all have ended. */
  drain(): Promise<void>;
  /** Ends every environment at once. */
  end(): Promise<void>;
}

/** Creates a first-in, first-out queue of waiting requests. */
const createQueue = (patience: number) => {
  const waiting: ((turn: Turn) => void)[] = [];
  const join = async (): Promise<Turn> => {
    const { promise, resolve } = Promise.withResolvers<Turn>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1);
      resolve('none');
    }, patience);
    const turn = await promise;
    clearTimeout(timer);
    return turn;
  };
  const call = (turn: Turn): boolean => {
    const next = waiting.shift();
    next?.(turn);
    return next !== undefined;
  };
  return { join, call };
};

/** Creates a pool that starts environments on demand and reuses them. Each handles one request at a time. */
export const createPool = ({ start, limit, patience }: PoolOptions): Pool => {
  const running = new Set<Environment>();
  const idle: Environment[] = [];
  const queue = createQueue(patience);
  const gone = Promise.withResolvers<void>();
  let places = 0;
  let closed = false;
  let ended = false;

  /** Lets the next request in the queue start an environment, if any request waits. */
  const leave = (): void => {
    if (queue.call('place')) return;
    places -= 1;
    if (closed && places === 0) gone.resolve();
  };

  const discard = async (environment: Environment): Promise<void> => {
    await environment.end();
    running.delete(environment);
    leave();
  };

  const launch = async (): Promise<Started> => {
    const started = await start();
    if ('error' in started) leave();
    else running.add(started);
    if (ended && !('error' in started)) await started.end();
    return started;
  };

  const release = (environment: Environment): void => {
    if (environment.alive && queue.call(environment)) return;
    if (environment.alive && !closed) idle.push(environment);
    else void discard(environment);
  };

  /** Returns the idle environment that was used last. Removes environments that died while idle. */
  const takeIdle = (): Environment | undefined => {
    const environment = idle.pop();
    if (!environment || environment.alive) return environment;
    void discard(environment);
    return takeIdle();
  };

  const acquire = async (): Promise<Started | 'none'> => {
    const ready = takeIdle();
    if (ready) return ready;
    if (places < limit) {
      places += 1;
      return launch();
    }
    const turn = await queue.join();
    return turn === 'place' ? launch() : turn;
  };

  const invoke = async (requestId: string, event: string): Promise<InvocationResult | 'unavailable'> => {
    const environment = closed ? 'none' : await acquire();
    if (environment === 'none') return 'unavailable';
    if ('error' in environment) return environment;
    const result = await environment.invoke(requestId, event);
    release(environment);
    return result;
  };

  const drain = async (): Promise<void> => {
    closed = true;
    for (const environment of idle.splice(0)) void discard(environment);
    if (places > 0) await gone.promise;
  };

  const end = async (): Promise<void> => {
    ended = true;
    while (queue.call('none'));
    await Promise.all(Array.from(running, (environment) => environment.end()));
    await drain();
  };

  const processes = (): readonly number[] => Array.from(running).flatMap(({ alive, pid }) => (alive ? [pid] : []));

  return { invoke, processes, drain, end };
};
