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

/** Creates the queue of requests, which puts the results into the store. */
export const createAsking = (store: Store): Asking => {
  let waiting: readonly string[] = [];
  const running = new Set<string>();
  const again = new Set<string>();

  /** Sends another request once the endpoint's cached response has expired, because its file may have changed since. */
  const followUp = (slug: string, { cache, ageMs = 0 }: AskResult): void => {
    const cacheMs = store.get().info?.endpoints.find((one) => one.slug === slug)?.cacheMs;
    if (cache !== 'hit' || cacheMs === undefined) return;
    setTimeout(() => ask([slug], false), Math.max(0, cacheMs - ageMs) + CACHE_MARGIN_MS);
  };

  const run = async (slug: string, isUrgent: boolean): Promise<void> => {
    running.add(slug);
    try {
      const result = await askEndpoint(slug, store.get().settings.timePeriod);
      store.set({ results: new Map(store.get().results).set(slug, result), isConnected: true });
      if (isUrgent) followUp(slug, result);
    } catch {
      store.set({ isConnected: false });
    } finally {
      running.delete(slug);
      if (again.delete(slug)) void run(slug, true);
      else pump();
    }
  };

  const familyOf = (slug: string): string | undefined =>
    store.get().info?.endpoints.find((one) => one.slug === slug)?.family;

  /** Sends queued requests, one at a time for each function, because a second request would start another environment. */
  const pump = (): void => {
    while (running.size < MAX_REQUESTS) {
      const busy = new Set([...running].map(familyOf));
      const next = waiting.find((slug) => !busy.has(familyOf(slug)));
      if (next === undefined) return;
      waiting = waiting.filter((slug) => slug !== next);
      void run(next, false);
    }
  };

  const isServed = (slug: string): boolean =>
    store.get().info?.endpoints.some((one) => one.slug === slug && !one.refused) ?? false;

  const ask: Asking['ask'] = (wanted, isUrgent = false) => {
    const slugs = wanted.filter(isServed);
    if (!isUrgent) {
      waiting = [...new Set([...waiting, ...slugs])];
      pump();
      return;
    }
    for (const slug of slugs) {
      if (running.has(slug)) again.add(slug);
      else void run(slug, true);
    }
  };
  const askAll = (): void => {
    ask((store.get().info?.endpoints ?? []).map(({ slug }) => slug));
  };
  return { ask, askAll };
};
