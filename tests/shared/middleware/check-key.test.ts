/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digestOf } from '../../../shared/token/digest.ts';
import { pieEndpoint, serveEndpoints } from '../../support/requests/serve-endpoints.ts';

const KEY = 'the-key-of-the-wall';
const keys = [{ from: 'env', name: 'WALL_KEY' }] as const;
const tokens = [{ from: 'env', name: 'WALL_TOKEN' }] as const;
const client = { methods: ['GET', 'POST'], period: 60 } as const;

const ENDPOINTS = {
  keyed: pieEndpoint({ client, apiKey: { keys, header: 'x-api-key', query: 'key' } }),
  bearer: pieEndpoint({ client, apiKey: { keys, header: 'authorization' } }),
  both: pieEndpoint({ client, tokens, apiKey: { keys, header: 'x-api-key' } }),
  rotating: pieEndpoint({ client, apiKey: { keys: [{ from: 'env', name: 'NEW_KEY' }, ...keys], header: 'x-api-key' } }),
  unreadable: pieEndpoint({ client, apiKey: { keys: [{ from: 'env', name: 'NO_KEY' }], header: 'x-api-key' } }),
  platform: pieEndpoint({ apiKey: { keys, header: 'x-api-key' } }),
};

let served: Awaited<ReturnType<typeof serveEndpoints>>;

beforeAll(async () => {
  Object.assign(process.env, { WALL_KEY: KEY, NEW_KEY: 'the-new-key', WALL_TOKEN: 'secret' });
  served = await serveEndpoints('pie', ENDPOINTS, { 'share.csv': 'name,value,score,pv\nSearch,38.5,,\n' });
});
afterAll(() => served.close());

const outcome = async (endpoint: string, headers: Record<string, string> = {}, query = '') => {
  const { status, body, text, line } = await served.ask({ method: 'GET', endpoint, query, headers });
  expect(text + JSON.stringify(line)).not.toContain(KEY);
  return status === 200 ? 200 : body.error;
};

const digest = (): string => {
  const now = String(Date.now());
  return `currentTime=${now}&timePeriod=30&token=${digestOf('30', now, 'secret').toString('hex')}`;
};

describe('an API key', () => {
  test.each([
    ['with a key in the header is accepted', 'keyed', { 'x-api-key': KEY }, '', 200],
    ['with a key in the query is accepted', 'keyed', {}, `key=${KEY}`, 200],
    ['without a key is refused', 'keyed', {}, '', 'KEY_MISSING'],
    ['with a key that is almost right is refused', 'keyed', { 'x-api-key': `${KEY}x` }, '', 'KEY_MISMATCH'],
    ['with a key of the wrong case is refused', 'keyed', { 'x-api-key': KEY.toUpperCase() }, '', 'KEY_MISMATCH'],
    ['with a wrong key beside a right one is refused', 'keyed', { 'x-api-key': KEY }, 'key=wrong', 'KEY_MISMATCH'],
    ['with a key as Bearer is accepted', 'bearer', { authorization: `Bearer ${KEY}` }, '', 200],
    ['with a wrong key as Bearer is refused', 'bearer', { authorization: 'Bearer wrong' }, '', 'KEY_MISMATCH'],
    ['with a bare key where Bearer is described is refused', 'bearer', { authorization: KEY }, '', 'KEY_MISMATCH'],
    ['with another scheme is refused', 'bearer', { authorization: `Basic ${KEY}` }, '', 'KEY_MISMATCH'],
    ['with a key in another header is refused', 'bearer', { 'x-api-key': KEY }, '', 'KEY_MISSING'],
    ['with the old one of two keys is accepted', 'rotating', { 'x-api-key': KEY }, '', 200],
    ['with the new one of two keys is accepted', 'rotating', { 'x-api-key': 'the-new-key' }, '', 200],
    ['with a key that cannot be compared is refused', 'unreadable', { 'x-api-key': KEY }, '', 'TOKEN_UNAVAILABLE'],
  ])('a request %s', async (_, endpoint, headers, query, expected) => {
    expect(await outcome(endpoint, headers as Record<string, string>, query)).toBe(expected);
  });

  test('an endpoint with a token and a key needs only one of them, and refuses a wrong one', async () => {
    expect(await outcome('both', { 'x-api-key': KEY })).toBe(200);
    expect(await outcome('both', {}, digest())).toBe(200);
    expect(await outcome('both')).toBe('KEY_MISSING');
    expect(await outcome('both', { 'x-api-key': 'wrong' }, digest())).toBe('KEY_MISMATCH');
    const wrong = `currentTime=${Date.now()}&timePeriod=30&token=${'0'.repeat(32)}`;
    expect(await outcome('both', { 'x-api-key': KEY }, wrong)).toBe('TOKEN_MISMATCH');
  });

  test('the hint names all that the endpoint accepts', async () => {
    const { body } = await served.ask({ method: 'GET', endpoint: 'both' });
    const [{ hint }] = body.details as [{ hint: string }];
    expect(hint).toBe('send the API key in the header x-api-key, or the digest of the token in the parameter token');
  });

  test('an endpoint of the platform may have a key', async () => {
    const ask = (headers: Record<string, string>) =>
      served.ask({ endpoint: 'platform', headers, query: `currentTime=${Date.now()}&timePeriod=30` });
    expect([(await ask({})).status, (await ask({ 'x-api-key': KEY })).status]).toEqual([401, 200]);
  });
});
