/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serve } from '../../../support/requests/serve-functions.ts';

const cors = { methods: ['POST'], headers: ['content-type', 'x-token'], exposed: ['Age', 'Retry-After'], maxAge: 60 };
const OWN = `exports.handler = async (event) => {
  if (event.pathParameters.endpoint === 'throw') throw new Error('on purpose');
  return { statusCode: 200, headers: { 'Access-Control-Allow-Origin': 'https://own.example', 'x-own': '1' }, body: '' };
};`;

const corsHeadersOf = (response: Response): Record<string, string> =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')));

const ORIGIN = 'https://wall.example.com';

describe('the gateway with one allowed origin', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ functions: { pie: OWN }, cors: { ...cors, origins: [ORIGIN] } });
  });
  afterAll(() => served.close());

  const post = (path: string, origin?: string, method = 'POST') =>
    fetch(served.url + path, { method, headers: origin ? { origin } : {} });

  test('the gateway answers a preflight for any path', async () => {
    const response = await post('/anywhere', ORIGIN, 'OPTIONS');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(corsHeadersOf(response)).toEqual({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type,x-token',
      'access-control-expose-headers': 'Age,Retry-After',
      'access-control-max-age': '60',
    });
  });

  test.each(['/pie/a', '/pie/throw', '/nowhere', '/pie/%E5%80'])(
    'a response to %s has the CORS headers of the allowed origin',
    async (path) => {
      const expected = { 'access-control-allow-origin': ORIGIN, 'access-control-expose-headers': 'Age,Retry-After' };
      expect(corsHeadersOf(await post(path, ORIGIN))).toEqual(expected);
    },
  );

  test.each(['', 'https://else.example.com'])(
    'the origin %j gets no CORS headers, not even those of the function',
    async (origin) => {
      const response = await post('/pie/a', origin);
      expect(corsHeadersOf(response)).toEqual({});
      expect(response.headers.get('x-own')).toBe('1');
      expect(corsHeadersOf(await post('/pie/a', origin, 'OPTIONS'))).toEqual({});
    },
  );
});

test('the response allows any origin if the settings allow any origin', async () => {
  const served = await serve({ functions: { pie: OWN }, cors: { ...cors, origins: ['*'] } });
  const response = await fetch(`${served.url}/pie/a`, { method: 'POST', headers: { origin: ORIGIN } });
  expect(corsHeadersOf(response)).toMatchObject({ 'access-control-allow-origin': '*' });
  await served.close();
});

test('without CORS settings, the function’s own headers are sent, and OPTIONS has no route', async () => {
  const served = await serve({ functions: { pie: OWN } });
  const response = await fetch(`${served.url}/pie/a`, { method: 'POST', headers: { origin: ORIGIN } });
  expect(corsHeadersOf(response)).toEqual({ 'access-control-allow-origin': 'https://own.example' });
  expect((await fetch(`${served.url}/pie/a`, { method: 'OPTIONS' })).status).toBe(404);
  await served.close();
});
