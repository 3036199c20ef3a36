import type { Memory } from '../cache/create-memory.ts';
import type { CachedResponse } from '../cache/response-body.ts';
import { compactBody } from '../cache/response-body.ts';
import type { SharedCache } from '../cache/shared-cache.ts';
import { createFailureMemory, leavesAlone, pauseCalls } from '../cache/source-failure.ts';
import { isWithin, since } from '../cache/timestamp.ts';
import { createVariants, sharedKeyOf, type Variant, variantOf } from '../cache/variants.ts';
import type { CacheConfig } from '../config/dashboard-config.ts';
import { toCacheableError } from '../errors/to-cacheable-error.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import {
  type AnyContext,
  type CacheLookup,
  type Hook,
  type HttpResponse,
  type Middleware,
  type RequestContext,
  type SentContext,
  type ServedResponse,
  windowOf,
} from '../http/request-context.ts';
import { endOfCalls } from '../http/request-deadline.ts';
import { canBeSent, respond } from '../http/respond.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import type { ReadObjects } from '../pipeline/read-sources.ts';
import { failureOf } from './answer-errors.ts';

export interface CacheOptions {
  readonly memory: Memory;
  readonly shared: SharedCache;
  /** The version of the configuration. Responses of one version are not served by another version. */
  readonly version: string;
}

/** The reason for a stale response while another environment creates a new one. */
const REFRESHING = 'refreshing elsewhere';

type HookRequest = Parameters<Hook<AnyContext>>[0];

const acceptEncodingOf = ({ event }: HookRequest): string => event.headers['accept-encoding'] ?? '';

/** Creates the HTTP response for a cached response. Middy then skips the middlewares that create a new response. */
const serve = (
  request: HookRequest,
  { body, askedAt }: CachedResponse,
  state: 'hit' | 'stale',
  reason?: string,
): HttpResponse => {
  const status = { state, age: since(askedAt), ...(reason !== undefined && { reason }) };
  request.context.served = { body, askedAt, status };
  const isEmpty = body.rows === 0 && !request.context.endpoint?.document;
  return respond(body, { status, isEmpty }, acceptEncodingOf(request));
};

/** True if the body depends on these objects alone: the endpoint reads nothing else and ignores `currentTime`. */
const areAllInputs = (objects: ReadObjects, endpoint: Endpoint): boolean =>
  Object.keys(objects).length === (endpoint.document ? 1 : Object.keys(endpoint.tables).length) &&
  !endpoint.dependsOn.time;

const isEmpty = (objects: ReadObjects): boolean => Object.keys(objects).length === 0;

const newest = (one: CachedResponse | undefined, other: CachedResponse | undefined): CachedResponse | undefined => {
  if (!one || !other) return one ?? other;
  return since(one.askedAt) < since(other.askedAt) ? one : other;
};

/** Fails a request with a remembered error of its sources. */
const rethrow = (lookup: CacheLookup, error: WallfeedError): never => {
  lookup.isFailureKnown = true;
  throw error;
};

/**
 * Caches responses for the endpoint's `cache`, and remembers the objects that they came from. While the sources fail,
 * serves the last good response for the endpoint's `stale`. After a timeout or throttling, calls to the sources pause
 * for some seconds. Then a single request calls them again and waits.
 */
export const cacheResponses = ({ memory, shared, version }: CacheOptions): Middleware<SentContext> => {
  const failures = createFailureMemory();
  const variants = createVariants(memory.dropResponse);

  /** Returns the last good response if it may still be served instead of an error. */
  const staleOf = ({ key, last }: CacheLookup, { cache, stale }: Endpoint): CachedResponse | undefined => {
    const good = newest(key === undefined ? undefined : memory.response(key), last?.response);
    return good && stale && isWithin(good.askedAt, (cache?.ttl ?? 0) + stale) ? good : undefined;
  };

  /** Returns the cached response for the times of a request. */
  const cachedFor = (key: string, { name }: Variant): CachedResponse | undefined => {
    const response = memory.response(key);
    return (response?.variant ?? '') === name ? response : undefined;
  };

  /**
   * Consults the shared cache. Serves a response, fails with a remembered error, or takes the lease to read the
   * sources.
   */
  const consult = async (
    request: Parameters<Hook<RequestContext>>[0],
    { ttl }: CacheConfig,
    key: string,
  ): Promise<HttpResponse | undefined> => {
    const { context } = request;
    const { endpoint, timing, lookup } = context;
    const { variant } = lookup;
    const { stale = 0, deadline } = endpoint;
    const endsAt = endOfCalls(timing, endpoint);
    const sharedKey = sharedKeyOf(endpoint.slug, variant, version);
    const found = await shared.consult(sharedKey, { ttl, stale, deadline, endsAt, closesAt: timing.closingEndsAt });
    const { isRefreshing, failure, lease } = found;
    lookup.lease = lease;
    const response = found.response && newest(cachedFor(key, variant), { ...found.response, variant: variant.name });
    if (response) {
      memory.keepResponse(key, response);
      if (isWithin(response.askedAt, ttl)) return serve(request, response, 'hit');
    }
    if (failure) return rethrow(lookup, failure);
    if (!isRefreshing || !response) return undefined;
    context.failure = { cause: REFRESHING };
    return serve(request, response, 'stale', REFRESHING);
  };

  /** Fails the request if calls to its sources are paused. Runs before the sources are read. */
  const checkFailure = (lookup: CacheLookup, endpoint: Endpoint, key: string): undefined => {
    lookup.staleResponse = staleOf(lookup, endpoint)?.askedAt;
    const error = lookup.lease ? undefined : failures.recall(key, lookup.staleResponse !== undefined);
    if (error) rethrow(lookup, error);
  };

  const cacheResponsesBefore: Hook<RequestContext> = (request) => {
    const { context } = request;
    const { endpoint } = context;
    const { slug, cache } = endpoint;
    const variant = variantOf(endpoint, windowOf(context.request));
    const key = variants.keyOf(slug, variant);
    const cached = cache && key !== undefined ? cachedFor(key, variant) : undefined;
    const hit = cache && cached && isWithin(cached.askedAt, cache.ttl) ? cached : undefined;
    const last = hit ? undefined : memory.snapshot(slug);
    const lookup = {
      key,
      variant,
      last,
      objects: {},
      lease: undefined,
      staleResponse: undefined,
      isFailureKnown: false,
    };
    context.lookup = lookup;
    if (hit) return serve(request, hit, 'hit');
    if (key === undefined) return undefined;
    if (!cache?.shared) return checkFailure(lookup, endpoint, key);
    return consult(request, cache, key).then((served) => served ?? checkFailure(lookup, endpoint, key));
  };

  /**
   * Remembers the objects of a new response. If the objects have not changed, updates the time of the remembered
   * response.
   */
  const keepSnapshot = (
    { last, objects }: CacheLookup,
    endpoint: Endpoint,
    { status }: ServedResponse,
    response: CachedResponse,
  ): void => {
    if (status.state === 'revalidated' && last) memory.keepSnapshot(endpoint.slug, { ...last, response });
    else if (!isEmpty(objects)) {
      memory.keepSnapshot(endpoint.slug, { objects, ...(areAllInputs(objects, endpoint) && { response }) });
    }
  };

  const cacheResponsesAfter: Hook<SentContext> = ({ context: { endpoint, lookup, served } }) => {
    const { key, variant, lease } = lookup;
    const response = { body: compactBody(served.body), askedAt: served.askedAt, variant: variant.name };
    keepSnapshot(lookup, endpoint, served, response);
    if (key === undefined) return undefined;
    failures.forget(key);
    if (endpoint.cache || endpoint.stale) memory.keepResponse(key, response);
    return lease?.share(response);
  };

  /** Caches data errors until the object changes, but not timeouts or errors specific to one client. */
  const keepFault = (lookup: CacheLookup, endpoint: Endpoint, error: unknown, hasBody: boolean): void => {
    const { last, objects } = lookup;
    if (isEmpty(objects) || leavesAlone(error)) return;
    if (!areAllInputs(objects, endpoint)) memory.keepSnapshot(endpoint.slug, { objects });
    else if (error instanceof WallfeedError && !hasBody)
      memory.keepSnapshot(endpoint.slug, {
        objects,
        fault: toCacheableError(error),
        ...(last?.response && { response: last.response }),
      });
  };

  const cacheResponsesOnError: Hook<AnyContext> = async (request) => {
    const { context, error } = request;
    const { endpoint, lookup, served } = context;
    if (!endpoint || !lookup) return;
    keepFault(lookup, endpoint, error, served !== undefined);
    const good = staleOf(lookup, endpoint);
    const stale = good && canBeSent(good.body, acceptEncodingOf(request)) ? good : undefined;
    const { key, lease } = lookup;
    const failed = { key, lease, hasStale: stale !== undefined };
    const reported = lookup.isFailureKnown ? error : await pauseCalls(failures, error, failed);
    if (stale) {
      const failure = failureOf(reported);
      context.failure = failure;
      request.response = serve(request, stale, 'stale', failure.error);
    } else if (reported instanceof Error) request.error = reported;
  };

  return { before: cacheResponsesBefore, after: cacheResponsesAfter, onError: cacheResponsesOnError };
};
