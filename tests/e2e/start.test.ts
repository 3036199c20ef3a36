import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askJson } from '../support/requests/ask-json.ts';
import { runCommand } from '../support/run-command.ts';
import { groupIsGone, runStart, type StartProcess, stagedBy } from '../support/start-process.ts';

/** Matches the address of the endpoints, but not the address of the console on the line before. */
const URL_PATTERN = /(?<!^Console +)http:\/\/127\.0\.0\.1:\d+(?=\/)/m;
const CURL = /^curl .*'(http[^']+)'.* -d '([^']+)'$/m;

const DASHBOARD = `
dashboard: tests
origins: ['https://wall.example.com']
token: env:WALL_TOKEN
endpoints:
  share: { component: 3D Pie Chart, csv: share.csv }
  own: { component: 3D Pie Chart, csv: share.csv, path: /, token: none }
  secret: { component: 3D Pie Chart, csv: share.csv, token: 'ssm:/tests/token' }
  count: { component: Colorful Progress Bar, sql: "select name, '%', n, '#fff' from counts", token: none }
`;
const SHARE = 'name,value,score,pv\nA,1,,\n';
const COUNTS = `create table counts as select 'A' as name, 10 as n;`;

const writeDashboard = async (folder: string, definition: string): Promise<void> => {
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'dashboard.yml'), definition);
  await writeFile(join(folder, 'data', 'share.csv'), SHARE);
  await writeFile(join(folder, 'data', 'counts.sql'), COUNTS);
};

const stopBy = async (signal: NodeJS.Signals, { child, exited }: StartProcess): Promise<void> => {
  child.kill(signal);
  expect(await exited).toBe(0);
  await groupIsGone(child);
};

describe('npm start with a dashboard folder outside the project', () => {
  let folder: string;
  let start: StartProcess;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wallfeed start '));
    await writeDashboard(folder, DASHBOARD);
    await writeFile(join(folder, '.secrets.yml'), '/tests/token: one\n', { mode: 0o600 });
    start = runStart(['--dashboard', '.', '--port', '0'], { INIT_CWD: folder, WALL_TOKEN: 'abc' });
    await start.printed(CURL);
    url = URL_PATTERN.exec(start.output())?.[0] ?? '';
  });
  afterAll(async () => {
    await start.stop();
    await rm(folder, { recursive: true });
  });

  const change = async (path: string, text: string, report = /^/): Promise<string> => {
    const since = start.output().length;
    await writeFile(join(folder, path), text);
    await start.printed(new RegExp(`(Reloaded .*${path.split('/').at(-1)}|Not reloaded).*\\n`), since);
    await start.printed(report, since);
    return start.output().slice(since);
  };

  test('npm start reads env: and ssm: tokens, and serves an endpoint at its own path', async () => {
    expect((await askJson(`${url}/pie/share`, 'abc')).status).toBe(200);
    expect((await askJson(`${url}/pie/secret`, 'one')).status).toBe(200);
    expect((await askJson(`${url}/`)).status).toBe(200);
  });

  test('a second npm start of the same dashboard runs beside the first one', async () => {
    const second = runStart(['--dashboard', folder, '--port', '0'], { WALL_TOKEN: 'abc' });
    const [, address = ''] = await second.printed(CURL);
    expect((await askJson(address, 'abc')).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect((await askJson(`${url}/pie/share`, 'abc')).status).toBe(200);
  });

  test('npm start allows requests only from the configured origins', async () => {
    const allowed = async (origin: string): Promise<string | null> => {
      const answer = await fetch(`${url}/pie/share`, { method: 'OPTIONS', headers: { origin } });
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await allowed('https://wall.example.com')).toBe('https://wall.example.com');
    expect(await allowed('https://else.example.com')).toBeNull();
  });

  test('npm start serves a changed CSV file, and reports an invalid file in the terminal and the response', async () => {
    await change('data/share.csv', 'name,value,score,pv\nB,2,,\n');
    expect(await (await askJson(`${url}/`)).json()).toMatchObject({ data: [{ name: 'B', value: 2 }] });
    await change('data/share.csv', 'name,value,score,pv\nB,many,,\n', /^data\/share\.csv:2:2 {2}/m);
    expect((await askJson(`${url}/`)).status).toBe(502);
    await change('data/share.csv', SHARE);
    expect((await askJson(`${url}/`)).status).toBe(200);
  });

  test('npm start serves a changed file that an editor has replaced by renaming', async () => {
    const since = start.output().length;
    await writeFile(join(folder, 'data', '.share.csv.new'), 'name,value,score,pv\nC,3,,\n');
    await rename(join(folder, 'data', '.share.csv.new'), join(folder, 'data', 'share.csv'));
    await start.printed(/Reloaded data\/share\.csv /, since);
    expect(await (await askJson(`${url}/`)).json()).toMatchObject({ data: [{ name: 'C', value: 3 }] });
  });

  test('npm start fills the database again from a changed seed, and leaves the database unchanged if the seed is invalid', async () => {
    await change('data/counts.sql', `create table counts as select 'A' as name, 20 as n;`);
    expect(await (await askJson(`${url}/pie/count`)).json()).toMatchObject({ series: [{ value: 20 }] });
    await change('data/counts.sql', 'create tabel counts', /counts\.sql:1:/);
    expect(await (await askJson(`${url}/pie/count`)).json()).toMatchObject({ series: [{ value: 20 }] });
  });

  test('npm start uses a secret that was changed in .secrets.yml', async () => {
    await change('.secrets.yml', '/tests/token: two\n');
    expect((await askJson(`${url}/pie/secret`, 'one')).status).toBe(401);
    expect((await askJson(`${url}/pie/secret`, 'two')).status).toBe(200);
  });

  test('npm start serves a new endpoint, and keeps the last good version while dashboard.yml has a new error', async () => {
    const added = `${DASHBOARD}  more: { component: Mini Pie Chart, sql: "select 'a', 'b', 1", token: none }\n`;
    expect(await change('dashboard.yml', added)).toContain(`${url}/pie/more`);
    expect((await askJson(`${url}/pie/more`)).status).toBe(200);
    const mistakes = {
      'a misspelt component': added.replace('Mini Pie Chart', 'Mini Pi Chart'),
      'an unknown key': added.replace('token: none }\n', 'tokn: none }\n'),
      'a missing file': added.replace('csv: share.csv, path: /', 'csv: shar.csv, path: /'),
      'an unknown key of the dashboard': `memroy: 256${added}`,
      'a key twice': `${added}dashboard: again\n`,
      'broken YAML': 'endpoints: [',
      'an empty file': '',
    };
    for (const [mistake, text] of Object.entries(mistakes)) {
      expect({ mistake, out: await change('dashboard.yml', text) }).toEqual({
        mistake,
        out: expect.stringContaining('Not reloaded; the previous version is still served. '),
      });
      for (const path of ['/', '/pie/more', '/pie/count']) expect((await askJson(url + path)).status).toBe(200);
    }
    expect(await change('dashboard.yml', added)).toContain('Reloaded dashboard.yml');
  });

  test('npm start that is stopped by SIGTERM after several deployments leaves no process and no staging folder', async () => {
    expect(await stagedBy(start)).not.toEqual([]);
    await stopBy('SIGTERM', start);
    expect(await stagedBy(start)).toEqual([]);
  });
});

const FAULTY = `
dashboard: tests
origins: wall.example.com
cache: x
token: ssm:/tests/bad
endpoints:
  bad: { component: 3D Pie Chart, csv: share.csv }
  data: { component: 3D Pie Chart, csv: broken.csv, token: none }
  good: { component: 3D Pie Chart, csv: share.csv, token: 'ssm:/tests/good' }
  none: { component: 3D Pie Chart, csv: share.csv, token: 'ssm:/tests/none' }
  count: { component: Colorful Progress Bar, sql: "select name, '%', n, '#fff' from counts", token: none }
`;

describe('npm start with a faulty dashboard folder', () => {
  let folder: string;
  let start: StartProcess;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wallfeed-faulty-'));
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'dashboard.yml'), FAULTY);
    await writeFile(join(folder, 'data', 'share.csv'), SHARE);
    await writeFile(join(folder, 'data', 'broken.csv'), 'name,value,score,pv\nA,many,,\n');
    await writeFile(join(folder, 'data', 'counts.sql'), 'create table counts (n int);\ninsert into count values (1);');
    await writeFile(join(folder, '.secrets.yml'), '/tests/bad: [sesame]\n/tests/good: abc\n', { mode: 0o600 });
    start = runStart(['--dashboard', '.', '--port', '0'], { INIT_CWD: folder });
    await start.printed(CURL);
    url = URL_PATTERN.exec(start.output())?.[0] ?? '';
  });
  afterAll(async () => {
    await start.stop();
    await rm(folder, { recursive: true });
  });

  test('npm start reports the errors in .secrets.yml, and the endpoints that they concern', () => {
    expect(start.output()).toContain(
      '\n.secrets.yml:1:13  the value of /tests/bad is not text (put the value in quotes)\n',
    );
    expect(start.output()).toContain(
      '\n2 endpoints respond with TOKEN_UNAVAILABLE: .secrets.yml lacks /tests/bad, /tests/none\n',
    );
    expect(start.output()).not.toContain('sesame');
  });

  test('npm start prints an example request that works', async () => {
    const [, address = '', body = ''] = CURL.exec(start.output()) ?? [];
    expect(address).toBe(`${url}/pie/good`);
    const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(answer.status).toBe(200);
    expect((await askJson(`${url}/pie/bad`, 'abc')).status).toBe(503);
  });

  test('npm start allows no origin if `origins` is invalid, and prints the values used instead of invalid keys', async () => {
    expect(start.output()).toContain('\nDefaults in place of invalid keys: no cache; origins: none\n');
    const headers = { origin: 'https://wall.example.com' };
    const answer = await fetch(`${url}/pie/good`, { method: 'OPTIONS', headers });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('npm start reports the error of a seed on a line of its own, and says why a query fails because of it', async () => {
    expect(start.output()).toMatch(/^Packaging and starting the stack \.\.\. [\d.]+ s$/m);
    expect(start.output()).toMatch(
      /^data\/counts\.sql:2:13 {2}relation "count" does not exist \(correct this statement; until then the local database is empty, .+\)$/m,
    );
    expect(await (await askJson(`${url}/pie/count`)).text()).not.toContain('relation');
    expect(start.output()).toContain('\nsql | ERROR: relation "counts" does not exist\n');
  });

  test('npm start serves the previous version of dashboard.yml while a key that concerns all endpoints is invalid, and names the key', async () => {
    const since = start.output().length;
    await writeFile(join(folder, 'dashboard.yml'), `timezone: Nowhere${FAULTY}`);
    await start.printed(/Not reloaded/, since);
    expect(start.output().slice(since)).not.toContain('Reloaded');
    expect(start.output().slice(since)).toContain(
      'Not reloaded; the previous version is still served. Nothing to serve because of the key `timezone`: ',
    );
    expect((await askJson(`${url}/pie/good`, 'abc')).status).toBe(200);
  });

  test('npm start that is stopped by SIGINT while several environments run leaves no process and no staging folder', async () => {
    const answers = await Promise.all([askJson(`${url}/pie/good`, 'abc'), askJson(`${url}/pie/good`, 'abc')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stagedBy(start)).toHaveLength(1);
    await stopBy('SIGINT', start);
    expect(await stagedBy(start)).toEqual([]);
  });
});

test('npm start that is stopped by a signal during packaging says so, and exits with 130', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-stopped-'));
  // The name of the dashboard is new, so that no cached template is used, and osls runs during the packaging.
  await writeDashboard(folder, DASHBOARD.replace('tests', `tests-${randomUUID().slice(0, 8)}`));
  const start = runStart(['--dashboard', folder, '--port', '0'], { WALL_TOKEN: 'abc' });
  await start.printed(/Packaging/);
  expect(start.output()).not.toMatch(URL_PATTERN);
  expect(await start.stop()).toBe(130);
  expect(start.output()).toMatch(/Packaging and starting the stack \.\.\. stopped\n$/);
  await groupIsGone(start.child);
  await rm(folder, { recursive: true });
});

/** A dashboard whose tokens are all known. */
const OPEN = DASHBOARD.replace(/^ {2}secret: .*\n/m, '');

describe('npm start --wall --quiet, open to other addresses of this machine', () => {
  let folder: string;
  let start: StartProcess;
  let port: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wallfeed-open-'));
    await writeDashboard(folder, OPEN);
    const options = ['--port', '0', '--console-port', '0', '--host', '0.0.0.0', '--wall', '--quiet'];
    start = runStart(['--dashboard', folder, ...options], { WALL_TOKEN: 'abc' });
    [, port = ''] = await start.printed(/^curl .*'http:\/\/[^']+:(\d+)\//m);
  });
  afterAll(async () => {
    await start.stop();
    await rm(folder, { recursive: true });
  });

  test('the table, the curl command and the wall name the same address', () => {
    const [, base = ''] = /^Wall {2}(http:\/\/\S+:\d+)\/wall$/m.exec(start.output()) ?? [];
    expect(start.output()).toContain(`  ${base}/pie/share  `);
    expect(start.output()).toContain(`'${base}/pie/share'`);
  });

  test('another address reaches the wall and the health, which print no line', async () => {
    const since = start.output().length;
    const wall = await fetch(`http://127.0.0.2:${port}/wall/api/dashboard`);
    expect(wall.status).toBe(200);
    const asked = { method: 'POST', body: JSON.stringify({ endpoint: 'share', timePeriod: 60 }) };
    const answer = await fetch(`http://127.0.0.2:${port}/wall/api/ask`, asked);
    expect(await answer.json()).toMatchObject({ status: 'drawn', dataAt: expect.any(Number) });
    expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200);
    expect(start.output().slice(since)).toBe('');
  });

  test('another address does not reach the console', async () => {
    const [, own = ''] = /^Console {2}http:\/\/127\.0\.0\.1:(\d+)\/$/m.exec(start.output()) ?? [];
    expect((await fetch(`http://127.0.0.1:${own}/api/dashboard`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.2:${own}/api/dashboard`)).rejects.toThrow();
    expect((await fetch(`http://127.0.0.2:${port}/api/dashboard`)).status).toBe(404);
  });

  test('the health and the wall stay after a typo in dashboard.yml', async () => {
    const since = start.output().length;
    await writeFile(join(folder, 'dashboard.yml'), OPEN.replace('csv: share.csv }', 'csv: shar.csv }'));
    await start.printed(/Not reloaded; .* 1 error is new: correct it first\./, since);
    expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200);
    const asked = { method: 'POST', body: JSON.stringify({ endpoint: 'share', timePeriod: 60 }) };
    const answer = await fetch(`http://127.0.0.2:${port}/wall/api/ask`, asked);
    expect(await answer.json()).toMatchObject({ status: 'drawn' });
  });
});

describe('wrong input of npm start', () => {
  test.each([
    [['--console-port', '70000'], 2, '--console-port must be a number from 0 to 65535, found 70000\n'],
    [['--console-port', '3000'], 2, '--console-port must be another port than --port, found 3000 for both\n'],
  ])('npm start %j is refused in one line', async (args, code, error) => {
    expect(await runCommand('start', args)).toEqual({ code, out: '', error });
  });

  test('npm start refuses an endpoint with the path of the wall', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wallfeed-reserved-'));
    await writeDashboard(folder, DASHBOARD.replace('path: /,', 'path: /wall,'));
    const { code, error } = await runCommand('start', ['--dashboard', folder, '--port', '0', '--wall']);
    await rm(folder, { recursive: true });
    expect({ code, error }).toEqual({
      code: 1,
      error: 'own has the path /wall, which --wall and --quiet need: give it another `path`\n',
    });
  });

  test('npm start refuses a port that is no number, in one line', async () => {
    expect(await runCommand('start', ['--port', 'many'])).toEqual({
      code: 2,
      out: '',
      error: '--port must be a number from 0 to 65535, found many\n',
    });
  });

  test('npm start refuses a folder without a dashboard in one line, and exits', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wallfeed-empty-'));
    const start = runStart(['--dashboard', folder, '--port', '0']);
    expect(await start.exited).toBe(1);
    expect(start.output()).toContain('Nothing to serve');
    await rm(folder, { recursive: true });
  });

  test('npm start refuses a dashboard with an invalid key that concerns every endpoint, in one line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wallfeed-key-'));
    await writeFile(join(folder, 'dashboard.yml'), `memroy: 1${DASHBOARD}`);
    const { code, error } = await runCommand('start', ['--dashboard', folder, '--port', '0']);
    expect(code).toBe(1);
    expect(error).toMatch(/^Nothing to serve because of the key `memroy`: .*\n$/);
    await rm(folder, { recursive: true });
  });

  test('npm start refuses a port that another process uses, in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    const { code, out, error } = await runCommand('start', ['--dashboard', 'my wall', '--port', port]);
    server.close();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^Port \d+ is taken\. .*: npm start -- --dashboard 'my wall' --port \d+\n$/);
  });

  test('npm start refuses a port of the console that another process uses, in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    const { code, out, error } = await runCommand('start', ['--port', '0', '--console-port', port]);
    server.close();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^Port \d+ is taken\. .*: npm start -- --port 0 --console-port \d+\n$/);
  });
});
