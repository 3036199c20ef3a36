import type { Environment } from './start-environment.ts';

/** The outcome for a waiting request: an environment, permission to start one, or a timeout. */
export type Turn = Environment | 'place' | 'none';

/** The requests that wait for an environment, in the order of their arrival. */
export interface RequestQueue {
  /** Waits for a turn, at most as long as `maxWaitMs`. */
  join(): Promise<Turn>;
  /** Gives a turn to the request that has waited longest. Returns false if no request waits. */
  call(turn: Turn): boolean;
}

/**
 * Creates an empty queue.
 * @param maxWaitMs the time that a request waits, in milliseconds.
 */
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
