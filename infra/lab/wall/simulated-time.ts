import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Agent, ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { install } from '@sinonjs/fake-timers';

/** Milliseconds of the simulation. */
interface QueuedEvent {
  readonly at: number;
  readonly run: () => void;
}

/** Ordered by time. Events at the same time keep the order in which they were added. */
interface EventQueue {
  enter(at: number, run: () => void): QueuedEvent;
  cancel(event: QueuedEvent): void;
  next(): QueuedEvent | undefined;
}

const createEventQueue = (): EventQueue => {
  const waiting: QueuedEvent[] = [];
  return {
    enter: (at, run) => {
      const event = { at, run };
      waiting.splice(waiting.findLastIndex((queued) => queued.at <= at) + 1, 0, event);
      return event;
    },
    cancel: (event) => {
      const index = waiting.indexOf(event);
      if (index >= 0) waiting.splice(index, 1);
    },
    next: () => waiting.shift(),
  };
};

/** A request, or the service that handles it. */
type Sleeper = object;

/** Only moves when `advance` is called. Replaces the process's real clock. */
export interface SimulatedTime {
  /** Milliseconds since the simulation began. */
  now(): number;
  at(moment: number, run: () => void): void;
  /** Returns false if no event is left. */
  advance(): boolean;
  /** Running timers of a sleeper, or of the services if no sleeper is given. */
  timersOf(sleeper?: Sleeper): number;
  /** The timers of the code then belong to the request. */
  within<Result>(sleeper: Sleeper, run: () => Result): Result;
  /** The request whose code is running. */
  current(): Sleeper | undefined;
  end(): void;
}

const SERVICES: Sleeper = {};

/** Late code of a simulation stops no timer of the next one. */
let lastId = 0;

interface Timers {
  readonly setTimeout: unknown;
  readonly clearTimeout: unknown;
  readonly timeout: unknown;
  readonly sleep: unknown;
}

/** Returns the timers before. */
const replaceTimers = ({ setTimeout, clearTimeout, timeout, sleep }: Timers): Timers => {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const before = {
    setTimeout: start,
    clearTimeout: stop,
    timeout: AbortSignal.timeout,
    sleep: timersPromises.setTimeout,
  };
  Object.assign(globalThis, { setTimeout, clearTimeout });
  Object.assign(AbortSignal, { timeout });
  Object.assign(timersPromises, { setTimeout: sleep });
  syncBuiltinESMExports();
  return before;
};

/**
 * Replaces, until `end` is called: `Date`, `performance`, and the timers of code that uses the global `setTimeout`,
 * `AbortSignal.timeout` or `node:timers/promises`. Node's internal timers, such as those of sockets, stay real.
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

  /** Creates the signal of a deadline. Nothing waits for this timer, so it has no owner. */
  const createDeadline = (delay: number): AbortSignal => {
    const deadline = new AbortController();
    queue.enter(now() + Math.ceil(delay), () => deadline.abort(new DOMException('The time is over.', 'TimeoutError')));
    return deadline.signal;
  };

  const real = replaceTimers({ setTimeout: startTimer, clearTimeout: stopTimer, timeout: createDeadline, sleep });

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
    end: () => {
      replaceTimers(real);
      clock.uninstall();
    },
  };
};

interface Message {
  readonly request: ClientRequest & { readonly agent?: Agent };
}

interface Activity {
  /** Until the response arrives. */
  follow(sleeper: Sleeper, answered: Promise<unknown>): void;
  /** Resolves when each request waits for a service or a timer, and each service that was called waits for a timer. */
  settled(): Promise<void>;
  end(): void;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Counts the calls that wait for a free connection. No service has received them yet. */
const queuedIn = (agents: ReadonlySet<Agent>): number =>
  Array.from(agents).reduce(
    (sum, { requests }) => sum + Object.values(requests).reduce((queued, queue) => queued + (queue?.length ?? 0), 0),
    0,
  );

/** Tracks the HTTP calls of this process, each from its start to the head of its response. */
export const watchActivity = (time: SimulatedTime): Activity => {
  const calls = new Map<ClientRequest, Sleeper>();
  const callsOf = new Map<Sleeper, number>();
  const agents = new Set<Agent>();

  const start = (message: unknown): void => {
    const { request } = message as Message;
    const sleeper = time.current();
    if (!sleeper) return;
    if (request.agent) agents.add(request.agent);
    calls.set(request, sleeper);
    callsOf.set(sleeper, (callsOf.get(sleeper) ?? 0) + 1);
  };
  const finish = (message: unknown): void => {
    const { request } = message as Message;
    const sleeper = calls.get(request);
    if (sleeper && calls.delete(request)) callsOf.set(sleeper, (callsOf.get(sleeper) ?? 0) - 1);
  };
  const listeners = [
    ['http.client.request.start', start],
    ['http.client.response.finish', finish],
    ['http.client.request.error', finish],
  ] as const;
  for (const [event, listener] of listeners) subscribe(event, listener);

  const isAtWork = (sleeper: Sleeper): boolean => !callsOf.get(sleeper) && time.timersOf(sleeper) === 0;
  const underWay = new Set<Sleeper>();
  const isAnythingAtWork = (): boolean =>
    underWay.values().some(isAtWork) || calls.size - queuedIn(agents) > time.timersOf();

  return {
    follow: (sleeper, answered) => {
      underWay.add(sleeper);
      const forget = (): void => {
        underWay.delete(sleeper);
        callsOf.delete(sleeper);
      };
      answered.then(forget, forget);
    },
    settled: async () => {
      while (underWay.size > 0) {
        await turn();
        await turn();
        if (!isAnythingAtWork()) return;
      }
    },
    end: () => {
      for (const [event, listener] of listeners) unsubscribe(event, listener);
    },
  };
};
