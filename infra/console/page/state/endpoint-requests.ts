import type { AskResult } from '../../protocol/protocol.ts';
import { askEndpoint } from './api.ts';
import { askOf, type Store } from './state.ts';

/** Few enough for a small machine, and fewer than a browser's connections to one address. */
const MAX_REQUESTS = 4;
/** Between the expiry of a cached response and the next request. */
const CACHE_MARGIN_MS = 300;

export interface EndpointRequests {
  /** Urgent requests, such as those after a changed file, are sent at once. */
  send(slugs: readonly string[], isUrgent?: boolean): void;
  sendAll(): void;
}

interface RequestsState {
  readonly store: Store;
  waiting: readonly string[];
  readonly running: Set<string>;
  /** Endpoints that need another request once the current one has ended. */
  readonly again: Set<string>;
}

const findEndpoint = (store: Store, slug: string) => store.get().info?.endpoints.find((one) => one.slug === slug);

const isServed = (store: Store, slug: string): boolean => {
  const endpoint = findEndpoint(store, slug);
  return endpoint !== undefined && !endpoint.refused;
};

/** Sends another request once the endpoint's cached response has expired, because its file may have changed since. */
const followUp = (requests: RequestsState, slug: string, { cache, ageMs = 0 }: AskResult): void => {
  const cacheMs = findEndpoint(requests.store, slug)?.cacheMs;
  if (cache !== 'hit' || cacheMs === undefined) return;
  setTimeout(() => queue(requests, [slug]), Math.max(0, cacheMs - ageMs) + CACHE_MARGIN_MS);
};

/** Keeps the earlier drawing of an endpoint if the new one is equal, so that the page need not draw it again. */
const withKeptDrawing = (result: AskResult, before: AskResult | undefined): AskResult =>
  before?.drawing && JSON.stringify(before.drawing) === JSON.stringify(result.drawing)
    ? { ...result, drawing: before.drawing }
    : result;

const keep = (store: Store, slug: string, result: AskResult): void => {
  const { results } = store.get();
  const kept = withKeptDrawing(result, results.get(slug));
  store.set({ results: new Map(results).set(slug, kept), isConnected: true });
};

const run = async (requests: RequestsState, slug: string, isUrgent: boolean): Promise<void> => {
  const { store, running, again } = requests;
  running.add(slug);
  try {
    const result = await askEndpoint(askOf(store.get(), slug));
    if (result) keep(store, slug, result);
    if (result && isUrgent) followUp(requests, slug, result);
  } catch {
    store.set({ isConnected: false });
  } finally {
    running.delete(slug);
    if (again.delete(slug)) void run(requests, slug, true);
    else pump(requests);
  }
};

/** Sends queued requests, one at a time for each function, because a second request would start another environment. */
const pump = (requests: RequestsState): void => {
  const { store, running } = requests;
  const familyOf = (slug: string): string | undefined => findEndpoint(store, slug)?.family;
  while (running.size < MAX_REQUESTS) {
    const busy = new Set([...running].map(familyOf));
    const next = requests.waiting.find((slug) => !busy.has(familyOf(slug)));
    if (next === undefined) return;
    requests.waiting = requests.waiting.filter((slug) => slug !== next);
    void run(requests, next, false);
  }
};

const queue = (requests: RequestsState, slugs: readonly string[]): void => {
  const served = slugs.filter((slug) => isServed(requests.store, slug));
  requests.waiting = [...new Set([...requests.waiting, ...served])];
  pump(requests);
};

/** Sends requests at once, or right after the endpoint's current request. */
const sendUrgently = (requests: RequestsState, slugs: readonly string[]): void => {
  for (const slug of slugs.filter((one) => isServed(requests.store, one))) {
    if (requests.running.has(slug)) requests.again.add(slug);
    else void run(requests, slug, true);
  }
};

/** Puts the results into the store. */
export const createEndpointRequests = (store: Store): EndpointRequests => {
  const requests: RequestsState = { store, waiting: [], running: new Set(), again: new Set() };
  return {
    send: (slugs, isUrgent = false) => (isUrgent ? sendUrgently(requests, slugs) : queue(requests, slugs)),
    sendAll: () =>
      queue(
        requests,
        (store.get().info?.endpoints ?? []).map(({ slug }) => slug),
      ),
  };
};
