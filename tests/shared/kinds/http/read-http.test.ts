/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChangeTimes } from '../../../../shared/aws/deadline.ts';
import { bindDataset, readRows } from '../../../support/http/read-dataset.ts';
import { type Api, startApi } from '../../../support/http/start-api.ts';

process.env.WALLFEED_STAGE = 'local';
process.env.AWS_REGION = 'eu-west-1';
process.env.AWS_ACCESS_KEY_ID = 'key';
process.env.AWS_SECRET_ACCESS_KEY = 'secret';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.answer(() => ({ json: [] })));
afterAll(() => api.close());

const dashboard = (http: string, host = '') => `dashboard: shop
timezone: Asia/Shanghai
hosts:
  tickets: { url: '${api.url}/api/v2', plain: true${host} }
datasets:
  tickets: { http: { host: tickets, ${http} } }
endpoints:
  pie: { component: 3D Pie Chart, dataset: tickets, columns: { name: state, value: { count: rows } } }
`;

const read = async (http: string, { host = '', secrets = '' } = {}) =>
  readRows(await bindDataset(dashboard(http, host), secrets === '' ? {} : { '.secrets.yml': secrets }));

describe('the rows of an API', () => {
  test('the rows of a JSON answer are flattened, and their path is that of dashboard.yml', async () => {
    api.answer(() => ({
      json: {
        data: {
          items: [
            { id: 1, state: 'open', user: { name: 'Li' } },
            { id: 2, state: 'done' },
          ],
        },
      },
    }));
    expect(await read('path: /search, rows: data.items')).toEqual({
      header: ['id', 'state', 'user.name'],
      rows: [
        ['1', 'open', 'Li'],
        ['2', 'done', null],
      ],
    });
    expect(api.requests.map(({ method, url }) => [method, url.pathname])).toEqual([['GET', '/api/v2/search']]);
  });

  test('a map in place of the list is one row if the dataset has `columns`, and an error if it lacks them', async () => {
    const columns = 'columns: { place: name, temperature: main.temp }';
    api.answer(() => ({ json: { name: 'Oslo', main: { temp: -3.5 } } }));
    expect(await read(columns)).toEqual({ header: ['place', 'temperature'], rows: [['Oslo', '-3.5']] });
    await expect(read('path: /now')).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
      details: [{ hint: "a map: for one row write `columns`, and for a row of each entry `rows: '*'`" }],
    });
    api.answer(() => ({ json: { code: 401, msg: 'token expired' } }));
    await expect(read(columns)).rejects.toMatchObject({
      code: 'TABLE_COLUMNS',
      message: "The rows of the document do not fit: the document has no column 'name'.",
    });
  });

  test.each([
    ['an error', '', { status: 'error', error: 'db down' }],
    ['the map around the list', 'rows: data, ', { data: { items: [{ status: 'open' }, { status: 'open' }] } }],
  ])('%s in place of the list is not counted as a row', async (_, rows, json) => {
    api.answer(() => ({ json }));
    for (const columns of ['{ n: { count: rows } }', '{ state: status, n: { count: rows } }'])
      await expect(read(`${rows}columns: ${columns}`)).rejects.toMatchObject({
        code: 'SOURCE_INVALID',
        message: expect.stringContaining('is a map, not a list of rows'),
      });
  });

  test('the times of a request are written as `times` says', async () => {
    await read(
      "path: '/at/{from}', query: { since: ':from', until: ':to', minutes: ':timePeriod', jql: 'at > :from' }",
    );
    const [{ url } = { url: new URL('http://x') }] = api.requests;
    expect(decodeURIComponent(url.pathname)).toBe('/api/v2/at/2026-11-20T07:00:00.000Z');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      since: '2026-11-20T07:00:00.000Z',
      until: '2026-11-20T08:00:00.000Z',
      minutes: '60',
      jql: 'at > 2026-11-20T07:00:00.000Z',
    });
    await read("times: yyyy-MM-dd HH:mm:ss, body: { from: ':from', variables: { to: ':to' } }");
    expect(JSON.parse(api.requests.at(-1)?.body ?? '')).toEqual({
      from: '2026-11-20 15:00:00',
      variables: { to: '2026-11-20 16:00:00' },
    });
    await read("times: seconds, form: { from: ':from', to: ':to' }");
    expect(api.requests.at(-1)?.body).toBe('from=1795158000&to=1795161600');
  });

  test('CSV and lines of JSON are read by their content type, or as `format` says', async () => {
    api.answer(() => ({ text: 'state,n\nopen,3\n', headers: { 'content-type': 'text/csv' } }));
    expect(await read('path: /a')).toEqual({ header: ['state', 'n'], rows: [['open', '3']] });
    api.answer(() => ({ text: '{"state":"open"}\n{"state":"done"}\n' }));
    expect((await read('format: ndjson')).rows).toEqual([['open'], ['done']]);
  });

  test('a selection of the dataset aggregates the rows', async () => {
    api.answer(() => ({
      json: [
        { state: 'a', n: 1 },
        { state: 'b', n: 2 },
        { state: 'a', n: 4 },
      ],
    }));
    expect(await read('columns: { state: state, n: { sum: n } }, sort: state')).toEqual({
      header: ['state', 'n'],
      rows: [
        ['a', 5],
        ['b', 2],
      ],
    });
  });

  test('an answer without rows, and the status 204, are no rows', async () => {
    expect((await read('path: /')).rows).toEqual([]);
    api.answer(() => ({ status: 204 }));
    expect((await read('path: /')).rows).toEqual([]);
  });

  test('numbers beyond 2^53 keep their digits as text, and the last of equal keys counts', async () => {
    api.answer(() => ({
      text: '[{"id": 12345678901234567890, "a": 1, "a": 2}]',
      headers: { 'content-type': 'application/json' },
    }));
    expect((await read('path: /')).rows).toEqual([['12345678901234567890', '2']]);
  });
});

const PAGES = [[{ state: 'a' }, { state: 'b' }], [{ state: 'c' }, { state: 'd' }], [{ state: 'e' }]];

describe('pages', () => {
  const pageAt = (index: number) => PAGES[index] ?? [];
  test.each([
    [
      'pages: { next: links.next }, rows: items',
      (n: number) => ({ json: { items: pageAt(n), links: { next: n < 2 ? `/api/v2/x?p=${n + 1}` : null } } }),
    ],
    [
      'pages: { link: next }',
      (n: number) => ({
        json: pageAt(n),
        headers: n < 2 ? { link: `<?p=${n}>; rel="first", <?p=${n + 1}>; rel="next"` } : {},
      }),
    ],
    [
      'pages: { cursor: meta.cursor, as: p }, rows: items',
      (n: number) => ({ json: { items: pageAt(n), meta: { cursor: n < 2 ? n + 1 : '' } } }),
    ],
    ['pages: { page: p, from: 0 }', (n: number) => ({ json: pageAt(n) })],
    ['pages: { offset: p, size: 2 }', (n: number) => ({ json: pageAt(n / 2) })],
  ])('all pages of %s are read', async (http, answer) => {
    api.answer(({ url }) => answer(Number(url.searchParams.get('p') ?? 0)));
    expect((await read(http)).rows.flat()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('the cursor may be in the body or in a form', async () => {
    api.answer(({ body }) => {
      const n = JSON.parse(body).variables?.after ?? 0;
      return { json: { items: pageAt(n), c: n < 2 ? n + 1 : null } };
    });
    expect(
      (
        await read(
          'body: { query: q, variables: { first: 2 } }, rows: items, pages: { cursor: c, as: variables.after }',
        )
      ).rows,
    ).toHaveLength(5);
    expect(JSON.parse(api.requests[1]?.body ?? '')).toEqual({ query: 'q', variables: { first: 2, after: 1 } });
    api.answer(({ body }) => {
      const n = Number(new URLSearchParams(body).get('after') ?? 0);
      return { json: { items: pageAt(n), c: n < 2 ? n + 1 : null } };
    });
    expect((await read('form: { q: x }, rows: items, pages: { cursor: c, as: after }')).rows).toHaveLength(5);
  });

  test.each([
    ['a page that repeats the page before it', 'pages: { page: p }', () => ({ json: [{ a: 1 }] }), 'SOURCE_INVALID'],
    [
      'more pages than allowed',
      'pages: { page: p, atMost: 2 }',
      (n: number) => ({ json: [{ a: n }] }),
      'SOURCE_TOO_LARGE',
    ],
    [
      'a next page of another host',
      'pages: { next: n }, rows: i',
      () => ({ json: { i: [], n: 'http://127.0.0.1:1/api/v2' } }),
      'SOURCE_REFUSED',
    ],
    [
      'a next page above the address of the host',
      'pages: { next: n }, rows: i',
      () => ({ json: { i: [], n: '/api/v3' } }),
      'SOURCE_REFUSED',
    ],
    [
      'a next page above the address by dots',
      'pages: { next: n }, rows: i',
      () => ({ json: { i: [], n: '/api/v2/../v3' } }),
      'SOURCE_REFUSED',
    ],
  ])('%s is refused', async (_, http, answer, code) => {
    api.answer(({ url }, count) => answer(Number(url.searchParams.get('p') ?? count)));
    await expect(read(http)).rejects.toMatchObject({ code });
    expect(api.requests.length).toBeLessThanOrEqual(3);
  });

  test('the oldest `Last-Modified` of the pages is the time of the rows, and answers without it have no time', async () => {
    const times: Readonly<Record<string, string>> = {
      1: 'Tue, 20 Oct 2026 06:12:00 GMT',
      2: 'Mon, 19 Oct 2026 06:12:00 GMT',
    };
    api.answer(({ url }) => {
      const page = url.searchParams.get('p') ?? '';
      return { json: pageAt(Number(page) - 1), ...(times[page] && { headers: { 'last-modified': times[page] } }) };
    });
    const changes: ChangeTimes = {};
    await readRows(await bindDataset(dashboard('pages: { page: p, atMost: 3 }')), { changes });
    expect(changes).toEqual({ oldest: Date.UTC(2026, 9, 19, 6, 12) });
  });

  test('exactly as many pages as allowed are read', async () => {
    api.answer(({ url }) => ({ json: pageAt(Number(url.searchParams.get('p')) - 1) }));
    expect((await read('pages: { page: p, atMost: 3 }')).rows).toHaveLength(5);
  });
});

describe('credentials', () => {
  test.each([
    ['auth: { bearer: ssm:/k }', 'authorization', 'Bearer s3cret'],
    [
      'auth: { basic: { user: wall, password: ssm:/k } }',
      'authorization',
      `Basic ${Buffer.from('wall:s3cret').toString('base64')}`,
    ],
    ['auth: { header: { X-Api-Key: ssm:/k } }', 'x-api-key', 's3cret'],
  ])('%s sends the header %s', async (auth, name, value) => {
    await read('path: /', { host: `, ${auth}`, secrets: "/k: 's3cret'\n" });
    expect(api.requests[0]?.headers[name]).toBe(value);
  });

  test('a secret of the query is sent with every page', async () => {
    api.answer(({ url }) => ({
      json: PAGES[Number(url.searchParams.get('p') ?? 0)],
      headers: url.searchParams.has('p') ? {} : { link: '<?p=1>; rel=next' },
    }));
    await read('pages: { link: next }', {
      host: ', auth: { query: { key: ssm:/blank } }',
      secrets: "/blank: 's3 cret'\n",
    });
    expect(api.requests.map(({ url }) => url.searchParams.get('key'))).toEqual(['s3 cret', 's3 cret']);
  });

  const LOGIN =
    ', login: { path: /token, form: { client_id: wall, client_secret: ssm:/login }, token: access_token, expires: expires_in }';

  test('the token of a login is used until the host refuses it, and then asked for once again', async () => {
    let tokens = 0;
    api.answer(({ url, headers }) => {
      if (url.pathname === '/api/v2/token') return { json: { access_token: `t${++tokens}`, expires_in: '3600' } };
      return headers.authorization === 'Bearer t2' ? { json: [{ state: 'a' }] } : { status: 401 };
    });
    const options = { host: LOGIN, secrets: "/login: 'first'\n" };
    expect((await read('path: /a', options)).rows).toEqual([['a']]);
    expect((await read('path: /b', options)).rows).toEqual([['a']]);
    expect(api.requests.map(({ url }) => url.pathname.slice(8))).toEqual(['token', 'a', 'token', 'a', 'b']);
    expect(api.requests[0]?.body).toBe('client_id=wall&client_secret=first');
  });

  test('a host that refuses every token gets two logins and no more', async () => {
    api.answer(({ url }) => (url.pathname.endsWith('token') ? { json: { access_token: 't' } } : { status: 401 }));
    await expect(
      read('path: /a', { host: LOGIN.replace('wall', 'other'), secrets: "/login: 'first'\n" }),
    ).rejects.toMatchObject({
      code: 'SOURCE_DENIED',
    });
    expect(api.requests).toHaveLength(4);
  });

  test('a secret that cannot be read is an error before any call', async () => {
    await expect(
      read('path: /', { host: ', auth: { bearer: ssm:/none }', secrets: "/k: 'x'\n" }),
    ).rejects.toMatchObject({ code: 'SOURCE_DENIED' });
    expect(api.requests).toEqual([]);
  });
});
