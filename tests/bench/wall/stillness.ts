import { subscribe } from 'node:diagnostics_channel';
import type { Agent, ClientRequest } from 'node:http';
import type { SimulatedTime, Sleeper } from './simulated-time.ts';

interface Message {
  readonly request: ClientRequest & { readonly agent?: Agent };
}

/** Reports when all requests are waiting for simulated time to pass. */
export interface Stillness {
  /** Tracks a request until its response arrives. */
  follow(sleeper: Sleeper, answered: Promise<unknown>): void;
  /** Resolves when each request waits for a service or a timer, and each service that was called waits for a timer. */
  reached(): Promise<void>;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Counts the calls that wait for a free connection. No service has received them yet. */
const queuedIn = (agents: ReadonlySet<Agent>): number =>
  Array.from(agents).reduce(
    (sum, { requests }) => sum + Object.values(requests).reduce((queued, queue) => queued + (queue?.length ?? 0), 0),
    0,
  );

/** Tracks the HTTP calls of this process, each from its start to the head of its response. */
export const watchStillness = (time: SimulatedTime): Stillness => {
  const calls = new Map<ClientRequest, Sleeper>();
  const callsOf = new Map<Sleeper, number>();
  const agents = new Set<Agent>();

  subscribe('http.client.request.start', (message) => {
    const { request } = message as Message;
    const sleeper = time.current();
    if (!sleeper) return;
    if (request.agent) agents.add(request.agent);
    calls.set(request, sleeper);
    callsOf.set(sleeper, (callsOf.get(sleeper) ?? 0) + 1);
  });
  const end = (message: unknown): void => {
    const { request } = message as Message;
    const sleeper = calls.get(request);
    if (sleeper && calls.delete(request)) callsOf.set(sleeper, (callsOf.get(sleeper) ?? 0) - 1);
  };
  subscribe('http.client.response.finish', end);
  subscribe('http.client.request.error', end);

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
    reached: async () => {
      while (underWay.size > 0) {
        await turn();
        await turn();
        if (!isAnythingAtWork()) return;
      }
    },
  };
};
