import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Memory } from '../cache/create-memory.ts';
import { isWithin, since } from '../cache/instant.ts';
import { type CachedResponse, compactBody } from '../cache/response-body.ts';
import type { SharedCache } from '../cache/shared-cache.ts';
import { cooldownOf, createFailureMemory, leavesAlone, retryAfter } from '../cache/source-failure.ts';
import { createVariants, sharedKeyOf } from '../cache/variants.ts';
import type { CacheConfig } from '../config/dashboard-config.ts';
import { toCacheableError } from '../errors/to-cacheable-error.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { type Endpoint, type Exchange, obtain, type Part, type Step, windowOf } from '../http/request-context.ts';
import { endOfCalls } from '../http/request-deadline.ts';
import { failureOf } from './answer-problem.ts';
import { canBeSent, respond } from './send-body.ts';

export interface CacheOptions {
  readonly memory: Memory;
  readonly shared: SharedCache;
  /** The configuration's: one version's responses are of no use to the next. */
  readonly version: string;
}

type StepRequest = Parameters<Part>[0];
type Served = APIGatewayProxyStructuredResultV2 | undefined;

/** Why a response is stale when another environment is making the next one. */
const REFRESHING = 'refreshing elsewhere';

const acceptEncodingOf = ({ event }: StepRequest): string => event.headers['accept-encoding'] ?? '';

/** Answers with a cached response; the steps that make one are then left out. */
const serve = (
  request: StepRequest,
  { body, askedAt }: CachedResponse,
  state: 'hit' | 'stale',
  reason?: string,
): APIGatewayProxyStructuredResultV2 => {
  const { exchange } = request.context;
  exchange.answer = body;
  exchange.origin = { state, age: since(askedAt), ...(reason !== undefined && { reason }) };
  return respond(body, exchange.origin, acceptEncodingOf(request));
};

/** True if the objects are all that an endpoint reads: its body then depends on nothing else. */
const areAll = ({ objects = {} }: Exchange, { document, tables }: Endpoint): boolean =>
  Object.keys(objects).length === (document ? 1 : Object.keys(tables).length);

const newest = (one: CachedResponse | undefined, other: CachedResponse | undefined): CachedResponse | undefined => {
  if (!one || !other) return one ?? other;
  return since(one.askedAt) < since(other.askedAt) ? one : other;
};

/**
 * Caches the responses of the steps that it surrounds, for as long as the endpoint's `cache` says. Remembers what they were
 * made from. Serves the last good response while the sources fail, for as long as the endpoint's `stale` says, and leaves
 * sources that do not answer, or refuse calls, alone for some seconds: one request then asks again, and only that one waits.
 */
export const cacheResponses = ({ memory, shared, version }: CacheOptions): Step => {
  const failures = createFailureMemory();
  const variants = createVariants(memory.dropResponse);

  /** The last good response, if it may still be served in place of an error. */
  const staleOf = ({ cacheKey, last }: Exchange, { cache, stale }: Endpoint): CachedResponse | undefined => {
    const good = newest(cacheKey === undefined ? undefined : memory.response(cacheKey), last?.response);
    return good && stale && isWithin(good.askedAt, (cache?.ttl ?? 0) + stale) ? good : undefined;
  };

  /** Ends a request with an earlier failure of its sources. */
  const rethrow = (exchange: Exchange, error: WallfeedError): never => {
    exchange.isFailureKnown = true;
    throw error;
  };

  /** Consults the shared cache: a hit, the last failure, or the lease to ask the sources. */
  const consult = async (request: StepRequest, { ttl }: CacheConfig, cacheKey: string): Promise<Served> => {
    const { exchange } = request.context;
    const endpoint = obtain(request.context, 'endpoint');
    const { stale = 0, deadline } = endpoint;
    const endsAt = endOfCalls(exchange, endpoint);
    const { closingEndsAt: closesAt = Number.POSITIVE_INFINITY } = exchange;
    const key = sharedKeyOf(endpoint, windowOf(obtain(request.context, 'request')), version);
    const lookup = await shared.consult(key, { ttl, stale, deadline, endsAt, closesAt });
    const { isRefreshing, failure, lease } = lookup;
    if (lease) exchange.lease = lease;
    const response = lookup.response && newest(memory.response(cacheKey), lookup.response);
    if (response) {
      memory.keepResponse(cacheKey, response);
      if (isWithin(response.askedAt, ttl)) return serve(request, response, 'hit');
    }
    if (failure) return rethrow(exchange, failure);
    if (!isRefreshing || !response) return undefined;
    exchange.failure = { cause: REFRESHING };
    return serve(request, response, 'stale', REFRESHING);
  };

  /** Before the sources are asked: ends the request if they are to be left alone. */
  const checkFailure = (exchange: Exchange, endpoint: Endpoint, cacheKey: string): undefined => {
    exchange.hasStale = staleOf(exchange, endpoint) !== undefined;
    const error = exchange.lease ? undefined : failures.recall(cacheKey, exchange.hasStale);
    if (error) rethrow(exchange, error);
  };

  const cacheResponsesBefore: Part = (request) => {
    const { context } = request;
    const { exchange } = context;
    exchange.isAdmitted = true;
    const endpoint = obtain(context, 'endpoint');
    const { slug, cache } = endpoint;
    const cacheKey = variants.keyOf(endpoint, windowOf(obtain(context, 'request')));
    const cached = cache && cacheKey !== undefined ? memory.response(cacheKey) : undefined;
    if (cache && cached && isWithin(cached.askedAt, cache.ttl)) return serve(request, cached, 'hit');
    const last = memory.snapshot(slug);
    if (last) exchange.last = last;
    if (cacheKey === undefined) return undefined;
    exchange.cacheKey = cacheKey;
    if (!cache?.shared) return checkFailure(exchange, endpoint, cacheKey);
    return consult(request, cache, cacheKey).then((served) => served ?? checkFailure(exchange, endpoint, cacheKey));
  };

  /** What a response was made from, or still stands for if it was found unchanged. */
  const keepSnapshot = (exchange: Exchange, endpoint: Endpoint, response: CachedResponse): void => {
    const { last, objects, origin } = exchange;
    if (origin?.state === 'revalidated' && last) memory.keepSnapshot(endpoint.slug, { ...last, response });
    else if (objects && Object.keys(objects).length > 0) {
      memory.keepSnapshot(endpoint.slug, { objects, ...(areAll(exchange, endpoint) && { response }) });
    }
  };

  const cacheResponsesAfter: Step['after'] = ({ context }) => {
    const { exchange } = context;
    const { cacheKey, lease } = exchange;
    const endpoint = obtain(context, 'endpoint');
    const response = { body: compactBody(obtain(context, 'answer')), askedAt: obtain(context, 'askedAt') };
    keepSnapshot(exchange, endpoint, response);
    if (cacheKey === undefined) return undefined;
    failures.forget(cacheKey);
    if (endpoint.cache || endpoint.stale) memory.keepResponse(cacheKey, response);
    return lease?.share(response);
  };

  /** Caches data errors until the object changes, but not errors specific to one client, or of a lack of time. */
  const keepFault = (exchange: Exchange, endpoint: Endpoint, error: unknown): void => {
    const { last, objects } = exchange;
    if (!objects || Object.keys(objects).length === 0 || leavesAlone(error)) return;
    if (!areAll(exchange, endpoint)) memory.keepSnapshot(endpoint.slug, { objects });
    else if (error instanceof WallfeedError && !exchange.answer)
      memory.keepSnapshot(endpoint.slug, {
        objects,
        fault: toCacheableError(error),
        ...(last?.response && { response: last.response }),
      });
  };

  /** Leaves sources alone that do not answer or refuse calls; the caller is told for how long. */
  const noteFailure = async ({ lease, cacheKey }: Exchange, error: unknown, hasStale: boolean): Promise<unknown> => {
    if (cacheKey === undefined || !leavesAlone(error)) {
      await lease?.giveUp();
      return error;
    }
    const failure = failures.note(cacheKey, error, lease?.failures);
    const cooldown = cooldownOf(failure, hasStale);
    await lease?.leaveAlone(failure, cooldown);
    return retryAfter(error, cooldown);
  };

  const cacheResponsesOnError: Step['onError'] = async (request) => {
    const { context, error } = request;
    const { exchange } = context;
    if (!exchange.isAdmitted) return;
    const endpoint = obtain(context, 'endpoint');
    keepFault(exchange, endpoint, error);
    const good = staleOf(exchange, endpoint);
    const stale = good && canBeSent(good.body, acceptEncodingOf(request)) ? good : undefined;
    const told = exchange.isFailureKnown ? error : await noteFailure(exchange, error, stale !== undefined);
    if (stale) {
      exchange.failure = failureOf(told);
      request.response = serve(request, stale, 'stale', exchange.failure.error);
    } else if (told instanceof Error) request.error = told;
  };

  return { before: cacheResponsesBefore, after: cacheResponsesAfter, onError: cacheResponsesOnError };
};
