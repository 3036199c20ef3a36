import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { createMemory, type Memory } from '../cache/create-memory.ts';
import type { SharedCache } from '../cache/shared-cache.ts';
import { now } from '../cache/timestamp.ts';
import { datasetFamily } from '../cache/variants.ts';
import type { DashboardConfig } from '../config/dashboard-config.ts';
import { loadConfig } from '../config/load-config.ts';
import type { OnRows } from '../datasets/create-datasets.ts';
import type { ReadDatasetTable } from '../datasets/dataset-table.ts';
import { createBudget, functionMemoryMb } from '../limits/budget.ts';
import { bindEndpoints, type ServedShapes } from '../pipeline/bind-endpoints.ts';
import { type BodyRequest, type BodyResult, makeBody } from '../pipeline/make-body.ts';
import type { KeptObjects } from '../sources/s3/kept-objects.ts';
import type { TokenCache } from '../token/read-token.ts';
import { answerErrors } from './answer-errors.ts';
import { answerWarmUp } from './answer-warm-up.ts';
import { cacheResponses } from './cache-responses.ts';
import { type Log, type LogHooks, logRequests, writeToStdout } from './log-requests.ts';
import { openClients } from './open-clients.ts';
import { openPromises, type ResolvedChain } from './open-promises.ts';
import { openTokens } from './open-tokens.ts';
import { parseRequest } from './parse-request.ts';
import {
  type Hook,
  type HttpResponse,
  type InvocationContext,
  type Middleware,
  type RequestContext,
  windowOf,
} from './request-context.ts';
import { resolveEndpoint } from './resolve-endpoint.ts';
import { sendBody } from './respond.ts';
import type { EndedRequest } from './serve-clients.ts';
import { deadlineOf, endOfCalls, type Step, timeStep } from './timing.ts';
import { validateBody } from './validate-body.ts';

/** Pause before another attempt, if a stale response can be served instead. */
export const BRIEF_PAUSE_MS = 500;

export const bodyRequestOf = (
  context: RequestContext,
  objects: KeptObjects,
  readDataset?: ReadDatasetTable,
): BodyRequest => {
  const { endpoint, request, timing, lookup } = context;
  const deadline = deadlineOf(timing, endpoint);
  return {
    askedAt: now(),
    window: windowOf(request),
    deadline: lookup.staleResponse ? { ...deadline, maxPauseMs: BRIEF_PAUSE_MS } : deadline,
    budget: createBudget({ memoryMb: functionMemoryMb(), endsAt: endOfCalls(timing, endpoint) }),
    last: lookup.last,
    readDataset,
    staleResponse: lookup.staleResponse,
    objects,
    time: (step, run) => timeStep(timing, step, run),
    onRead: (objects, rows) => {
      lookup.objects = objects;
      context.rowsRead = rows;
    },
  };
};

const INTERVAL_MS = 60 * 60_000;

/**
 * Keeps the event loop alive during requests. All timers of deadlines are unref'd: if a call never ends, such as after
 * the status 101, the process would otherwise exit before its deadline. One timer serves all requests of a handler.
 */
export const keepAlive = ({ requestStart, requestEnd }: LogHooks): LogHooks => {
  const timer = setInterval(() => undefined, INTERVAL_MS).unref();
  let running = 0;
  return {
    requestStart: (request) => {
      running += 1;
      timer.ref();
      requestStart(request);
    },
    requestEnd: (request) => {
      running -= 1;
      if (running === 0) timer.unref();
      requestEnd(request);
    },
  };
};

const timedHook =
  <C extends InvocationContext>(step: Step, run: Hook<C>): Hook<C> =>
  (request) =>
    timeStep(request.context.timing, step, () => run(request));

/** Does not time `onError`. */
const timed = <C extends InvocationContext>(step: Step, { before, after, onError }: Middleware<C>): Middleware<C> => ({
  ...(before && { before: timedHook(step, before) }),
  ...(after && { after: timedHook(step, after) }),
  ...(onError && { onError }),
});

export interface HandlerOptions extends ServedShapes {
  /** Defaults to the configuration in the function's package. */
  readonly config?: DashboardConfig;
  /** Defaults to standard output. */
  readonly log?: Log;
  /** By default, all handlers of this process share them. */
  readonly tokens?: TokenCache;
}

export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpResponse>;

const openCacheTable = async (family: string) => {
  const { createCacheTable } = await import('../cache/cache-table.ts');
  return createCacheTable(process.env.WALLFEED_CACHE_TABLE ?? '', family);
};

/** Returns the cache that environments share. Its code is loaded with the first request that needs it. */
const openSharedCache = (family: string): SharedCache => {
  const load = async (): Promise<SharedCache> => {
    const { createSharedCache } = await import('../cache/shared-cache.ts');
    return createSharedCache(() => openCacheTable(family));
  };
  let opened: Promise<SharedCache> | undefined;
  return {
    consult: async (key, terms) => {
      opened ??= load();
      return (await opened).consult(key, terms);
    },
  };
};

/** Creates the function that reads tables from datasets. Its code is loaded with the first request that needs it. */
const openDatasets = (
  config: DashboardConfig,
  memory: Memory,
  loadOnRows: (() => Promise<OnRows>) | undefined,
): ReadDatasetTable | undefined => {
  if (!config.datasets) return undefined;
  const load = async (): Promise<ReadDatasetTable> => {
    const { createDatasets } = await import('../datasets/create-datasets.ts');
    const openTable = (name: string) => openCacheTable(datasetFamily(name));
    return createDatasets({ config, memory, openTable, onRows: await loadOnRows?.() });
  };
  let opened: Promise<ReadDatasetTable> | undefined;
  return async (table, context) => {
    opened ??= load();
    return (await opened)(table, context);
  };
};

/**
 * Creates the handler of a family's function: middlewares around `makeBody`. Their `before` hooks run from top to
 * bottom, and their `after` hooks from bottom to top: a new body is validated, sent, and then cached. If a cached
 * response is served, all steps below `cache` are skipped.
 */
export const createHandler = (options: HandlerOptions): Handler => {
  const config = options.config ?? loadConfig();
  const { family, version } = config;
  const endpoints = bindEndpoints(config, options);
  const memory = createMemory();
  const promises = openPromises(config, endpoints, options.log ?? writeToStdout);
  const readDataset = openDatasets(config, memory, promises?.loadOnRows);
  const shared = openSharedCache(family);
  const clients = openClients(endpoints, options.tokens);
  const log = keepAlive(logRequests(config, options.log));
  const end = (request: EndedRequest): void => {
    log.requestEnd(request);
    clients?.finish(request);
  };
  const requestEnd = promises ? (request: EndedRequest) => promises.finish(request).then(() => end(request)) : end;
  const logging = { timeoutEarlyInMillis: 0, ...log, ...((clients ?? promises) && { requestEnd }) };
  const cache = timed('cache', cacheResponses({ memory, shared, version }));
  const answering = (resolved: ResolvedChain): unknown =>
    resolved
      .use(cache)
      .use(timed('send', sendBody()))
      .use(promises?.attach ?? [])
      .use(clients?.wrap ?? [])
      .use(validateBody())
      .handler((_event, context) => makeBody(context.endpoint, bodyRequestOf(context, memory.objects, readDataset)));
  const start = middy<APIGatewayProxyEventV2, HttpResponse | BodyResult, Error, InvocationContext>(logging)
    .use(answerErrors())
    .use(answerWarmUp(config))
    .use(timed('parse', clients?.parse ?? { before: parseRequest }))
    .use(resolveEndpoint(endpoints, config.elsewhere))
    .use(timed('token', clients?.access ?? openTokens(endpoints, options.tokens)));
  const handler = answering(start as unknown as ResolvedChain) as unknown as Handler;
  return promises ? promises.answer(handler, answering) : handler;
};
