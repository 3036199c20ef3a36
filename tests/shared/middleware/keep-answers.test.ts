import { expect, test } from '@jest/globals';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createAnswer } from '../../../shared/cache/answer.ts';
import { createMemory } from '../../../shared/cache/create-memory.ts';
import { instantOf, now } from '../../../shared/cache/instant.ts';
import type { SharedAnswers } from '../../../shared/cache/shared-answers.ts';
import type { Endpoint, Exchange, ExchangeContext } from '../../../shared/handler/exchange.ts';
import { answerProblem } from '../../../shared/middleware/answer-problem.ts';
import { keepAnswers } from '../../../shared/middleware/keep-answers.ts';
import { createEvent } from './create-event.ts';

/** Each of its quotes becomes four characters on the way of a text through the function's own JSON. */
const quotes = createAnswer(JSON.stringify('"'.repeat(2_500_000)), 1);

const shared: SharedAnswers = {
  consult: async () => ({ kept: { answer: quotes, goodAt: now() } }),
  find: async () => undefined,
};

const createExchange = (): Exchange => ({
  startedAt: performance.now(),
  notedAt: 0,
  durations: {},
  endpoint: { slug: 'share', cache: { ttl: 60_000, shared: true }, stale: 60_000, deadline: 8_000 } as Endpoint,
  request: { currentTime: { text: '1', value: 1 }, timePeriod: { text: '30', value: 30 }, token: '' },
});

const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, ExchangeContext>(() => ({}))
  .use(answerProblem())
  .use(keepAnswers({ memory: createMemory(), shared, version: 'one' }));

const ask = (headers: Readonly<Record<string, string>>) =>
  handler(createEvent({ endpoint: 'share', headers }), { exchange: createExchange() } as ExchangeContext);

test('what another environment shares may be too large for a client that takes it plain alone', async () => {
  expect(await ask({ 'accept-encoding': 'gzip' })).toMatchObject({ statusCode: 200, isBase64Encoded: true });
  for (const _ of [1, 2]) {
    const { statusCode, body } = await ask({});
    expect([statusCode, JSON.parse(body ?? '').error]).toEqual([502, 'BODY_TOO_LARGE']);
  }
});

test('what is shared takes the place of nothing younger', async () => {
  const memory = createMemory();
  const answer = (text: string) => createAnswer(JSON.stringify(text), 1);
  const minutesAgo = (minutes: number) => instantOf(Date.now() - minutes * 60_000);
  memory.keepAnswer('share', 30, { answer: answer('own'), goodAt: minutesAgo(2) });
  const turn = { kept: { answer: answer('older'), goodAt: minutesAgo(5) }, isRefreshing: true };
  const ask = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, ExchangeContext>(() => ({})).use(
    keepAnswers({ memory, shared: { consult: async () => turn, find: async () => undefined }, version: 'one' }),
  );
  const response = await ask(createEvent({ endpoint: 'share' }), { exchange: createExchange() } as ExchangeContext);
  expect(response).toMatchObject({ body: '"own"', headers: { 'x-wallfeed-cache': 'stale', age: '120' } });
  expect(memory.answer('share', 30)?.answer.text).toBe('"own"');
});
