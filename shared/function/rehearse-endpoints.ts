import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { type AnswerFromMemory, type ClientRequest, rehearse } from '../aws/rehearsal.ts';
import type { DashboardConfig } from '../config/dashboard-config.ts';
import { createHandler, type HandlerOptions } from '../handler/create-handler.ts';
import { digestOf } from '../token/digest.ts';
import { createRehearsedServices, REHEARSED_TOKEN, type RehearsedData } from './answer-sample.ts';
import { documentName, planRehearsal, tableName } from './plan-rehearsal.ts';
import type { Samples } from './samples.ts';

/** Time after which no more rehearsals start. */
const MAX_REHEARSAL_MS = 400;

const TIME_PERIOD = '30';

export interface RehearsalOptions extends HandlerOptions {
  readonly config: DashboardConfig;
  readonly samples: Samples;
  /** Called with each request of an AWS client. */
  readonly onRequest: (request: ClientRequest) => void;
}

const eventOf = (slug: string): APIGatewayProxyEventV2 => {
  const currentTime = String(Date.now());
  const token = digestOf(TIME_PERIOD, currentTime, REHEARSED_TOKEN).toString('hex');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: `/rehearsal/${slug}`,
    rawQueryString: '',
    pathParameters: { endpoint: slug },
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    requestContext: {} as APIGatewayProxyEventV2['requestContext'],
    body: JSON.stringify({ currentTime: Number(currentTime), timePeriod: Number(TIME_PERIOD), token }),
    isBase64Encoded: false,
  };
};

const createContext = (): Context =>
  ({ awsRequestId: 'rehearsal', functionName: 'rehearsal', getRemainingTimeInMillis: () => 10_000 }) as Context;

const dataOf = (endpoints: DashboardConfig['endpoints'], samples: Samples): RehearsedData => {
  const tables = new Map<string, readonly (readonly string[])[]>();
  const documents = new Map<string, string>();
  for (const [slug, { shape }] of Object.entries(endpoints)) {
    const sample = samples[shape];
    if (sample) documents.set(documentName(slug), sample.document);
    for (const [table, cells] of Object.entries(sample?.tables ?? {})) tables.set(tableName(slug, table), cells);
  }
  return { tables, documents };
};

/** Initializes the output stream of the log, but writes nothing. */
const writeNothing = (): void => {
  process.stdout.write('');
};

type Ask = (slug: string) => Promise<unknown>;

/** Creates a separate handler, so that its caches do not affect real requests. */
const createRehearsedFunction = (options: RehearsalOptions, answer: AnswerFromMemory): Ask => {
  const { onRequest } = options;
  const handler = createHandler({ ...options, log: writeNothing, tokens: new Map() });
  const observed: AnswerFromMemory = (request) => {
    onRequest(request);
    return answer(request);
  };
  return (slug) => rehearse(observed, () => handler(eventOf(slug), createContext()));
};

/** Returns the slug of one endpoint with a shared cache, if there is one. */
const sharedSlug = (endpoints: DashboardConfig['endpoints']): readonly string[] =>
  Object.keys(endpoints)
    .filter((slug) => endpoints[slug]?.cache?.shared)
    .slice(0, 1);

/**
 * Runs requests through the function's code while all sources are in memory. Each planned endpoint gets two requests:
 * one with new data, one with unchanged data. One endpoint also gets a response that another environment has cached.
 * @returns the responses, for tests.
 */
export const rehearseEndpoints = async (options: RehearsalOptions): Promise<readonly unknown[]> => {
  const { config, samples } = options;
  const { endpoints, datasets } = planRehearsal(config, samples);
  const answer = createRehearsedServices(dataOf(endpoints, samples));
  const rehearsed = { ...options, config: { ...config, endpoints, ...(config.datasets && { datasets }) } };
  const endsAt = performance.now() + MAX_REHEARSAL_MS;
  const responses: unknown[] = [];
  const askAll = async (slugs: readonly string[]): Promise<void> => {
    const ask = createRehearsedFunction(rehearsed, answer);
    for (const slug of slugs) if (performance.now() < endsAt) responses.push(await ask(slug));
  };
  await askAll(Object.keys(endpoints).flatMap((slug) => [slug, slug]));
  await askAll(sharedSlug(endpoints));
  return responses;
};
