import { expect, test } from '@jest/globals';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createMemory } from '../../../shared/cache/create-memory.ts';
import { createBody } from '../../../shared/cache/response-body.ts';
import type { SharedCache } from '../../../shared/cache/shared-cache.ts';
import { now, timestampOf } from '../../../shared/cache/timestamp.ts';
import { answerErrors } from '../../../shared/middleware/answer-errors.ts';
import { cacheResponses } from '../../../shared/middleware/cache-responses.ts';
import type { SentContext } from '../../../shared/middleware/request-context.ts';
import { createTiming } from '../../../shared/middleware/timing.ts';
import type { Endpoint } from '../../../shared/pipeline/bind-endpoints.ts';
import { createEvent } from '../../support/requests/create-event.ts';

/** A body whose quotes grow to four characters each when the function's reply is written as JSON. */
const quotes = createBody(JSON.stringify('"'.repeat(2_500_000)), 1);

const shared: SharedCache = {
  consult: async () => ({ response: { body: quotes, askedAt: now() } }),
};

const endpoint: Partial<Endpoint> = {
  slug: 'share',
  dependsOn: { period: false, time: false },
  cache: { ttl: 60_000, shared: true },
  stale: 60_000,
  deadline: 8_000,
};

/** Creates the context of a request that has passed the middlewares before the cache. */
const createContext = (): SentContext =>
  ({
    timing: createTiming({
      startedAt: performance.now(),
      callsEndAt: Number.POSITIVE_INFINITY,
      closingEndsAt: Number.POSITIVE_INFINITY,
    }),
    rowsRead: 0,
    endpoint,
    request: { currentTime: { text: '1', value: 1 }, timePeriod: { text: '30', value: 30 }, token: '' },
  }) as unknown as SentContext;

const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, SentContext>(() => ({}))
  .use(answerErrors())
  .use(cacheResponses({ memory: createMemory(), shared, version: 'one' }));

const ask = (headers: Readonly<Record<string, string>>) =>
  handler(createEvent({ endpoint: 'share', headers }), createContext());

test('a shared response that is too large uncompressed is refused to clients without gzip', async () => {
  expect(await ask({ 'accept-encoding': 'gzip' })).toMatchObject({ statusCode: 200, isBase64Encoded: true });
  for (const _ of [1, 2]) {
    const { statusCode, body } = await ask({});
    expect([statusCode, JSON.parse(body ?? '').error]).toEqual([502, 'BODY_TOO_LARGE']);
  }
});

test('an environment serves its own response rather than an older shared one', async () => {
  const memory = createMemory();
  const body = (text: string) => createBody(JSON.stringify(text), 1);
  const minutesAgo = (minutes: number) => timestampOf(Date.now() - minutes * 60_000);
  memory.keepResponse('share', { body: body('own'), askedAt: minutesAgo(2) });
  const turn = { response: { body: body('older'), askedAt: minutesAgo(5) }, isRefreshing: true };
  const ask = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, SentContext>(() => ({})).use(
    cacheResponses({ memory, shared: { consult: async () => turn }, version: 'one' }),
  );
  const response = await ask(createEvent({ endpoint: 'share' }), createContext());
  expect(response).toMatchObject({ body: '"own"', headers: { 'x-wallfeed-cache': 'stale', age: '120' } });
  expect(memory.response('share')?.body.text()).toBe('"own"');
});
