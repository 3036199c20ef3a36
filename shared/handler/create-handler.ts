import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { createMemory, type Memory } from '../cache/create-memory.ts';
import { createSharedCache } from '../cache/shared-cache.ts';
import { datasetFamily } from '../cache/variants.ts';
import type { DashboardConfig } from '../config/dashboard-config.ts';
import { loadConfig } from '../config/load-config.ts';
import type { ReadDatasetTable } from '../datasets/dataset-table.ts';
import type { HttpResponse, InvocationContext } from '../http/request-context.ts';
import { answerErrors } from '../middleware/answer-errors.ts';
import { answerWarmUp } from '../middleware/answer-warm-up.ts';
import { cacheResponses } from '../middleware/cache-responses.ts';
import { checkToken } from '../middleware/check-token.ts';
import { type Log, logRequests } from '../middleware/log-requests.ts';
import { parseRequest } from '../middleware/parse-request.ts';
import { resolveEndpoint } from '../middleware/resolve-endpoint.ts';
import { sendBody } from '../middleware/send-body.ts';
import { validateBody } from '../middleware/validate-body.ts';
import { bindEndpoints, type ServedShapes } from '../pipeline/bind-endpoints.ts';
import { type BodyResult, makeBody } from '../pipeline/make-body.ts';
import type { TokenCache } from '../token/read-token.ts';
import { bodyRequestOf } from './body-request.ts';
import { keepAlive } from './keep-alive.ts';
import { timed } from './timed.ts';

export interface HandlerOptions extends ServedShapes {
  /** Configuration of the dashboard. Defaults to the configuration in the function's package. */
  readonly config?: DashboardConfig;
  /** Writes a line of the log. Defaults to standard output. */
  readonly log?: Log;
  /** The cached tokens. By default, all handlers of this process share them. */
  readonly tokens?: TokenCache;
}

/** The handler of a Lambda function behind API Gateway. */
export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpResponse>;

const openCacheTable = async (family: string) => {
  const { createCacheTable } = await import('../cache/cache-table.ts');
  return createCacheTable(process.env.WALLFEED_CACHE_TABLE ?? '', family);
};

/** Creates the function that reads tables from datasets. Its code is loaded with the first request that needs it. */
const openDatasets = (config: DashboardConfig, memory: Memory): ReadDatasetTable | undefined => {
  if (!config.datasets) return undefined;
  const load = async (): Promise<ReadDatasetTable> => {
    const { createDatasets } = await import('../datasets/create-datasets.ts');
    return createDatasets({ config, memory, openTable: (name) => openCacheTable(datasetFamily(name)) });
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
  const readDataset = openDatasets(config, memory);
  const shared = createSharedCache(() => openCacheTable(family));
  const logging = { timeoutEarlyInMillis: 0, ...keepAlive(logRequests(config, options.log)) };
  const handler = middy<APIGatewayProxyEventV2, HttpResponse | BodyResult, Error, InvocationContext>(logging)
    .use(answerErrors())
    .use(answerWarmUp(config))
    .use(timed('parse', parseRequest()))
    .use(resolveEndpoint(endpoints, config.elsewhere))
    .use(timed('token', checkToken(options.tokens)))
    .use(timed('cache', cacheResponses({ memory, shared, version })))
    .use(timed('send', sendBody()))
    .use(validateBody())
    .handler((_event, context) => makeBody(context.endpoint, bodyRequestOf(context, memory.objects, readDataset)));
  return handler as unknown as Handler;
};
