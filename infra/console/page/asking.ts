import type { AskResult } from '../protocol.ts';
import { askEndpoint } from './api.ts';
import type { Store } from './state.ts';

/**
 * Maximum number of parallel requests: few enough for a small machine, and fewer than a browser's connections to one
 * address.
 */
const MAX_REQUESTS = 4;
/** Delay between the expiry of a cached response and the next request to the endpoint. */
const CACHE_MARGIN_MS = 300;

/** Sends requests to endpoints, a few at a time. */
export interface Asking {
  /** Queues requests to endpoints. Urgent requests, such as those after a changed file, are sent at once. */
  ask(slugs: readonly string[], isUrgent?: boolean): void;
  /** Queues a request to every endpoint. */
  askAll(): void;
}

/** The requests of the page. */
interface AskingState {
  readonly store: Store;
  /** The endpoints with a queued request. */
  waiting: readonly string[];
  /** The endpoints with a request under way. */
  readonly running: Set<string>;
  /** The endpoints that need another request once the current one has ended. */
  readonly again: Set<string>;
}

const findEndpoint = (store: Store, slug: string) => store.get().info?.endpoints.find((one) => one.slug === slug);

const isServed = (store: Store, slug: string): boolean => {
  const endpoint = findEndpoint(store, slug);
  return endpoint !== undefined && !endpoint.refused;
};

/** Sends another request once the endpoint's cached response has expired, because its file may have changed since. */
const followUp = (asking: AskingState, slug: string, { cache, ageMs = 0 }: AskResult): void => {
  const cacheMs = findEndpoint(asking.store, slug)?.cacheMs;
  if (cache !== 'hit' || cacheMs === undefined) return;
  setTimeout(() => queue(asking, [slug]), Math.max(0, cacheMs - ageMs) + CACHE_MARGIN_MS);
};

/** Sends a request, and then the next request of the queue. */
const run = async (asking: AskingState, slug: string, isUrgent: boolean): Promise<void> => {
  const { store, running, again } = asking;
  running.add(slug);
  try {
    const result = await askEndpoint(slug, store.get().settings.timePeriod);
    store.set({ results: new Map(store.get().results).set(slug, result), isConnected: true });
    if (isUrgent) followUp(asking, slug, result);
  } catch {
    store.set({ isConnected: false });
  } finally {
    running.delete(slug);
    if (again.delete(slug)) void run(asking, slug, true);
    else pump(asking);
  }
};

/** Sends queued requests, one at a time for each function, because a second request would start another environment. */
const pump = (asking: AskingState): void => {
  const { store, running } = asking;
  const familyOf = (slug: string): string | undefined => findEndpoint(store, slug)?.family;
  while (running.size < MAX_REQUESTS) {
    const busy = new Set([...running].map(familyOf));
    const next = asking.waiting.find((slug) => !busy.has(familyOf(slug)));
    if (next === undefined) return;
    asking.waiting = asking.waiting.filter((slug) => slug !== next);
    void run(asking, next, false);
  }
};

const queue = (asking: AskingState, slugs: readonly string[]): void => {
  const served = slugs.filter((slug) => isServed(asking.store, slug));
  asking.waiting = [...new Set([...asking.waiting, ...served])];
  pump(asking);
};

/** Sends requests at once, or right after the endpoint's current request. */
const askUrgently = (asking: AskingState, slugs: readonly string[]): void => {
  for (const slug of slugs.filter((one) => isServed(asking.store, one))) {
    if (asking.running.has(slug)) asking.again.add(slug);
    else void run(asking, slug, true);
  }
};

/** Creates the queue of requests, which puts the results into the store. */
export const createAsking = (store: Store): Asking => {
  const asking: AskingState = { store, waiting: [], running: new Set(), again: new Set() };
  return {
    ask: (slugs, isUrgent = false) => (isUrgent ? askUrgently(asking, slugs) : queue(asking, slugs)),
    askAll: () =>
      queue(
        asking,
        (store.get().info?.endpoints ?? []).map(({ slug }) => slug),
      ),
  };
};
