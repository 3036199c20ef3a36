import { describe, expect, test } from '@jest/globals';
import { checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { formatDiagnostic } from '../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { startApi } from '../../support/http/start-api.ts';

const HOST = 'tickets: { url: https://tickets.example.com/api }';
const HTTP = 'host: tickets, path: /search, rows: items';
const PIE = 'component: 3D Pie Chart, dataset: open, columns: { name: state, value: { count: rows } }';

const fileOf = (host = HOST, http = HTTP, pie = PIE, top = '') => `dashboard: shop
${top}hosts:
  ${host}
datasets:
  open: { http: { ${http} } }
endpoints:
  pie: { ${pie} }
`;

const check = async (yml: string, files: Readonly<Record<string, string>> = {}) => {
  const folder = await writeFolder({ 'dashboard.yml': yml, ...files });
  const { errors, warnings, notes, dashboard } = await checkDashboard(folder);
  const lines = [...errors, ...warnings, ...notes].map((one) =>
    formatDiagnostic(one, one.file.slice(folder.length + 1)),
  );
  return { dashboard, lines };
};

const withHost = (keys: string) => fileOf(`tickets: { url: https://tickets.example.com/api, ${keys} }`);
const withUrl = (url: string) => fileOf(`tickets: { url: ${url} }`);
const withHttp = (keys: string) => fileOf(HOST, `host: tickets, ${keys}`);

describe('hosts and requests of dashboard.yml', () => {
  test('a host and a dataset without mistakes have no diagnostics', async () => {
    expect((await check(fileOf())).lines).toEqual([]);
  });

  test.each([
    ['an address without a scheme', withUrl('tickets.example.com'), '3:19', '`url` is no address'],
    ['an address of another scheme', withUrl('ftp://tickets.example.com'), '3:19', '`url` is no address'],
    [
      'a password in the address',
      withUrl("'https://wall:Secret1@tickets.example.com'"),
      '3:19',
      '`url` contains a user or a password',
    ],
    ['a query in the address', withUrl("'https://tickets.example.com?key=Secret1'"), '3:19', '`url` has a query'],
    [
      'a step of dots in the address',
      withUrl('https://tickets.example.com/api/../v2'),
      '3:19',
      '`url` has a step `.` or `..`',
    ],
    ['http without TLS', withUrl('http://tickets.example.com'), '3:19', '`url` is http, without TLS'],
    ['plain over TLS', withHost('plain: true'), '3:59', '`plain` is for http, and `url` is https'],
    [
      'the metadata of instances',
      withUrl('https://169.254.169.254/latest'),
      '3:19',
      '`url` has an address that is never called',
    ],
    [
      'the metadata in another spelling',
      withUrl('https://0xA9FEA9FE/latest'),
      '3:19',
      '`url` has an address that is never called',
    ],
    [
      'the metadata of another cloud',
      withUrl('https://metadata.google.internal'),
      '3:19',
      '`url` has an address that is never called',
    ],
    [
      'a name that ends in a dot',
      withUrl('https://tickets.example.com.'),
      '3:19',
      '`url` has an address that is never called',
    ],
    [
      'a token that is written out',
      withHost('auth: { bearer: Secret1 }'),
      '3:68',
      '`hosts.tickets.auth.bearer` does not say where a secret is kept; is it the secret itself?',
    ],
    [
      'a key that is written out',
      withHost('auth: { header: { X-Api-Key: Secret1 } }'),
      '3:81',
      'does not say where a secret is kept; is it the secret itself?',
    ],
    [
      'a password that is written out',
      withHost('auth: { basic: { user: wall, password: Secret1 } }'),
      '3:91',
      'does not say where a secret is kept; is it the secret itself?',
    ],
    [
      'two ways of auth',
      withHost('auth: { bearer: ssm:/a, basic: { user: a, password: ssm:/b } }'),
      '3:76',
      '`basic` is a second way to show that calls may read',
    ],
    [
      'a login beside a token',
      withHost('auth: { bearer: ssm:/a }, login: { path: /t, form: { a: b }, token: t }'),
      '3:78',
      '`login` gives the token, and `auth` gives another',
    ],
    ['a login without a body', withHost('login: { path: /t, token: t }'), '3:52', '`login` needs `form` or `body`'],
    [
      'a login without a token',
      withHost('login: { path: /t, form: { a: b } }'),
      '3:52',
      '`hosts.tickets.login.token` is missing',
    ],
    [
      'a secret in a login',
      withHost('login: { path: /t, form: { client_secret: Secret1 }, token: t }'),
      '3:94',
      '`hosts.tickets.login.form.client_secret` looks like a secret written out',
    ],
    ['a signature without a region', withHost('auth: { sigv4: aps }'), '3:60', '`url` names no region of AWS'],
    ['an unknown signature', withHost('auth: { sigv4: s3 }'), '3:67', 'does not say where a secret is kept'],
    ['a rate without a unit', withHost('rate: 2'), '3:58', '`hosts.tickets.rate` cannot be 2'],
    ['a timeout without a unit', withHost('timeout: 10'), '3:61', '`hosts.tickets.timeout` cannot be 10'],
    [
      'a certificate that is written out',
      withHost('authority: Secret1'),
      '3:63',
      'does not say where a secret is kept; is it the secret itself?',
    ],
    ['an unknown key of a host', withHost('tokn: x'), '3:52', 'unknown key `hosts.tickets.tokn`'],
    [
      'a name of a host with a blank',
      fileOf("'my host': { url: https://a.example }", 'host: my host'),
      '3:3',
      '"my host" cannot be the name of a host',
    ],
    ['a host without an address', fileOf('tickets: { rate: 2/s }'), '3:3', '`hosts.tickets.url` is missing'],
    ['an unknown host', fileOf(HOST, 'host: ticket'), '5:25', 'there is no host ticket'],
    [
      'a missing host',
      withHttp('').replace('host: tickets, ', 'path: /a'),
      '5:11',
      '`datasets.open.http.host` is missing',
    ],
    ['an address as path', withHttp('path: https://other.example/x'), '5:40', '`path` is an address of its own'],
    ['a path without a scheme', withHttp('path: //other.example/x'), '5:40', '`path` is an address of its own'],
    ['a path that leads out', withHttp('path: /a/../../b'), '5:40', '`path` has a step `.` or `..`'],
    ['an encoded path that leads out', withHttp('path: /a/%2e%2E/b'), '5:40', '`path` has a step `.` or `..`'],
    ['a query in the path', withHttp("path: '/a?b=c'"), '5:40', '`path` has a query'],
    ['a brace too many', withHttp("path: '/a/{from'"), '5:40', '`path` has a brace too many'],
    ['an unknown name in the path', withHttp("path: '/a/{form}'"), '5:40', 'unknown parameter :form'],
    ['an unknown parameter', withHttp("query: { since: ':frm' }"), '5:50', 'unknown parameter :frm'],
    [
      'a secret in the query',
      withHttp('query: { api_key: Secret1 }'),
      '5:52',
      '`datasets.open.http.query.api_key` looks like a secret written out',
    ],
    [
      'a secret in a header',
      withHttp('headers: { Authorization: Bearer Secret1 }'),
      '5:60',
      '`datasets.open.http.headers.Authorization` looks like a secret written out',
    ],
    [
      'a secret in the body',
      withHttp('body: { a: { password: Secret1 } }'),
      '5:57',
      '`datasets.open.http.body.a.password` looks like a secret written out',
    ],
    [
      'a secret in a form',
      withHttp('form: { token: Secret1 }'),
      '5:49',
      '`datasets.open.http.form.token` looks like a secret written out',
    ],
    [
      'a malformed place of a secret',
      withHttp('query: { key: ssm:Secret1 }'),
      '5:48',
      '`datasets.open.http.query.key` does not name a secret',
    ],
    ['two bodies', withHttp('body: { a: 1 }, form: { a: 1 }'), '5:50', '`form` is a second body'],
    ['a GET with a body', withHttp('method: GET, body: { a: 1 }'), '5:42', 'a `GET` has no `body` and no `form`'],
    ['an unknown method', withHttp('method: PUT'), '5:42', '`datasets.open.http.method` cannot be "PUT"'],
    ['repeat for a GET', withHttp('repeat: true'), '5:34', '`repeat` is for a POST'],
    ['an unknown form of times', withHttp('times: second'), '5:41', '`times` cannot be second'],
    [
      'pages without a way',
      withHttp('pages: { atMost: 3 }'),
      '5:34',
      '`pages` does not say how an answer leads to the next page',
    ],
    ['pages with two ways', withHttp('pages: { next: a, link: b }'), '5:52', '`link` is a second way to the next page'],
    ['a cursor without a name', withHttp('pages: { cursor: a }'), '5:43', '`cursor` needs `as`'],
    ['an offset without a size', withHttp('pages: { offset: a }'), '5:43', '`offset` needs `size`'],
    ['a size beside another way', withHttp('pages: { next: a, size: 3 }'), '5:52', '`size` is for `offset`'],
    [
      'too many pages',
      withHttp('pages: { next: a, atMost: 101 }'),
      '5:60',
      '`datasets.open.http.pages.atMost` cannot be 101',
    ],
    [
      'a cursor in CSV',
      withHttp('format: csv, pages: { next: a }'),
      '5:56',
      '`next` is read from JSON, and `format` is csv',
    ],
    ['an unknown format', withHttp('format: xml'), '5:42', '`datasets.open.http.format` cannot be "xml"'],
    ['a star within rows', withHttp("rows: 'a.*.b'"), '5:40', '`rows` has a * before its last step'],
    ['an unknown encoding', withHttp('encoding: klingon'), '5:44', 'the encoding klingon is unknown'],
    [
      'a selection beside the request',
      fileOf(HOST, `${HTTP} }, columns: { a: b`),
      '5:64',
      '`columns` must be inside `http`, not beside it',
    ],
    [
      'rows of the endpoint',
      fileOf(HOST, HTTP, `http: { host: tickets }, component: 3D Pie Chart`),
      '7:10',
      '`http` is for datasets only',
    ],
  ])('%s is reported at its place, and no secret is repeated', async (_, yml, place, message) => {
    const { lines } = await check(yml);
    expect(lines[0]).toMatch(new RegExp(`^dashboard\\.yml:${place}  `));
    expect(lines[0]).toContain(message);
    expect(lines.join('\n')).not.toContain('Secret1');
    expect(lines.filter((line) => !/ (?:note|warning): /.test(line))).toHaveLength(1);
  });

  test.each([
    ['http://127.0.0.1:9090, plain: true', 'the host tickets is this machine: functions on AWS cannot reach it'],
    ['https://10.0.0.1', 'the host tickets has a private address: functions on AWS do not call it'],
    [
      'https://tickets.internal, private: true',
      'the host tickets is private: functions outside of its network cannot reach it',
    ],
  ])('the host %s is a note of check, and refused by a deployment', async (url, message) => {
    const { lines, dashboard } = await check(withUrl(url));
    expect(lines[0]).toContain(`note: ${message}`);
    expect(dashboard.localOnly.map((one) => one.message)).toEqual([message]);
  });

  test('a private host needs nothing more in the VPC of the dashboard', async () => {
    const vpc = 'vpc: { subnets: [subnet-0a1b2c3d], securityGroups: [sg-0a1b2c3d] }\n';
    const { dashboard } = await check(
      fileOf('tickets: { url: https://tickets.internal, private: true }', HTTP, PIE, vpc),
    );
    expect(dashboard.localOnly).toEqual([]);
  });

  test('`check` calls no host', async () => {
    const api = await startApi();
    const host = `tickets: { url: '${api.url}', plain: true, login: { path: /token, form: { key: ssm:/key }, token: t } }`;
    const { lines } = await check(fileOf(host), { '.secrets.yml': '/key: one\n' });
    await api.close();
    expect([lines.filter((line) => line.includes('error')), api.requests]).toEqual([[], []]);
  });

  test('a host that no dataset calls is a note', async () => {
    const { lines } = await check(`${fileOf(`${HOST}\n  other: { url: https://other.example }`)}`);
    expect(lines).toEqual([
      'dashboard.yml:4:3  note: no dataset calls the host other (remove it, or name it as `host` of a dataset)',
    ]);
  });

  test('secrets of hosts and requests are looked for in .secrets.yml', async () => {
    const yml = fileOf(
      'tickets: { url: https://a.example, auth: { bearer: ssm:/one } }',
      'host: tickets, query: { key: ssm:/two }',
    );
    const { lines } = await check(yml, { '.secrets.yml': "/one: 'x'\n/three: 'y'\n" });
    expect(lines.map((line) => line.replace(/ \(.*/, ''))).toEqual([
      'dashboard.yml:5:48  .secrets.yml has no /two',
      '.secrets.yml:2:1  warning: no `token` uses /three',
    ]);
  });

  test('the address of a webhook in .secrets.yml is not called unused', async () => {
    const alarms = 'alarms: { webhook: { place: ssm:/ops/hook, form: slack } }\n';
    const { lines } = await check(
      `${alarms}${fileOf('tickets: { url: https://a.example, auth: { bearer: ssm:/one } }')}`,
      {
        '.secrets.yml': "/one: 'x'\n/ops/hook: 'https://hook.example/1'\n/ops/spare: 'y'\n",
      },
    );
    expect(lines.map((line) => line.replace(/ \(.*/, ''))).toEqual([
      '.secrets.yml:3:1  warning: no `token` uses /ops/spare',
    ]);
  });

  const REGION = 'parameters: { region: { oneOf: [East, West] } }';
  test.each([
    ["path: '/{region}/a'", PIE, 'the dataset open needs the parameter region, which this endpoint lacks'],
    [
      "path: '/{region}/a'",
      `${PIE}, parameters: { region: { oneOf: [East], optional: true } }`,
      'the dataset open has the parameter region in its path, so each request needs a value',
    ],
    [
      "path: '/{region}/a'",
      `${PIE}, parameters: { region: { oneOf: [East, ..] } }`,
      'the value .. leads out of the path of the dataset open',
    ],
  ])('a dataset with %s and an endpoint with %s is refused', async (http, pie, message) => {
    const other = `  other: { component: 3D Pie Chart, dataset: open, columns: { name: state, value: { count: rows } }, ${REGION} }\n`;
    const { lines } = await check(`${fileOf(HOST, `host: tickets, ${http}`, pie)}${other}`);
    expect(lines[0]).toContain(message);
    expect(lines).toHaveLength(1);
  });

  test('an endpoint whose dataset uses its parameter has no diagnostics', async () => {
    const { lines, dashboard } = await check(
      fileOf(
        HOST,
        "host: tickets, path: '/{region}', query: { area: ':region', text: 'in:region now :region' }",
        `${PIE}, ${REGION}`,
      ),
    );
    expect(lines).toEqual([]);
    expect(dashboard.datasets.open?.config.source.own).toEqual(['region']);
  });
});
