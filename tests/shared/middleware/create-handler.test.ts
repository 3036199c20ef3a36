/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadShapes } from '../../../infra/build/catalogue/load-catalogue.ts';
import { startObjectStore } from '../../../infra/local/emulators/s3.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { ColumnSource, Selection } from '../../../shared/config/selection.ts';
import type { Problem } from '../../../shared/middleware/answer-errors.ts';
import { createEvent, type SentRequest } from '../../support/requests/create-event.ts';

const FILES = {
  'share.csv': 'name,value,score,pv\nSearch,12.5,,\nDirect,"1,234.5",1,2\n',
  'times.csv': 'name,value,at\nSearch,1,2017-12-12 10:00\nDirect,2,2017-12-12 11:00\nSearch,3,2017-12-12 09:30\n',
  'cells.csv': 'name,value,score,pv\nSearch,12x,,\nDirect,,1,2\n',
  'header.csv': 'name,value,score,pv\n,,,\n',
  'seven.csv': `name,value,score,pv\n${'a,1,,\n'.repeat(7)}`,
  'wide.csv': `name,value,score,pv\n${'订'.repeat(400)},1,,\n`,
  'rings.csv': 'name;unit;value;color\nCPU;%;5;#fff\n"Disk\nfull";%;120;red\n',
  'series.csv': `name1,name2,value\n${Array.from({ length: 60 }, (_, i) => `Region,Shop ${i},${i}\n`).join('')}`,
  'huge.csv': `name1,name2,value\n${`r,${'x'.repeat(300)},1\n`.repeat(24_000)}`,
  'document.json': '{"code":200,"msg":"success","data":[{"name":"Search","value":1,"extra":true}]}',
  'wrong.json': '{"code":200,"msg":"success","data":[{"name":"Search"}]}',
  'deep.json': `{"code":200,"msg":"success","data":[],"extra":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'large.csv': ' '.repeat(32 * 1024 * 1024 + 1),
  'broken.json': '{"code":200,\n"msg":}',
};

const endpoint = (
  component: string,
  shape: string,
  key: keyof typeof FILES | 'none.csv',
  more: Partial<EndpointConfig> = {},
): EndpointConfig => ({
  component,
  shape,
  options: {},
  tables: { table: { source: 'csv', key: `wall/${key}` } },
  tokens: [],
  deadline: 60_000,
  ...more,
});
const share = (more: Partial<EndpointConfig>) => endpoint('3D Pie Chart', '3d-pie-chart', 'share.csv', more);
/** Creates an endpoint over times.csv in which each row has the name Search and this value. */
const search = (value: ColumnSource, more: Selection, cache = {}) =>
  share({
    ...cache,
    tables: {
      table: {
        source: 'csv',
        key: 'wall/times.csv',
        selection: {
          columns: [
            { name: 'name', source: { from: 'constant', value: 'Search' } },
            { name: 'value', source: value },
          ],
          ...more,
        },
      },
    },
  });
const document = (key: keyof typeof FILES) => share({ tables: {}, document: { source: 'json', key: `wall/${key}` } });
const env = (name: string) => ({ from: 'env', name }) as const;

const ENDPOINTS = {
  share: share({}),
  logged: share({}),
  own: share({ path: '/' }),
  cells: endpoint('3D Pie Chart', '3d-pie-chart', 'cells.csv'),
  header: endpoint('3D Pie Chart', '3d-pie-chart', 'header.csv', { cache: { ttl: 60_000, shared: false } }),
  seven: endpoint('3D Pie Chart', '3d-pie-chart', 'seven.csv'),
  rings: endpoint('Colorful Progress Bar', 'colorful-progress-bar', 'rings.csv'),
  wide: endpoint('3D Pie Chart', '3d-pie-chart', 'wide.csv'),
  series: endpoint('Pie Chart', 'proportion-series', 'series.csv', { options: { unit: 'orders', value: 'average' } }),
  listed: endpoint('Pie Chart', 'proportion-series', 'share.csv', { reading: 'sample' }),
  huge: endpoint('Pie Chart', 'proportion-series', 'huge.csv'),
  large: endpoint('3D Pie Chart', '3d-pie-chart', 'large.csv'),
  none: endpoint('3D Pie Chart', '3d-pie-chart', 'none.csv'),
  bucket: share({ tables: { table: { source: 'csv', bucket: 'another', key: 'wall/share.csv' } } }),
  late: share({ deadline: 0 }),
  document: document('document.json'),
  wrong: document('wrong.json'),
  deep: document('deep.json'),
  broken: document('broken.json'),
  secret: share({ tokens: [env('TOKEN_ONE')] }),
  rotated: share({ tokens: [env('TOKEN_ONE'), env('TOKEN_TWO')] }),
  unset: share({ tokens: [env('TOKEN_UNSET')] }),
  half: share({ tokens: [env('TOKEN_UNSET'), env('TOKEN_ONE')] }),
  nowhere: search(
    { from: 'count' },
    { where: [{ column: 'name', tests: [{ is: 'any', of: ['search'] }] }] },
    { cache: { ttl: 60_000, shared: false } },
  ),
  outside: search(
    { from: 'cell', of: 'value' },
    { window: { of: 'at' }, where: [{ column: 'name', tests: [{ is: 'any', of: ['Search'] }] }] },
  ),
  counted: search({ from: 'count' }, { window: { of: 'at', last: 10 * 365 * 86_400_000 } }),
  timely: share({ tokens: [env('TOKEN_ONE')], maxSkew: 300_000 }),
};

const TIME = '1513137332798';
const ask = `currentTime=${TIME}&timePeriod=30`;
const digest = (text: string) => createHash('md5').update(text).digest('hex');

let close = async () => {};
let invoke: (
  sent: SentRequest,
) => Promise<{ statusCode: number; headers: Record<string, string>; body: string; isBase64Encoded?: boolean }>;
const logged: string[] = [];

const problemOf = async (sent: SentRequest): Promise<Problem> => {
  const { statusCode, body } = await invoke(sent);
  const problem = JSON.parse(body);
  expect(problem).toMatchObject({
    code: statusCode,
    status: statusCode,
    requestId: 'request-1',
    msg: expect.any(String),
  });
  return problem;
};

beforeAll(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  const data = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(data, name), content);
  const store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data });
  await rm(data, { recursive: true });
  close = () => store.close();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_BUCKET: 'wall',
    TOKEN_ONE: 'abc',
    TOKEN_TWO: 'def',
  });
  const { createHandler } = await import('../../../shared/middleware/create-handler.ts');
  const shapes = await loadShapes('pie');
  const validators = (await loadValidators()).pie ?? {};
  const handler = createHandler({
    shapes,
    validators,
    config: { dashboard: 'wall', family: 'pie', version: 'one', timezone: 'UTC', endpoints: ENDPOINTS },
  });
  invoke = async (sent) => {
    const context = { awsRequestId: 'request-1', functionName: 'wall-pie' } as Context;
    const response = await handler(createEvent({ query: ask, ...sent }), context);
    await setImmediate();
    return response as never;
  };
});

afterAll(() => close());

describe('responses of the handler', () => {
  test('the handler responds with a body from CSV', async () => {
    expect(await invoke({ endpoint: 'share' })).toEqual({
      statusCode: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        vary: 'accept-encoding',
        age: '0',
        'last-modified': expect.stringMatching(/ GMT$/),
        'x-wallfeed-cache': 'fresh',
        'server-timing': expect.stringMatching(
          /^parse;dur=[\d.]+, token;.*read;.*type;.*fold;.*validate;.*send;dur=[\d.]+$/,
        ),
      },
      body: '{"code":200,"msg":"success","data":[{"name":"Search","value":12.5},{"name":"Direct","value":1234.5}]}',
    });
  });

  test('a file with only a header gives the empty body; a response header and the log say so', async () => {
    logged.length = 0;
    for (const state of ['fresh', 'hit']) {
      const { body, headers } = (await invoke({ endpoint: 'header' })) as never as Record<
        string,
        Record<string, string>
      >;
      expect(body).toBe('{"code":200,"msg":"success","data":[]}');
      expect(headers).toMatchObject({ 'x-wallfeed-cache': state, 'x-wallfeed-rows': '0' });
    }
    expect(logged.map((line) => JSON.parse(line).rows)).toEqual([0, 0]);
    const { headers } = (await invoke({ endpoint: 'document' })) as never as Record<string, Record<string, string>>;
    expect(headers).not.toHaveProperty('x-wallfeed-rows');
    expect(headers).not.toHaveProperty('x-wallfeed-empty');
  });

  test.each([
    ['header', 'source; read=0; kept=0', { step: 'source', read: 0, kept: 0 }],
    ['nowhere', 'where; read=3; kept=0', { step: 'where', read: 3, kept: 0 }],
    [
      'outside',
      'window; read=3; kept=0; newest=2017-12-12T10:00:00Z',
      { step: 'window', read: 3, kept: 0, newest: '2017-12-12T10:00:00Z' },
    ],
  ])(
    'an empty response of the endpoint %s and its log line say why, also if it is cached',
    async (name, header, empty) => {
      logged.length = 0;
      for (const _ of [1, 2])
        expect((await invoke({ endpoint: name })).headers).toMatchObject({ 'x-wallfeed-empty': header });
      expect(logged.map((line) => JSON.parse(line).empty)).toEqual([empty, empty]);
    },
  );

  test('a response with one row of zeros says why it is empty, and a response with other rows does not', async () => {
    logged.length = 0;
    expect(JSON.parse((await invoke({ endpoint: 'nowhere' })).body ?? '').data).toEqual([{ name: 'Search', value: 0 }]);
    const { headers, body = '' } = await invoke({ endpoint: 'counted' });
    expect(JSON.parse(body).data).toEqual([{ name: 'Search', value: 3 }]);
    expect(headers).not.toHaveProperty('x-wallfeed-empty');
    expect(JSON.parse(logged[1] ?? '')).not.toHaveProperty('empty');
  });

  test('the handler responds with the body of an endpoint with a custom path', async () => {
    expect(await invoke({ path: '/' })).toMatchObject({ statusCode: 200 });
  });

  test('the handler responds with a JSON document unchanged', async () => {
    expect((await invoke({ endpoint: 'document' })).body).toBe(FILES['document.json']);
  });

  test('the handler compresses a large body if the client accepts gzip', async () => {
    const plain = await invoke({ endpoint: 'series' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const accept of [
      'gzip',
      'br, gzip;q=0.5',
      'deflate, GZIP',
      '*',
      'identity;q=0.5, x-gzip',
      '*;q=0, gzip ; q=1.0',
    ]) {
      const packed = await invoke({ endpoint: 'series', headers: { 'accept-encoding': accept } });
      expect(packed).toMatchObject({ isBase64Encoded: true, headers: { 'content-encoding': 'gzip' } });
      expect(gunzipSync(Buffer.from(packed.body, 'base64')).toString()).toBe(plain.body);
    }
    for (const accept of ['gzip;q=0', 'br', 'gzip;q=0.0, br', 'xgzip', '*;q=1, gzip;q=0', 'identity;q=1, gzip;q=0.1']) {
      const { headers, body } = await invoke({ endpoint: 'series', headers: { 'accept-encoding': accept } });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(body).toBe(plain.body);
    }
    expect(await invoke({ endpoint: 'share', headers: { 'accept-encoding': 'gzip' } })).not.toHaveProperty(
      'isBase64Encoded',
    );
  });
});

test('the size limit of a body counts bytes, not characters', async () => {
  const packed = await invoke({ endpoint: 'wide', headers: { 'accept-encoding': 'gzip' } });
  expect(packed).toMatchObject({ isBase64Encoded: true });
});

describe('the log', () => {
  const ask = async (sent: SentRequest) => {
    logged.length = 0;
    await invoke(sent);
    expect(logged).toHaveLength(1);
    return JSON.parse(logged[0] ?? '');
  };

  test('the log has one line for each request, with its steps and its metrics', async () => {
    const line = await ask({ endpoint: 'logged' });
    expect(line).toMatchObject({
      dashboard: 'wall',
      function: 'wall-pie',
      endpoint: 'logged',
      component: '3D Pie Chart',
      status: 200,
      failures: 0,
      rows: 2,
      bytes: 101,
      requestId: 'request-1',
    });
    const { Dimensions, Metrics } = line._aws.CloudWatchMetrics[0];
    for (const name of [...Dimensions.flat(), ...Metrics.map(({ Name }: { Name: string }) => Name)])
      expect(line).toHaveProperty(name);
    expect(Object.keys(line.steps)).toEqual(['parse', 'token', 'cache', 'read', 'type', 'fold', 'validate', 'send']);
  });

  test('the log counts our own errors and those of sources as failures, but not invalid requests', async () => {
    expect(await ask({ endpoint: 'none' })).toMatchObject({
      status: 502,
      error: 'SOURCE_NOT_FOUND',
      cause: 'NoSuchKey',
      reason: 'The specified key does not exist.',
      failures: 1,
    });
    expect(await ask({ endpoint: 'nothing' })).toMatchObject({ status: 404, error: 'ENDPOINT_UNKNOWN', failures: 0 });
  });

  test('the log is small, and contains no tokens, keys or cells', async () => {
    const line = JSON.stringify(
      await ask({ endpoint: 'secret', query: `currentTime=${TIME}&timePeriod=30&token=0123` }),
    );
    expect(line).not.toMatch(/0123|abc|share\.csv/);
    expect(line.length).toBeLessThan(700);
  });
});

describe('an endpoint with a token', () => {
  const right = digest(`30${TIME}abc`);
  test.each([
    ['the digest', 'secret', right],
    ['the digest in upper case', 'secret', right.toUpperCase()],
    ['the first of two tokens', 'rotated', right],
    ['the second of two tokens', 'rotated', digest(`30${TIME}def`)],
    ['the one of two tokens that can be loaded', 'half', right],
    ['any digest when no token is configured', 'share', 'anything'],
  ])('an endpoint with a token accepts %s', async (_, name, token) => {
    expect(await invoke({ endpoint: name, query: `${ask}&token=${token}` })).toMatchObject({ statusCode: 200 });
  });

  test('an endpoint with a token accepts the digest in the header x-token', async () => {
    expect(await invoke({ endpoint: 'secret', headers: { 'x-token': right } })).toMatchObject({ statusCode: 200 });
    expect(await invoke({ endpoint: 'secret', query: `${ask}&token=`, headers: { 'x-token': right } })).toMatchObject({
      statusCode: 200,
    });
  });

  test('an endpoint with a token prefers the parameter to the header', async () => {
    expect(
      (await problemOf({ endpoint: 'secret', query: `${ask}&token=wrong`, headers: { 'x-token': right } })).error,
    ).toBe('TOKEN_MISMATCH');
  });

  test.each([
    ['no digest', 'secret', '', 401, 'TOKEN_MISSING'],
    ['a wrong digest', 'secret', digest('x'), 401, 'TOKEN_MISMATCH'],
    ['the secret itself', 'secret', 'abc', 401, 'TOKEN_MISMATCH'],
    ['a digest of 31 digits', 'secret', right.slice(1), 401, 'TOKEN_MISMATCH'],
    ['any digest while the token cannot be loaded', 'unset', digest(`30${TIME}`), 503, 'TOKEN_UNAVAILABLE'],
    ['an old request with the right digest', 'timely', right, 401, 'TOKEN_EXPIRED'],
    ['an old request with a wrong digest', 'timely', digest('x'), 401, 'TOKEN_MISMATCH'],
  ])('an endpoint with a token refuses %s', async (_, name, token, status, error) => {
    expect(await problemOf({ endpoint: name, query: `${ask}&token=${token}` })).toMatchObject({ status, error });
  });

  test.each([
    [300_000, 200, undefined],
    [-300_000, 200, undefined],
    [301_499, 401, 'currentTime is 301 s from the clock; at most 300 s are allowed'],
    [-301_500, 401, 'currentTime is 302 s from the clock; at most 300 s are allowed'],
  ])(
    'an endpoint with a token and a limit of 300 s answers a request that is %d ms old with %d',
    async (age, status, found) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Number(TIME) + age);
      const response = await invoke({ endpoint: 'timely', query: `${ask}&token=${right}` });
      clock.mockRestore();
      expect(response.statusCode).toBe(status);
      if (found) expect(JSON.parse(String(response.body)).msg).toContain(found);
    },
  );

  test('a digest is refused if its text is split differently between timePeriod and currentTime', async () => {
    const token = digest('301700000000000abc');
    expect(
      await invoke({ endpoint: 'secret', query: `timePeriod=30&currentTime=1700000000000&token=${token}` }),
    ).toMatchObject({ statusCode: 200 });
    expect(
      await problemOf({ endpoint: 'secret', query: `timePeriod=301&currentTime=700000000000&token=${token}` }),
    ).toMatchObject({ error: 'REQUEST_INVALID' });
  });

  test('an endpoint with a token accepts a request with the current time', async () => {
    const now = String(Date.now());
    expect(
      await invoke({ endpoint: 'timely', query: `timePeriod=30&currentTime=${now}&token=${digest(`30${now}abc`)}` }),
    ).toMatchObject({ statusCode: 200 });
  });
});

describe('errors of the handler', () => {
  test.each<[string, SentRequest, object]>([
    ['an invalid request', { endpoint: 'share', query: '' }, { status: 400, error: 'REQUEST_INVALID' }],
    [
      'an unknown endpoint',
      { endpoint: 'shares' },
      { status: 404, error: 'ENDPOINT_UNKNOWN', details: [{ message: "no endpoint is called 'shares'" }] },
    ],
    [
      'an unknown endpoint that is named like a property of every object',
      { endpoint: 'constructor' },
      { status: 404, error: 'ENDPOINT_UNKNOWN' },
    ],
    [
      'invalid cells',
      { endpoint: 'cells' },
      {
        status: 502,
        error: 'TABLE_CELL',
        msg: "3D Pie Chart 'cells': The table does not fit the component: line 2, column 2 (value): '12x' is not a number.",
        details: [
          { line: 2, column: 2, columnName: 'value' },
          { line: 3, column: 2 },
        ],
      },
    ],
    [
      'too many rows for the component',
      { endpoint: 'seven' },
      { status: 502, error: 'BODY_INVALID', details: [{ path: 'data' }] },
    ],
    [
      'values beyond a limit, each with its cell',
      { endpoint: 'rings' },
      {
        status: 502,
        error: 'BODY_INVALID',
        details: [
          {
            path: 'series[1].value',
            line: 4,
            column: 3,
            columnName: 'value',
            message: 'must be at most 100; found 120',
          },
          { path: 'series[1].color', line: 4, column: 4, columnName: 'color', hint: 'write a colour such as #1f77b4' },
        ],
      },
    ],
    [
      'a wrong number of columns',
      { endpoint: 'listed' },
      {
        status: 502,
        error: 'TABLE_COLUMNS',
        details: [{ line: 1, message: expect.stringContaining('expected exactly 3: name1, name2, value') }],
      },
    ],
    [
      'a document that lacks a field',
      { endpoint: 'wrong' },
      { status: 502, error: 'BODY_INVALID', details: [{ path: 'data[0]', message: "lacks the field 'value'" }] },
    ],
    [
      'a document that is not JSON',
      { endpoint: 'broken' },
      { status: 502, error: 'SOURCE_INVALID', details: [{ line: 2, column: 7 }] },
    ],
    ['a missing file', { endpoint: 'none' }, { status: 502, error: 'SOURCE_NOT_FOUND' }],
    ['a missing bucket', { endpoint: 'bucket' }, { status: 502, error: 'SOURCE_NOT_FOUND' }],
    [
      'a file over its limit',
      { endpoint: 'large' },
      { status: 502, error: 'SOURCE_TOO_LARGE', details: [{ hint: expect.stringContaining('set `memory: 512`') }] },
    ],
    ['a source over its deadline', { endpoint: 'late' }, { status: 504, error: 'SOURCE_TIMEOUT' }],
    ['a response over 6 MB', { endpoint: 'huge' }, { status: 502, error: 'BODY_TOO_LARGE' }],
  ])('the handler reports %s', async (_, sent, expected) => {
    expect(await problemOf(sent)).toMatchObject(expected);
  });

  test('the handler reports errors without object keys, and logs them without cells', async () => {
    const problem = JSON.stringify(await problemOf({ endpoint: 'none' }));
    expect(problem).toContain('there is no file none.csv');
    expect(problem).not.toContain('wall/none.csv');
    logged.length = 0;
    await problemOf({ endpoint: 'cells' });
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toMatch(/12x|Search/);
  });

  test('the handler reports a source that cannot be reached like one that did not answer', async () => {
    await close();
    close = async () => {};
    expect(await problemOf({ endpoint: 'share' })).toMatchObject({ status: 504, error: 'SOURCE_TIMEOUT' });
  });
});
