import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGateway, type GatewayRequest } from '../../../../infra/local/gateway/create-gateway.ts';
import { answerHealth } from '../../../../infra/local/server/answer-health.ts';

const unknown: string[] = [];
const answered: GatewayRequest[] = [];
const gateway = createGateway({
  onUnknown: (...request) => unknown.push(request.join(' ')),
  onAnswered: (request) => answered.push(request),
  answerOwn: answerHealth,
});
let url: string;

beforeAll(async () => {
  gateway.use({ functions: [], routes: [] }, async () => 'unavailable');
  gateway.server.listen(0, '127.0.0.1');
  await once(gateway.server, 'listening');
  url = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
});
afterAll(() => {
  gateway.server.close();
});

test.each(['GET', 'HEAD'])(
  '%s /healthz is answered with 200, is not stored, and is no request of an endpoint',
  async (method) => {
    const response = await fetch(`${url}/healthz?probe=1`, { method });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe(method === 'GET' ? '{"status":"ok"}' : '');
    expect([unknown, answered]).toEqual([[], []]);
  },
);

test.each([
  ['POST', '/healthz'],
  ['GET', '/healthz/more'],
  ['GET', '/Healthz'],
])('%s %s is a request for an unknown endpoint', async (method, path) => {
  expect((await fetch(url + path, { method })).status).toBe(404);
  expect(unknown.pop()).toBe(`${method} ${path} 404`);
});
