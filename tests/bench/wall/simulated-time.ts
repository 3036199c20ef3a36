import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { install } from '@sinonjs/fake-timers';
import { createEventQueue, type QueuedEvent } from './event-queue.ts';

/** Who waits for a timer: a request under way, or, without one, a service that it asked. */
export type Sleeper = object;

/** A clock that stands still until it is told to go on; the process takes it for the real one. */
export interface SimulatedTime {
  /** Milliseconds since the simulation began. */
  now(): number;
  at(moment: number, run: () => void): void;
  /** Goes on to the next moment at which something happens, and lets it happen; false when nothing is left. */
  advance(): boolean;
  /** How many timers of this sleeper are running; of the services' without one. */
  timersOf(sleeper?: Sleeper): number;
  /** Runs what a request does, so that its timers are known as its own. */
  within<Result>(sleeper: Sleeper, run: () => Result): Result;
  /** Whose work is being done. */
  current(): Sleeper | undefined;
}

const SERVICES: Sleeper = {};

/**
 * Puts simulated time in place of the process's own, for good: `Date`, `performance`, and the timers of code that asks
 * the global `setTimeout`, `AbortSignal.timeout` or `node:timers/promises`. Node's own timers, such as those of sockets,
 * stay real.
 */
export const installSimulatedTime = (startsAt: number): SimulatedTime => {
  const clock = install({ now: startsAt, toFake: ['Date', 'performance'] });
  const queue = createEventQueue();
  const context = new AsyncLocalStorage<Sleeper>();
  const running = new Map<Sleeper, number>();
  const now = (): number => clock.now - startsAt;

  const count = (sleeper: Sleeper, change: 1 | -1): void => {
    running.set(sleeper, (running.get(sleeper) ?? 0) + change);
    if (running.get(sleeper) === 0) running.delete(sleeper);
  };
  interface Timer {
    readonly event: QueuedEvent;
    readonly sleeper: Sleeper;
  }
  const timers = new Map<number, Timer>();
  let lastId = 0;

  const startTimer = (run: () => void, delay = 0): number => {
    const id = ++lastId;
    const sleeper = context.getStore() ?? SERVICES;
    const fire = AsyncLocalStorage.bind(run);
    const event = queue.enter(now() + Math.max(1, Math.ceil(delay)), () => {
      timers.delete(id);
      count(sleeper, -1);
      fire();
    });
    timers.set(id, { event, sleeper });
    count(sleeper, 1);
    return id;
  };
  const stopTimer = (id: unknown): void => {
    const timer = timers.get(Number(id));
    if (!timer) return;
    timers.delete(Number(id));
    queue.cancel(timer.event);
    count(timer.sleeper, -1);
  };
  const sleep = <Value>(delay?: number, value?: Value): Promise<Value | undefined> =>
    new Promise((resolve) => {
      startTimer(() => resolve(value), delay);
    });

  /** Nobody waits for a deadline: it counts as no one's timer. */
  const createDeadline = (delay: number): AbortSignal => {
    const deadline = new AbortController();
    queue.enter(now() + Math.ceil(delay), () => deadline.abort(new DOMException('The time is over.', 'TimeoutError')));
    return deadline.signal;
  };

  Object.assign(globalThis, { setTimeout: startTimer, clearTimeout: stopTimer });
  Object.assign(AbortSignal, { timeout: createDeadline });
  Object.assign(timersPromises, { setTimeout: sleep });
  syncBuiltinESMExports();

  return {
    now,
    at: (moment, run) => {
      queue.enter(moment, run);
    },
    advance: () => {
      const next = queue.next();
      if (!next) return false;
      clock.tick(next.at - now());
      next.run();
      return true;
    },
    timersOf: (sleeper = SERVICES) => running.get(sleeper) ?? 0,
    within: (sleeper, run) => context.run(sleeper, run),
    current: () => context.getStore(),
  };
};
