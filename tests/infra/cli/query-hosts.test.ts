/** @jest-environment node */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { EXAMPLES, exampleOf, SECRETS } from '../../support/http/documented-apis.ts';
import { type Api, startApi } from '../../support/http/start-api.ts';
import { runCommand } from '../../support/run-command.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() => api.answer(() => ({ json: { data: { items: ITEMS }, links: [] } })));
afterAll(() => api.close());

const ITEMS = [
  { id: 1, state: 'open', user: { name: 'Li' }, at: '2026-11-20T07:10:00Z' },
  { id: 2, state: 'done', user: { name: 'Ana' }, at: '2026-11-20T07:20:00Z' },
];

const ENDPOINTS = `endpoints:
  pie:
    component: 3D Pie Chart
    dataset: tickets
    parameters: { region: { oneOf: [east, west] } }
    columns: { name: state, value: { count: rows } }
`;

const folderWith = (http: string, hosts = '', endpoints = ENDPOINTS) =>
  writeFolder({
    'dashboard.yml': `dashboard: shop\ntimezone: UTC\nhosts:\n  tickets: { url: '${api.url}/api', plain: true${hosts} }\ndatasets:\n  tickets:\n${http}${endpoints}`,
    '.secrets.yml': "/wall/key: 'top-secret'\n",
  });

const query = async (folder: string, ...args: readonly string[]) =>
  runCommand('query', ['tickets', '--dashboard', folder, ...args]);

const paste = async (folder: string, lines: string, name: string, column = ''): Promise<void> => {
  const file = join(folder, 'dashboard.yml');
  const [head = ''] = (await readFile(file, 'utf8')).split('endpoints:');
  const pie = `pie: { component: 3D Pie Chart, dataset: ${name}, columns: { name: ${column}, value: { count: rows } } }`;
  await writeFile(file, `${head}${lines}\nendpoints:\n  ${pie}\n`);
};

describe('wallfeed query of a dataset over HTTP', () => {
  test('wallfeed query proposes `rows` and `columns` in English and in Chinese, and says the times, the pages and the bytes', async () => {
    const folder = await folderWith('    http:\n      host: tickets\n      query: { since: :from }\n');
    const { code, out, error } = await query(folder);
    expect([code, error]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines.slice(0, 5)).toEqual([
      'id    state  user  at',
      'text  text   text  text',
      '1     open   Li    2026-11-20T07:10:00Z',
      '2     done   Ana   2026-11-20T07:20:00Z',
      '',
    ]);
    expect(lines[5]).toMatch(/^2 rows, \d+\.\d s, 1 page, 178 B$/);
    expect(lines[6]).toMatch(/^:from \d{4}-\d\d-\d\dT\d\d:\d\d:00.000Z, :to \d{4}-\d\d-\d\dT\d\d:\d\d:00.000Z$/);
    expect(lines.slice(7)).toEqual([
      '',
      'Lines for `http` of the dataset tickets in dashboard.yml:',
      '',
      '      rows: data.items',
      '      columns: { id: id, state: state, user: user.name, at: at }',
      '',
    ]);
    const chinese = await query(folder, '--lang', 'zh');
    expect(chinese.out).toContain('\n2 行，');
    expect(chinese.out).toContain(' 秒，1 页，178 B\n:from ');
    expect(chinese.out).toContain(
      '可写入 dashboard.yml 中数据集 tickets 的 `http` 的内容：\n\n      rows: data.items\n',
    );
  });

  test('a dataset on one line gets a whole dataset in its place', async () => {
    const folder = await folderWith('    http: { host: tickets, path: /list }\n    stale: 1h\n');
    const { out } = await query(folder);
    expect(out).toContain(
      'Lines in place of the dataset tickets in dashboard.yml:\n\n' +
        '  tickets:\n    http:\n      host: tickets\n      path: /list\n      rows: data.items\n' +
        '      columns: { id: id, state: state, user: user.name, at: at }\n    stale: 1h\n',
    );
  });

  test('a dataset with `rows` and `columns` gets no proposal, and all of its pages are counted', async () => {
    api.answer(({ url }) => ({ json: { items: url.searchParams.get('page') === '3' ? [] : ITEMS, n: url.search } }));
    const folder = await folderWith(
      '    http: { host: tickets, pages: { page: page }, rows: items, columns: { state: state } }\n',
    );
    const { out } = await query(folder, '--format', 'json');
    const { pages, bytes, rowCount, ...others } = JSON.parse(out);
    expect([pages, rowCount, 'proposal' in others]).toEqual([3, 4, false]);
    expect(bytes).toBeGreaterThan(300);
  });

  test.each([
    ['{ next: links.nxt }', 'it has nothing at links.nxt', '它在 links.nxt 处没有值'],
    ['{ cursor: meta.cursor, as: after }', 'it has nothing at meta.cursor', '它在 meta.cursor 处没有值'],
    ['{ link: next }', 'its header Link has no rel="next"', '其响应头 Link 没有 rel="next"'],
    ['{ offset: offset, size: 100 }', 'fewer rows than `size: 100`', '行数少于 `size: 100`'],
  ])('wallfeed query says why pages %s ended with the first answer', async (pages, english, chinese) => {
    const folder = await folderWith(
      `    http: { host: tickets, pages: ${pages}, rows: data.items, columns: { state: state } }\n`,
    );
    const { out } = await query(folder);
    expect(out.split('\n').at(-2)).toMatch(/^the first answer .*if the host has more rows/);
    expect(out).toContain(english);
    const { out: inChinese } = await query(folder, '--lang', 'zh');
    expect(inChinese.split('\n').at(-2)).toMatch(/^第一个响应/);
    expect(inChinese).toContain(chinese);
  });

  test('wallfeed query --print shows the request of the first page without secrets, and calls nobody', async () => {
    const folder = await folderWith(
      "    http:\n      host: tickets\n      path: '/of/{region}'\n      query: { since: :from, key: ssm:/wall/key }\n" +
        '      headers: { X-Key: ssm:/wall/key }\n      pages: { page: page }\n',
      ', auth: { bearer: ssm:/wall/key }',
    );
    const { code, out } = await query(folder, '--print');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^GET http:\/\/127\.0\.0\.1:\d+\/api\/of\/east\?since=\d{4}-[^&]+&key=\*\*\*&page=1\nx-key: \*\*\*\n\n:from \S+Z, :to \S+Z\n$/,
    );
    expect(api.requests).toEqual([]);
    api.answer(({ url }) => ({ json: url.searchParams.get('page') === '1' ? ITEMS : [] }));
    expect((await query(folder)).code).toBe(0);
    expect(api.requests.map(({ url, headers }) => [url.pathname, headers['x-key']])[0]).toEqual([
      '/api/of/east',
      'top-secret',
    ]);
  });

  test('a map of like maps is proposed as rows with a column for the key, which `check` accepts', async () => {
    api.answer(() => ({ json: { sites: { east: { up: true, ms: 12 }, west: { up: false, ms: 40 } } } }));
    const folder = await folderWith('    http:\n      host: tickets\n', '', 'endpoints:\n');
    const { lines, rows } = JSON.parse((await query(folder, '--format', 'json')).out).proposal;
    expect(rows).toBe('sites.*');
    await paste(folder, lines, 'tickets', 'key');
    expect((await runCommand('check', ['--dashboard', folder])).code).toBe(0);
    const { rows: cells } = JSON.parse((await query(folder, '--format', 'json')).out);
    expect(cells).toEqual([
      ['true', '12', 'east'],
      ['false', '40', 'west'],
    ]);
  });

  test('an answer without rows gives the place of its list, and no table', async () => {
    api.answer(() => ({ json: { items: [], total: 0 } }));
    const { code, out } = await query(await folderWith('    http:\n      host: tickets\n'));
    expect(code).toBe(0);
    expect(out).toMatch(/^0 rows, \d+\.\d s, 1 page, 22 B\n\nLines for/);
    expect(out).toContain('\n      rows: items\n');
  });

  test('wallfeed query of Prometheus says its time and its bytes, and proposes nothing', async () => {
    const result = [{ metric: { job: 'self' }, value: [1_795_158_000, '1'] }];
    api.answer(() => ({ json: { status: 'success', data: { resultType: 'vector', result } } }));
    const folder = await folderWith('    prometheus: { host: tickets, query: up }\n');
    const { out } = await query(folder);
    expect(out).toMatch(/\nself +2026-11-20 07:00:00\.000 +1\n\n1 row, \d+\.\d s, 1 page, \d+ B\n:to \S+Z\n$/);
    expect((await query(folder, '--print')).out).toMatch(/^GET \S+\/api\/v1\/query\?query=up&time=\S+\n\n:to \S+Z\n$/);
  });

  test('an error of a host says what to do, and no secret is printed', async () => {
    api.answer(() => ({ status: 401, text: 'no top-secret here' }));
    const folder = await folderWith('    http: { host: tickets }\n', ', auth: { bearer: ssm:/wall/key }');
    const { code, out, error } = await query(folder);
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain('\n  check `auth` or `login`, the secrets that they name, and what they may read\n');
    expect(error).not.toContain('top-secret');
  });
});

/** The proposals for the answers of the examples in schemas/http.md. */
const PROPOSED: Readonly<Record<string, object>> = {
  GitHub: {
    columns: {
      id: 'id',
      number: 'number',
      state: 'state',
      title: 'title',
      user: 'user.login',
      user_id: 'user.id',
      labels: 'labels.0.name',
      created_at: 'created_at',
    },
  },
  Jira: {
    rows: 'issues',
    columns: {
      id: 'id',
      key: 'key',
      status: 'fields.status.name',
      status_id: 'fields.status.id',
      priority: 'fields.priority.name',
    },
  },
  Zabbix: {
    rows: 'result',
    dates: 'seconds',
    columns: { eventid: 'eventid', clock: 'clock', severity: 'severity', name: 'name' },
  },
  GraphQL: { rows: 'data.orders.nodes', columns: { region: 'region', total: 'total' } },
  Tingyun: {
    rows: 'data.content',
    columns: { applicationName: 'applicationName', responseTime: 'responseTime', errorRate: 'errorRate' },
  },
};

describe('the examples of schemas/http.md without `rows` and `columns`', () => {
  test.each(Object.entries(EXAMPLES).filter(([heading]) => PROPOSED[heading]))(
    'wallfeed query proposes lines for %s, which `check` accepts, and which give the rows',
    async (heading, { answer }) => {
      api.answer(answer);
      const whole = exampleOf(heading, api.url);
      const folder = await writeFolder({
        'dashboard.yml': whole.replaceAll(/^ {6}(?:rows|columns|dates): .*\n/gm, ''),
        '.secrets.yml': SECRETS.split('\n')
          .filter((line) => whole.includes(`ssm:${line.split(':')[0]}`))
          .join('\n'),
      });
      const [, name = ''] = /^datasets:\n {2}(\S+):$/m.exec(whole) ?? [];
      const run = async () => {
        const { code, out, error } = await runCommand('query', [name, '--dashboard', folder, '--format', 'json']);
        expect([code, error]).toEqual([0, '']);
        return JSON.parse(out);
      };
      const { lines, ...keys } = (await run()).proposal;
      expect(keys).toEqual(PROPOSED[heading]);
      await paste(folder, lines, name, Object.keys(keys.columns).at(-1));
      const { code, error, out } = await runCommand('check', ['--dashboard', folder]);
      const valid = 'shop is valid: 1 endpoint, 1 component, 1 dataset, 0 data files; 1 note';
      expect([code, error, out.split('\n')[0]]).toEqual([0, '', valid]);
      const { columns, rowCount, proposal } = await run();
      expect(columns.map(({ name: one }: { name: string }) => one)).toEqual(Object.keys(keys.columns));
      expect([rowCount > 0, proposal]).toEqual([true, undefined]);
    },
  );
});
