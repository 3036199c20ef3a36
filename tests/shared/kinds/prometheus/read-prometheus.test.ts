/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { permissionsOf } from '../../../../infra/stack/permissions.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { bindDataset, readRows } from '../../../support/http/read-dataset.ts';
import { type Api, startApi } from '../../../support/http/start-api.ts';
import { hasPrometheus, type Prometheus, startPrometheus } from '../../../support/http/start-prometheus.ts';

process.env.WALLFEED_STAGE = 'local';
process.env.AWS_REGION = 'eu-west-1';
process.env.AWS_ACCESS_KEY_ID = 'key';
process.env.AWS_SECRET_ACCESS_KEY = 'secret';

const dashboard = (url: string, keys: string, window = '', auth = '') => `dashboard: shop
timezone: UTC
hosts:
  prom: { url: '${url}'${url.startsWith('http:') ? ', plain: true' : ''}${auth} }
datasets:
  load: { prometheus: { host: prom, ${keys} }${window} }
endpoints:
  pie: { component: 3D Pie Chart, dataset: load, columns: { name: job, value: value } }
`;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const success = (resultType: string, result: unknown, more = {}) => ({
  json: { status: 'success', data: { resultType, result }, ...more },
});
const read = async (keys: string, window = '', auth = '') =>
  readRows(await bindDataset(dashboard(api.url, keys, window, auth)));

describe('the answers of Prometheus', () => {
  test('numbers at one time have a row for each series, with labels, time and value', async () => {
    api.answer(() =>
      success('vector', [
        { metric: { job: 'api', code: '200' }, value: [1_795_161_600, '12.5'] },
        { metric: { job: 'db' }, value: [1_795_161_600.25, 'NaN'] },
      ]),
    );
    expect(await read('query: up')).toEqual({
      header: ['code', 'job', 'time', 'value'],
      rows: [
        ['200', 'api', '2026-11-20 08:00:00.000', 12.5],
        [null, 'db', '2026-11-20 08:00:00.250', null],
      ],
    });
    expect(api.requests[0]?.url.search).toBe('?query=up&time=2026-11-20T08%3A00%3A00.000Z');
  });

  test('a step asks for the points in the window, and gaps stay gaps', async () => {
    api.answer(() =>
      success('matrix', [
        {
          metric: {},
          values: [
            [1_795_158_000, '1'],
            [1_795_158_120, '+Inf'],
          ],
        },
      ]),
    );
    expect(await read('query: up, step: 1m', ', window: { last: 30m }')).toEqual({
      header: ['time', 'value'],
      rows: [
        ['2026-11-20 07:00:00.000', 1],
        ['2026-11-20 07:02:00.000', null],
      ],
    });
    expect(Object.fromEntries(api.requests[0]?.url.searchParams ?? [])).toEqual({
      query: 'up',
      start: '2026-11-20T07:30:00.000Z',
      end: '2026-11-20T08:00:00.000Z',
      step: '60',
    });
  });

  test('an empty result is no rows, a scalar is one row, and a label may be called time', async () => {
    api.answer(() => success('vector', []));
    expect(await read('query: up')).toEqual({ header: [], rows: [] });
    api.answer(() => success('scalar', [1_795_161_600, '3']));
    expect((await read('query: scalar(up)')).rows).toEqual([['2026-11-20 08:00:00.000', 3]]);
    api.answer(() => success('vector', [{ metric: { time: 'x' }, value: [0, '1'] }]));
    expect((await read('query: up')).header).toEqual(['label_time', 'time', 'value']);
  });

  test('colons in the names of rules are no parameters', async () => {
    api.answer(() => success('vector', []));
    await read(`query: 'job:from:rate5m{area=":from"}'`);
    expect(api.requests[0]?.url.searchParams.get('query')).toBe('job:from:rate5m{area="2026-11-20T07:00:00.000Z"}');
  });

  test('a long query is sent in a form', async () => {
    api.answer(() => success('vector', []));
    await read(`query: 'up + ${'0 + '.repeat(600)}0'`);
    expect([api.requests[0]?.method, api.requests[0]?.headers['content-type']]).toEqual([
      'POST',
      'application/x-www-form-urlencoded',
    ]);
  });

  test.each([
    ['another document', { json: [1] }, 'SOURCE_INVALID'],
    ['a web page', { text: '<html>' }, 'SOURCE_INVALID'],
    ['a text', success('string', [1, 'x']), 'SOURCE_INVALID'],
    [
      'a refused query',
      { status: 400, json: { status: 'error', errorType: 'bad_data', error: 'parse error' } },
      'SOURCE_REFUSED',
    ],
    [
      'a query that takes too much',
      { status: 422, json: { status: 'error', errorType: 'execution', error: 'too many samples' } },
      'SOURCE_REFUSED',
    ],
  ])('%s is an error', async (_, answer, code) => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.answer(() => answer);
    await expect(read('query: up')).rejects.toMatchObject({ code });
  });

  test('the sentence of Prometheus about a wrong query is in the log, and a partial answer too', async () => {
    const logged: string[] = [];
    jest.spyOn(console, 'warn').mockImplementation((line) => void logged.push(String(line)));
    api.answer(() => ({
      status: 400,
      json: { status: 'error', errorType: 'bad_data', error: 'unexpected end of input' },
    }));
    await read('query: sum(').catch(() => undefined);
    expect(logged[0]).toContain('unexpected end of input');
    api.answer(() => success('vector', [], { warnings: ['a store did not answer'] }));
    await read('query: up');
    expect(logged.at(-1)).toBe('{"host":"prom","warning":"a store did not answer"}');
    api.answer(() => success('vector', [], { warnings: ['no store for Bearer Sup3rSecret'] }));
    const auth = ', auth: { bearer: ssm:/prom }';
    await readRows(
      await bindDataset(dashboard(api.url, 'query: up', '', auth), { '.secrets.yml': '/prom: Sup3rSecret\n' }),
    );
    expect(logged.at(-1)).toBe('{"host":"prom","warning":"no store for Bearer ***"}');
  });
});

describe('a query in dashboard.yml', () => {
  const check = async (keys: string, window = '') => {
    const folder = await writeFolder({ 'dashboard.yml': dashboard('https://prom.example.com', keys, window) });
    const { errors, warnings, dashboard: loaded } = await checkDashboard(folder);
    return {
      lines: [...errors, ...warnings].map(
        ({ line, column, message, hint }) => `${line}:${column} ${message} (${hint})`,
      ),
      loaded,
    };
  };

  test.each([
    [
      'query: up, step: 1s',
      ', window: { last: 1d }',
      '6:54 `step` gives 86401 points in the `window`, and Prometheus returns at most 11000 (write `step: 8s` or more, or shorten the `window`)',
    ],
    ['query: up, step: 100ms', '', '6:54 `step` is shorter than a second (write 1s or more)'],
    [
      'query: up',
      ', window: { last: 1h }',
      '6:50 `window` has no effect: the query uses neither :from nor :timePeriod (add `step` for a time range, or remove `window`)',
    ],
    ['step: 1m', '', '6:11 `datasets.load.prometheus.query` is missing (add `query`: a query in PromQL)'],
  ])('%s%s is reported', async (keys, window, expected) => {
    expect((await check(keys, window)).lines).toEqual([expected]);
  });

  test('a signed host gives the role the right to query its workspace, and nothing else', async () => {
    const url = 'https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1a2b';
    const folder = await writeFolder({ 'dashboard.yml': dashboard(url, 'query: up', '', ', auth: { sigv4: aps }') });
    const { dashboard: loaded, errors } = await checkDashboard(folder);
    expect(errors).toEqual([]);
    const granted = permissionsOf('pie', loaded).flatMap(({ Action, Resource }) =>
      Action.includes('aps:QueryMetrics') ? Resource : [],
    );
    expect(granted).toEqual([
      { 'Fn::Sub': `arn:\${AWS::Partition}:aps:eu-west-1:\${AWS::AccountId}:workspace/ws-1a2b` },
    ]);
  });

  test('a signed request has the signature of its service and region', async () => {
    api.answer(() => success('vector', []));
    const yml = dashboard(api.url, 'query: up', '', '');
    const bound = await bindDataset(yml);
    const { signCall } = await import('../../../../shared/kinds/http/sign-call.ts');
    const call = {
      method: 'GET',
      url: new URL(`${api.url}/api/v1/query?query=sum(rate(x[5m]))&time=1`),
      headers: {},
    } as const;
    const { headers, url } = await signCall(call, { service: 'aps', region: 'eu-west-1' });
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-west-1\/aps\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    expect(url.search).toBe('?query=sum%28rate%28x%5B5m%5D%29%29&time=1');
    expect(bound.secrets).toEqual({});
  });
});

(hasPrometheus ? describe : describe.skip)('Prometheus itself', () => {
  let prometheus: Prometheus;
  beforeAll(async () => {
    prometheus = await startPrometheus();
  });
  afterAll(() => prometheus.close());
  const ask = async (keys: string, window = '') =>
    readRows(
      await bindDataset(
        dashboard(prometheus.url, keys, window),
        {},
        { currentTime: Date.now(), timePeriod: 1 },
        Date.now(),
      ),
    );

  test('a query for one time has its labels and its value', async () => {
    const { header, rows } = await ask('query: up', ', cache: 1s');
    expect(header).toEqual(['__name__', 'instance', 'job', 'time', 'value']);
    expect(rows.map(([name, , job, , value]) => [name, job, value])).toEqual([['up', 'self', expect.any(Number)]]);
  });

  test('a query with a step has a row for each point', async () => {
    const { rows, header } = await ask('query: sum by (job) (up), step: 1s', ', window: { last: 5s }, cache: 1s');
    expect(header).toEqual(['job', 'time', 'value']);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('a quantile without values is blank, a query without series has no rows, and a wrong query is refused', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect((await ask('query: vector(0)/vector(0)')).rows.map((cells) => cells.at(-1))).toEqual([null]);
    expect((await ask('query: nothing_has_this_name')).rows).toEqual([]);
    await expect(ask('query: sum(')).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
  });
});
