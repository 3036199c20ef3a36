import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { DashboardConfig } from '../config/dashboard-config.ts';
import type { OnRows } from '../datasets/create-datasets.ts';
import type { Endpoint } from '../pipeline/bind-endpoints.ts';
import type { BodyResult } from '../pipeline/make-body.ts';
import type { keepPromises } from './keep-promises.ts';
import type { Log } from './log-requests.ts';
import type { AnyContext, HttpResponse, Middleware, ResolvedContext, SentContext } from './request-context.ts';
import type { EndedRequest } from './serve-clients.ts';

export type ResolvedChain = middy.MiddyfiedHandler<
  APIGatewayProxyEventV2,
  HttpResponse | BodyResult,
  Error,
  ResolvedContext
>;

type Invoke = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpResponse>;

/** True for the event of the schedule that judges promises. API Gateway cannot send it. */
const isJudgement = (event: unknown): boolean => Object(event).wallfeed === 'judge';

/** Returns undefined if the function judges no promises. Other functions never load the code. */
export const openPromises = (config: DashboardConfig, endpoints: readonly Endpoint[], log: Log) => {
  const { promises } = config;
  if (!promises) return undefined;
  let keeper: ReturnType<typeof keepPromises> | undefined;
  const load = async () => {
    const { keepPromises: keep } = await import('./keep-promises.ts');
    keeper ??= keep({ config: { ...config, promises }, endpoints, log });
    return keeper;
  };
  const loading = load();
  return {
    loadOnRows: async (): Promise<OnRows> => (await loading).onRows,
    attach: { after: async (request) => (await loading).attach(request) } satisfies Middleware<SentContext>,
    finish: async ({ context, response }: EndedRequest): Promise<void> =>
      (await loading).finish(context as AnyContext, response ?? undefined),
    /**
     * Answers the event of the schedule, too.
     * @param answering adds the steps that answer a request for an endpoint.
     */
    answer: (invoke: Invoke, answering: (resolved: ResolvedChain) => unknown): Invoke => {
      const ask = answering(middy({ timeoutEarlyInMillis: 0 }) as unknown as ResolvedChain) as Invoke;
      return async (event, context) =>
        isJudgement(event) ? (await loading).judgeAll(ask, context) : invoke(event, context);
    },
  };
};
