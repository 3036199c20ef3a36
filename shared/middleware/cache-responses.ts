import type { KnownObjects, Memory } from '../cache/create-memory.ts';
import {
  type CacheLookup,
  type Caches,
  checkPause,
  createLookup,
  findHit,
  findStale,
  lookUpShared,
  type SharedResponse,
} from '../cache/look-up.ts';
import { type CachedResponse, compactBody } from '../cache/response-body.ts';
import { createFailureMemory, pauseCalls, startsPause } from '../cache/source-failure.ts';
import { since } from '../cache/timestamp.ts';
import { type CachedEndpoint, createVariants, MAX_CACHED_COMBINATIONS, variantOf } from '../cache/variants.ts';
import { toCacheableError, WallfeedError } from '../errors/wallfeed-error.ts';
import { failureOf } from './answer-errors.ts';
import {
  type AnyContext,
  type Hook,
  type HttpResponse,
  type Middleware,
  type RequestContext,
  type SentContext,
  windowOf,
} from './request-context.ts';
import { canBeSent, respond } from './respond.ts';
import { endOfCalls } from './timing.ts';

const isEmpty = (objects: KnownObjects): boolean => Object.keys(objects).length === 0;

/**
 * True if the body depends on these objects alone: the endpoint reads nothing else, ignores `currentTime` and has no
 * parameters.
 */
const areAllInputs = (objects: KnownObjects, { document, tables, dependsOn, parameters }: CachedEndpoint): boolean => {
  const sources = document ? 1 : Object.keys(tables).length;
  return Object.keys(objects).length === sources && !dependsOn.time && !parameters;
};

/** Remembers the objects of a new response. If they have not changed, updates the time of the remembered response. */
const rememberObjects = (
  memory: Memory,
  endpoint: CachedEndpoint,
  { last, objects }: CacheLookup,
  response: CachedResponse,
  isUnchanged: boolean,
): void => {
  if (isUnchanged && last) memory.keepSnapshot(endpoint.slug, { ...last, response });
  else if (!isEmpty(objects)) {
    memory.keepSnapshot(endpoint.slug, { objects, ...(areAllInputs(objects, endpoint) && { response }) });
  }
};

/**
 * Remembers the error until the objects change. Ignores a timeout or an error that is specific to one client.
 * @param hasBody true if the body was created, so that the error is specific to the client.
 */
const rememberError = (
  memory: Memory,
  endpoint: CachedEndpoint,
  { last, objects }: CacheLookup,
  error: unknown,
  hasBody: boolean,
): void => {
  if (isEmpty(objects) || startsPause(error)) return;
  if (!areAllInputs(objects, endpoint)) memory.keepSnapshot(endpoint.slug, { objects });
  else if (error instanceof WallfeedError && !hasBody)
    memory.keepSnapshot(endpoint.slug, {
      objects,
      fault: toCacheableError(error),
      ...(last?.response && { response: last.response }),
    });
};

type HookRequest = Parameters<Hook<AnyContext>>[0];

const acceptEncodingOf = ({ event }: HookRequest): string => event.headers['accept-encoding'] ?? '';

/**
 * Creates the HTTP response for a cached response. If `before` returns it, middy skips the middlewares that create a
 * new response.
 */
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

/** Another environment creates a new response. */
const REFRESHING = 'refreshing elsewhere';

const serveShared = (request: HookRequest, { response, isRefreshing }: SharedResponse): HttpResponse => {
  if (!isRefreshing) return serve(request, response, 'hit');
  request.context.failure = { cause: REFRESHING };
  return serve(request, response, 'stale', REFRESHING);
};

/**
 * Caches responses for the endpoint's `cache`, and remembers the objects that they came from. While the sources fail,
 * serves the last good response for the endpoint's `stale`. After a timeout or throttling, calls to the sources pause
 * for some seconds. After the pause, a single request calls them again and waits.
 */
export const cacheResponses = (caches: Caches): Middleware<SentContext> => {
  const { memory } = caches;
  const failures = createFailureMemory();
  const variants = createVariants(memory.dropResponse);

  const cacheResponsesBefore: Hook<RequestContext> = (request) => {
    const { context } = request;
    const { endpoint, timing } = context;
    const variant = variantOf(endpoint, windowOf(context.request));
    const key = variants.keyOf(endpoint.slug, variant, endpoint.parameters && MAX_CACHED_COMBINATIONS);
    const hit = findHit(memory, endpoint, key, variant);
    if (hit) return serve(request, hit, 'hit');
    const lookup = createLookup(key, variant, memory.snapshot(endpoint.slug));
    context.lookup = lookup;
    if (key === undefined || !endpoint.cache?.shared) return checkPause(memory, failures, endpoint, lookup);
    const { closingEndsAt: closesAt, tableTime } = timing;
    const asked = { key, endsAt: endOfCalls(timing, endpoint), closesAt, tableTime };
    return lookUpShared(caches, endpoint, lookup, asked).then((found) =>
      found ? serveShared(request, found) : checkPause(memory, failures, endpoint, lookup),
    );
  };

  const cacheResponsesAfter: Hook<SentContext> = ({ context: { endpoint, lookup, served } }) => {
    const { key, variant, lease } = lookup;
    const response = { body: compactBody(served.body), askedAt: served.askedAt, variant: variant.name };
    rememberObjects(memory, endpoint, lookup, response, served.status.state === 'revalidated');
    if (key === undefined) return undefined;
    failures.forget(key);
    if (endpoint.cache || endpoint.stale) memory.keepResponse(key, response);
    return lease?.share(response);
  };

  const cacheResponsesOnError: Hook<AnyContext> = async (request) => {
    const { context, error } = request;
    const { endpoint, lookup, served } = context;
    if (!endpoint || !lookup) return;
    rememberError(memory, endpoint, lookup, error, served !== undefined);
    const good = findStale(memory, endpoint, lookup);
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
