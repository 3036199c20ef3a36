import type { FunctionError, InvocationResult } from './function-error.ts';
import type { Environment } from './start-environment.ts';

type Started = Environment | { readonly error: FunctionError };

export interface PoolOptions {
  readonly start: () => Promise<Started>;
  /** How many environments there may be at once. */
  readonly limit: number;
  /** How long a request waits for one, in milliseconds. */
  readonly patience: number;
}

/** The environments of one function. */
export interface Pool {
  /** `unavailable` when no environment came free in time. */
  invoke(requestId: string, event: string): Promise<InvocationResult | 'unavailable'>;
  /** Ends every environment, those at work once they have answered, and starts no more. */
  drain(): Promise<void>;
  /** Ends every environment at once. */
  end(): Promise<void>;
}

/** Starts environments as requests need them and uses them again, one request at a time each. */
export const createPool = ({ start, limit, patience }: PoolOptions): Pool => {
  const running = new Set<Environment>();
  const idle: Environment[] = [];
  const waiting: ((place: Environment | 'place' | 'none') => void)[] = [];
  let places = 0;
  let closed = false;

  const launch = async (): Promise<Started> => {
    const started = await start();
    if ('error' in started) leave();
    else running.add(started);
    return started;
  };

  const leave = (): void => {
    places -= 1;
    const next = closed ? undefined : waiting.shift();
    if (!next) return;
    places += 1;
    next('place');
  };

  const release = async (environment: Environment): Promise<void> => {
    const next = environment.alive ? waiting.shift() : undefined;
    if (next) return next(environment);
    if (environment.alive && !closed) {
      idle.push(environment);
      return;
    }
    running.delete(environment);
    leave();
    await environment.end();
  };

  const wait = async (): Promise<Environment | 'place' | 'none'> => {
    const { promise, resolve } = Promise.withResolvers<Environment | 'place' | 'none'>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      const index = waiting.indexOf(resolve);
      if (index >= 0) waiting.splice(index, 1);
      resolve('none');
    }, patience);
    const place = await promise;
    clearTimeout(timer);
    return place;
  };

  /** An environment that died while idle gives its place to a new one. */
  const takeIdle = (): Environment | undefined => {
    for (let environment = idle.pop(); environment; environment = idle.pop()) {
      if (environment.alive) return environment;
      running.delete(environment);
      places -= 1;
    }
    return undefined;
  };

  const acquire = async (): Promise<Started | 'none'> => {
    const ready = takeIdle();
    if (ready) return ready;
    if (places < limit) {
      places += 1;
      return launch();
    }
    const place = await wait();
    return place === 'place' ? launch() : place;
  };

  const invoke = async (requestId: string, event: string): Promise<InvocationResult | 'unavailable'> => {
    if (closed) return 'unavailable';
    const environment = await acquire();
    if (environment === 'none') return 'unavailable';
    if ('error' in environment) return environment;
    const result = await environment.invoke(requestId, event);
    await release(environment);
    return result;
  };

  const drain = async (): Promise<void> => {
    closed = true;
    await Promise.all(idle.splice(0).map(async (environment) => environment.end()));
  };

  const end = async (): Promise<void> => {
    closed = true;
    for (const leaveEmpty of waiting.splice(0)) leaveEmpty('none');
    await Promise.all(Array.from(running, async (environment) => environment.end()));
  };

  return { invoke, drain, end };
};
