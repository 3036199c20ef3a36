/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EndpointConfig, ParameterConfig } from '../../../shared/config/dashboard-config.ts';
import type { ParameterTest, Selection } from '../../../shared/config/selection.ts';
import { createValues } from '../../../shared/middleware/request-values.ts';
import { digestOf } from '../../../shared/token/digest.ts';
import { pieEndpoint, serveEndpoints } from '../../support/requests/serve-endpoints.ts';

const REGION: ParameterConfig = { name: 'region', values: ['East', 'West', "It's", '007'], optional: true };
const FLOOR: ParameterConfig = { name: 'floor', values: [0, 100, 0.5], default: 0 };
const REQUIRED: ParameterConfig = { name: 'year', values: Array.from({ length: 30 }, (_, index) => 2000 + index) };

const testOf = (word: ParameterTest['word'], ...of: ParameterTest['of']): ParameterTest => ({
  is: 'parameter',
  word,
  of,
});
const region = { parameter: 'region' };

const SELECTION: Selection = {
  where: [
    { column: 'Region', tests: [testOf('any', region)] },
    { column: 'Amount', tests: [testOf('atLeast', { parameter: 'floor' })] },
  ],
  columns: [
    { name: 'name', source: { from: 'cell', of: 'Region' } },
    { name: 'value', source: { from: 'sum', of: 'Amount' } },
    { name: 'score', source: { from: 'constant', value: 1 } },
    { name: 'pv', source: { from: 'constant', value: 1 } },
  ],
};

const table = { source: 'csv', key: 'wall/orders.csv', selection: SELECTION } as const;
const asked = (more: Partial<EndpointConfig> = {}, parameters = [REGION, FLOOR]) =>
  pieEndpoint({ tables: { table }, parameters, ...more });

const CACHE = { ttl: 60_000, shared: false };
const CLIENT = { methods: ['GET', 'POST'], period: 60 } as const;

const ENDPOINTS = {
  plain: asked(),
  cached: asked({ cache: CACHE, client: CLIENT }),
  expired: asked({ cache: { ttl: 0, shared: false }, stale: 60_000, client: CLIENT }),
  required: asked({}, [REGION, FLOOR, REQUIRED]),
  odd: asked({ client: CLIENT }, [{ name: 'constructor', values: ['East'], optional: true }, REGION, FLOOR]),
  signed: asked({ tokens: [{ from: 'env', name: 'WALL_TOKEN' }] }),
};

const TIMES = { currentTime: 1513137332798, timePeriod: 30 };
const CSV = "Region,Amount\nEast,50\nWest,150\nEast,250\nIt's,1\n007,7\n";

let served: Awaited<ReturnType<typeof serveEndpoints>>;

beforeAll(async () => {
  process.env.WALL_TOKEN = 'secret';
  served = await serveEndpoints('pie', ENDPOINTS, { 'orders.csv': CSV });
});
afterAll(() => served.close());

const post = (parameters: object, endpoint = 'plain') =>
  served.ask({
    endpoint,
    body: JSON.stringify({ ...TIMES, ...parameters }),
    headers: { 'content-type': 'application/json' },
  });
const get = (query: string, endpoint = 'cached') => served.ask({ method: 'GET', endpoint, query });

const sumsOf = ({ body }: Awaited<ReturnType<typeof post>>) =>
  Object.fromEntries((body.data as readonly { name: string; value: number }[]).map(({ name, value }) => [name, value]));

describe('the values of a request', () => {
  test.each([
    ['no value leaves the condition of an optional parameter out', {}, { East: 300, West: 150, "It's": 1, '007': 7 }],
    ['a value selects its rows', { region: 'East' }, { East: 300 }],
    ['a number is sent as a number', { region: 'East', floor: 100 }, { East: 250 }],
    ['a number is sent as a text', { region: 'East', floor: '100.0' }, { East: 250 }],
    ['a number has decimals', { region: 'East', floor: 0.5 }, { East: 300 }],
    ['a value has a quote', { region: "It's" }, { "It's": 1 }],
    ['a value has zeros at its beginning', { region: '007' }, { '007': 7 }],
    ['null is no value', { region: null }, { East: 300, West: 150, "It's": 1, '007': 7 }],
    ['an empty text is no value', { region: '', floor: '' }, { East: 300, West: 150, "It's": 1, '007': 7 }],
    [
      'unknown parameters are ignored',
      { page: 1, __proto__: { region: 'West' }, Region: 'West' },
      { East: 300, West: 150, "It's": 1, '007': 7 },
    ],
  ])('%s', async (_, parameters, expected) => {
    expect(sumsOf(await post(parameters))).toEqual(expected);
  });

  test('a form may send the values of parameters', async () => {
    const body = 'currentTime=1513137332798&timePeriod=30&region=West';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(sumsOf(await served.ask({ endpoint: 'plain', body, headers }))).toEqual({ West: 150 });
  });

  test('a parameter may be called constructor', async () => {
    expect((await get('', 'odd')).status).toBe(200);
    expect((await get('constructor=East', 'odd')).status).toBe(200);
    expect((await get('constructor=West', 'odd')).status).toBe(400);
  });
});

describe('a wrong value', () => {
  const faultsOf = async (parameters: object, endpoint = 'plain') => {
    const { status, body } = await post(parameters, endpoint);
    expect([status, body.error]).toEqual([400, 'REQUEST_INVALID']);
    return (body.details as readonly { path: string; message: string }[]).map((one) => `${one.path} ${one.message}`);
  };
  const ALLOWED = "allowed are East, West, It's, 007";

  test.each([
    ['a text that is not in the list', 'North', "'North'"],
    ['SQL', "East' or '1'='1", "'East' or '1'='1'"],
    ['other letters', 'east', "'east'"],
    ['a number in place of its text', 7, "'7'"],
    ['a list', ['East'], `'["East"]'`],
    ['a map', { East: 1 }, `'{"East":1}'`],
    ['true', true, "'true'"],
    ['a long text', 'x'.repeat(10_000), `'${'x'.repeat(40)}…'`],
  ])('%s is refused with the value and the allowed ones', async (_, value, found) => {
    expect(await faultsOf({ region: value })).toEqual([`region cannot be ${found}; ${ALLOWED}`]);
  });

  test('all mistakes of a request are reported at once', async () => {
    expect(await faultsOf({ timePeriod: 'x', region: 'North', floor: 1, year: 1999 }, 'required')).toEqual([
      expect.stringContaining('timePeriod must be a number'),
      `region cannot be 'North'; ${ALLOWED}`,
      "floor cannot be '1'; allowed are 0, 100, 0.5",
      "year cannot be '1999'; allowed are 2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009 and 20 more",
    ]);
  });

  test('a required parameter must be sent', async () => {
    const [fault] = await faultsOf({}, 'required');
    expect(fault).toContain('year is missing; allowed are 2000, 2001');
  });

  test('two different values of one parameter are refused', async () => {
    const { body } = await get('region=East&region=West');
    expect(body.msg).toContain("region is given twice with different text: 'East' and 'West'");
    expect(sumsOf(await get('region=East&region=East'))).toEqual({ East: 300 });
  });

  test('a request without the token of the endpoint does not learn the allowed values', async () => {
    const outside = await post({ region: 'North' }, 'signed');
    expect([outside.status, outside.text.includes('East')]).toEqual([401, false]);
    const token = digestOf('30', '1513137332798', 'secret').toString('hex');
    const { status, text } = await post({ region: 'North', token }, 'signed');
    expect([status, text.includes(ALLOWED)]).toEqual([400, true]);
    expect(sumsOf(await post({ region: 'West', token }, 'signed'))).toEqual({ West: 150 });
  });
});

describe('the cache', () => {
  test('no combination of values gets the response of another combination', async () => {
    const asked = ['', 'region=East', 'region=West', 'region=East&floor=100', 'floor=100'];
    const first = await Promise.all(asked.map(async (query) => (await get(query)).text));
    expect(new Set(first).size).toBe(asked.length);
    for (const [index, query] of asked.entries()) {
      const { text, line } = await get(query);
      expect([text, line.cache]).toEqual([first[index], 'hit']);
    }
  });

  test('a GET and a POST, and two ways to write a number, share a response', async () => {
    await get('region=West&floor=100');
    expect((await get('floor=100.0&region=West')).line.cache).toBe('hit');
    expect((await post({ region: 'West', floor: 100 }, 'cached')).line.cache).toBe('hit');
  });

  test('while the source fails, each combination gets its own stale response or the error', async () => {
    const east = await get('region=East', 'expired');
    await served.write('orders.csv', 'Region,Amount\nEast,wrong\nWest,wrong\n');
    try {
      const stale = await get('region=East', 'expired');
      expect([stale.status, stale.text, stale.line.cache]).toEqual([200, east.text, 'stale']);
      expect((await get('region=West', 'expired')).status).toBe(502);
    } finally {
      await served.write('orders.csv', CSV);
    }
  });
});

describe('the values of a statement', () => {
  test.each([
    [{ region: "It's" }, { stringValue: "It's" }],
    [{ region: 100 }, { longValue: 100 }],
    [{ region: 0.5 }, { doubleValue: 0.5 }],
    [{}, { isNull: true }],
  ])('the chosen values %j are sent to the database as %j', (chosen, expected) => {
    expect(createValues([REGION], new Map(Object.entries(chosen))).fieldOf('region')).toEqual(expected);
  });
});

describe('a condition with a parameter', () => {
  const filled = (test: ParameterTest, value?: string | number) => {
    const chosen = new Map(value === undefined ? [] : [['region', value] as const]);
    const { where } = createValues([REGION], chosen).fill({ where: [{ column: 'Region', tests: [test] }] });
    return where?.[0]?.tests;
  };

  test.each([
    ['a list keeps its other values', testOf('not', 'South', region), 'East', [{ is: 'not', of: ['South', 'East'] }]],
    [
      'a list without the value keeps the others',
      testOf('not', 'South', region),
      undefined,
      [{ is: 'not', of: ['South'] }],
    ],
    ['a test without values is left out', testOf('above', region), undefined, []],
    ['contains compares with a text', testOf('contains', region), 7, [{ is: 'contains', of: ['7'] }]],
    ['above compares with the value', testOf('above', region), 7, [{ is: 'above', of: 7 }]],
  ])('%s', (_, test, value, expected) => {
    expect(filled(test, value)).toEqual(expected);
  });

  test('parameters are also replaced in the conditions of aggregates and in the parts of formulas', () => {
    const where = [{ column: 'Region', tests: [testOf('any', region)] }];
    const selection: Selection = {
      columns: [
        { name: 'count', source: { from: 'count', where } },
        { name: 'mean', source: { from: 'formula', term: { part: 0 }, parts: [{ from: 'count', where }] } },
      ],
    };
    const text = JSON.stringify(createValues([REGION], new Map([['region', 'East']])).fill(selection));
    expect(text.match(/"is":"any","of":\["East"\]/g)).toHaveLength(2);
  });
});
