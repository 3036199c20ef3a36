import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createMemory } from '../cache/create-memory.ts';
import { createSharedCache } from '../cache/shared-cache.ts';
import type { Shape } from '../catalogue/shape.ts';
import type { Validators } from '../catalogue/validate.ts';
import type { DashboardConfig } from '../config/dashboard-config.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Endpoint, ExchangeContext } from '../http/request-context.ts';
import { answerProblem } from '../middleware/answer-problem.ts';
import { answerWarmUp } from '../middleware/answer-warm-up.ts';
import { cacheResponses } from '../middleware/cache-responses.ts';
import { checkToken } from '../middleware/check-token.ts';
import { foldRows } from '../middleware/fold-rows.ts';
import { type Log, logRequests } from '../middleware/log-requests.ts';
import { parseRequest } from '../middleware/parse-request.ts';
import { readTables } from '../middleware/read-tables.ts';
import { resolveEndpoint } from '../middleware/resolve-endpoint.ts';
import { sendBody } from '../middleware/send-body.ts';
import { typeRows } from '../middleware/type-rows.ts';
import { unlessAnswered } from '../middleware/unless-answered.ts';
import { validateResponse } from '../middleware/validate-response.ts';
import type { TokenCache } from '../token/read-token.ts';
import { keepAlive } from './keep-alive.ts';
import { timed } from './time-step.ts';

export interface HandlerOptions {
  /** The shapes that this function serves. */
  readonly shapes: readonly Shape[];
  /** Their compiled schemas. */
  readonly validators: Validators;
  /** The dashboard; left out: the one that the function was packaged with. */
  readonly config?: DashboardConfig;
  /** Takes the log's lines; left out: they go to standard output. */
  readonly log?: Log;
  /** The tokens that were read; left out: those of all handlers of this process. */
  readonly tokens?: TokenCache;
}

const bindEndpoints = ({ endpoints }: DashboardConfig, { shapes, validators }: HandlerOptions): readonly Endpoint[] =>
  Object.entries(endpoints).map(([slug, endpoint]) => {
    const definition = shapes.find(({ name }) => name === endpoint.shape);
    const validate = validators[endpoint.shape];
    if (!definition || !validate)
      throw new Error(`endpoint ${slug}: this function does not serve the shape ${endpoint.shape}`);
    return { slug, ...endpoint, definition, validate };
  });

const openCacheTable = async (family: string) => {
  const { createCacheTable } = await import('../cache/cache-table.ts');
  return createCacheTable(process.env.WALLFEED_CACHE_TABLE ?? '', family);
};

/** The handler of a family's function: API Gateway event to response, by the eight steps of a request. */
export const createHandler = (options: HandlerOptions) => {
  const config = options.config ?? loadConfig();
  const { family, timezone, version } = config;
  const memory = createMemory();
  const shared = createSharedCache(() => openCacheTable(family));
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, ExchangeContext>({
    timeoutEarlyInMillis: 0,
    ...keepAlive(logRequests(config, options.log)),
  })
    .use(answerProblem())
    .use(answerWarmUp(config))
    .use(timed('parse', parseRequest()))
    .use(resolveEndpoint(bindEndpoints(config, options)))
    .use(timed('token', checkToken(options.tokens)))
    .use(timed('cache', cacheResponses({ memory, shared, version })))
    .use(timed('send', sendBody()))
    .use(unlessAnswered(timed('read', readTables())))
    .use(unlessAnswered(timed('type', typeRows(timezone))))
    .use(unlessAnswered(timed('fold', foldRows())))
    .use(unlessAnswered(timed('validate', validateResponse())));
};
