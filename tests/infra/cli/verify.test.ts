import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { loadCatalogue } from '../../../infra/build/catalogue/load-catalogue.ts';
import { resolveComponent } from '../../../infra/dashboard/endpoints/resolve-component.ts';
import { VERDICT_FORMATS } from '../../../infra/deploy/verify/verdicts.ts';
import { loadTarget } from '../../../infra/deploy/verify/verify-dashboard.ts';
import { verifyEndpoint } from '../../../infra/deploy/verify/verify-endpoint.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';
import { type Behaviour, serveData } from '../../support/serve-data.ts';

const PIE = { code: 200, msg: 'success', data: [{ name: 'a', value: 1 }] };

const SECRET = 'the-secret-of-the-wall';

let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

const serve = async (behaviours: Readonly<Record<string, Behaviour>>): Promise<string> => {
  const source = await serveData(behaviours);
  close = source.close;
  return source.base;
};

const ENDPOINT = '  pie: { component: 3D Pie Chart, csv: s3://bucket/pie.csv }';
const WITH_TOKEN = '  pie: { component: 3D Pie Chart, csv: s3://bucket/pie.csv, token: ssm:/wall }';

const SECRETS = { '.secrets.yml': `/wall: '${SECRET}'\n` };

const verifyPie = async (
  behaviour: Behaviour,
  {
    endpoint = ENDPOINT,
    files = {},
    env = {},
  }: { endpoint?: string; files?: object; env?: Record<string, string> } = {},
  ...args: readonly string[]
) => {
  const base = await serve({ '/pie/pie': behaviour });
  const folder = await writeFolder({ 'dashboard.yml': endpointsFile(endpoint), ...files });
  const outcome = await runCommand('verify', ['--base', base, '--format', 'json', ...args], { from: folder, env });
  expect(outcome.error).toBe('');
  const { passed, endpoints } = JSON.parse(outcome.out);
  return { ...outcome, passed, problems: endpoints[0].problems, verdict: endpoints[0] };
};

test('verify names broken promises, and passes', async () => {
  const headers = { 'x-wallfeed-expect': 'orders.newest, orders.%E9%87%91%E9%A2%9D' };
  const { code, passed, verdict } = await verifyPie({ body: PIE, headers });
  expect([code, passed, verdict.expect]).toEqual([0, true, ['orders.newest', 'orders.金额']]);
  const base = await serve({ '/pie/pie': { body: PIE, headers } });
  const folder = await writeFolder({ 'dashboard.yml': endpointsFile(ENDPOINT) });
  const { out } = await runCommand('verify', ['--base', base], { from: folder });
  expect(out).toContain('\nBroken promises\n  pie: orders.newest, orders.金额');
});

const failing = (check: string, message: string | RegExp) => ({
  code: 1,
  passed: false,
  problems: [{ check, message: expect.stringMatching(message) }],
});

test('npm run verify names the licence that an account in China lacks, if API Gateway answers 403', async () => {
  const body = '{"message":"Forbidden"}';
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status: 403 }));
  const component = resolveComponent('3D Pie Chart', await loadCatalogue());
  if (!component) throw new Error('no such component');
  const url = 'https://a1b2c3.execute-api.cn-north-1.amazonaws.com.cn/pie/pie';
  const target = { ...(await loadTarget(component)), url, token: { isNeeded: false }, origins: [], timePeriod: 30 };
  const { problems } = await verifyEndpoint(target);
  fetched.mockRestore();
  expect(problems).toEqual([
    {
      check: 'status',
      message:
        'The gateway refuses the request (403). (in China, API Gateway answers 403 until the account has an ICP licence)',
    },
  ]);
});

describe('npm run verify', () => {
  test('npm run verify says of a 403 at a domain of your own that the licence may be missing, if the region is in China', async () => {
    const refusal = { status: 403, body: '{"message":"Forbidden"}' };
    const inChina = { 'dashboard.yml': `region: cn-north-1\n${endpointsFile(ENDPOINT)}` };
    const messages = async (files: object) => (await verifyPie(refusal, { files })).problems[0].message;
    expect(await messages(inChina)).toContain('answers 403 until the account has an ICP licence');
    expect(await messages({})).not.toContain('ICP');
  });

  test('npm run verify passes an empty response, and lists it with its reason', async () => {
    const answer = {
      body: '{"code":200,"msg":"success","data":[]}',
      headers: { 'x-wallfeed-empty': 'where; read=5; kept=0' },
    };
    const { code, passed, verdict } = await verifyPie(answer);
    expect([code, passed, verdict.empty]).toEqual([0, true, 'where kept 0 of 5']);
    expect(VERDICT_FORMATS.text([verdict])).toContain('\nEmpty\n  pie: 0 rows (where kept 0 of 5)');
  });

  test('npm run verify passes an endpoint whose response its component can read', async () => {
    const { code, passed, verdict } = await verifyPie({ body: PIE, headers: { 'x-wallfeed-cache': 'hit' } });
    expect([code, passed]).toEqual([0, true]);
    expect(verdict).toEqual({
      endpoint: 'pie',
      component: '3D Pie Chart',
      url: expect.stringMatching(/\/pie\/pie$/),
      status: 200,
      ms: expect.any(Number),
      cache: 'hit',
      problems: [],
      passed: true,
    });
  });

  test('npm run verify fails a body that its component cannot read, with the path', async () => {
    const body = { ...PIE, data: [{ name: 'a', value: 'x' }] };
    expect(await verifyPie({ body })).toMatchObject(failing('body', /data\[0\]\.value/));
  });

  test('npm run verify fails a body that is not JSON', async () => {
    expect(await verifyPie({ body: '<html>' })).toMatchObject(failing('body', 'the body is not JSON'));
  });

  test('npm run verify fails an endpoint whose status is not 200, with the sentence and the hint of the error body', async () => {
    const body = { error: 'TABLE_CELL', msg: 'Line 2 is wrong.', details: [{ message: 'x', hint: 'correct it' }] };
    expect(await verifyPie({ status: 502, body })).toMatchObject(
      failing('status', /^Line 2 is wrong\. \(correct it\)$/),
    );
  });

  test('npm run verify fails a stale response, because its source fails', async () => {
    const headers = { 'x-wallfeed-cache': 'stale', warning: '110 wallfeed "Response is Stale: SQL_FAILED"' };
    expect(await verifyPie({ body: PIE, headers })).toMatchObject(failing('cache', /SQL_FAILED/));
  });

  test('npm run verify fails a URL if browsers do not let the pages of an allowed origin read its responses', async () => {
    const { problems } = await verifyPie({ body: PIE, allowsPages: false });
    expect(problems.map(({ check }: { check: string }) => check)).toEqual(['cors', 'cors']);
  });

  test('npm run verify passes an endpoint that requires its token and refuses other digests', async () => {
    const { code, problems, out } = await verifyPie(
      { body: PIE, token: SECRET },
      { endpoint: WITH_TOKEN, files: SECRETS },
    );
    expect([code, problems]).toEqual([0, []]);
    expect(out).not.toContain(SECRET);
  });

  test('npm run verify fails an endpoint that responds without its token', async () => {
    const { code, problems } = await verifyPie({ body: PIE }, { endpoint: WITH_TOKEN, files: SECRETS });
    expect(code).toBe(1);
    expect(problems.map(({ message }: { message: string }) => message)).toEqual([
      'a request without a digest gets status 200 instead of 401',
      'a request with a wrong digest gets status 200 instead of 401',
      'a request with an old digest gets status 200 instead of 401',
    ]);
  });

  test('npm run verify fails an endpoint that accepts an old digest', async () => {
    const behaviour = { body: PIE, token: SECRET, takesOldRequests: true };
    const verified = await verifyPie(behaviour, { endpoint: WITH_TOKEN, files: SECRETS });
    expect(verified).toMatchObject(failing('token', /old digest/));
  });

  test('npm run verify names the parameter of a token that the function cannot read, if the token is not known here', async () => {
    const behaviour = { body: PIE, token: SECRET, lacksParameter: true };
    const { code, problems } = await verifyPie(behaviour, { endpoint: WITH_TOKEN });
    expect(code).toBe(1);
    expect(problems.at(-1)).toEqual({
      check: 'token',
      message:
        'the function cannot read the token from /wall (TOKEN_UNAVAILABLE): make the parameter, such as with ' +
        'aws ssm put-parameter --name /wall --type SecureString --value <token>',
    });
  });

  test('npm run verify says that the token of an endpoint is not known', async () => {
    expect(await verifyPie({ body: PIE, token: SECRET }, { endpoint: WITH_TOKEN })).toMatchObject(
      failing('token', /^the token is not known: write it to \.secrets\.yml, or add --token-from env:NAME$/),
    );
  });

  test('npm run verify reads the token from an environment variable', async () => {
    const settings = { endpoint: WITH_TOKEN, env: { WALL_TOKEN: SECRET } };
    const { code } = await verifyPie({ body: PIE, token: SECRET }, settings, '--token-from', 'env:WALL_TOKEN');
    expect(code).toBe(0);
  });

  test('npm run verify says that a URL cannot be reached', async () => {
    const folder = await writeFolder({ 'dashboard.yml': endpointsFile(ENDPOINT) });
    const { code, out } = await runCommand('verify', ['--base', 'http://127.0.0.1:1'], { from: folder });
    expect(code).toBe(1);
    expect(out).toMatch(/^1 endpoint failed\n.+ {2}status: 127\.0\.0\.1:1 cannot be reached/s);
  });

  test('npm run verify checks if a component can read the URL of any other data source', async () => {
    const base = await serve({ '/theirs': { body: PIE } });
    const verify = (component: string) => runCommand('verify', ['--component', component, '--url', `${base}/theirs`]);
    expect(await verify('3D Pie Chart')).toMatchObject({ code: 0, out: expect.stringMatching(/^1 endpoint passed\n/) });
    expect(await verify('Treemap')).toMatchObject({ code: 1, out: expect.stringMatching(/ {2}body: /) });
  });

  test.each([
    [[], '--base is missing: add it, such as --base https://wall.example.com'],
    [['--base', 'x'], '--base must be a URL such as https://wall.example.com, found x'],
    [
      ['--url', 'http://x'],
      'give --component and --url together, such as --component "Bar Chart" --url https://data.example.com/x',
    ],
    [['--period', 'x'], '--period must be a number of minutes, found x'],
    [['--token-from', 'x'], '--token-from must be env: and the name of a variable, such as env:WALL_TOKEN; found x'],
    [['--token-from', 'env:UNSET'], '--token-from: the environment variable UNSET is empty or not set'],
  ])('npm run verify refuses %j in one line', async (args, expected) => {
    const { code, out, error } = await runCommand('verify', args);
    expect([code, out, error]).toEqual([2, '', `${expected}\n`]);
  });
});
