/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { LoadedDashboard, LoadedEndpoint } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { createCurl } from '../../../../infra/local/session/start-session.ts';
import type { TokenReference } from '../../../../shared/config/dashboard-config.ts';
import { digestOf } from '../../../../shared/token/digest.ts';

const endpoint = (component: string, path: string, ...tokens: readonly TokenReference[]): LoadedEndpoint => ({
  slug: 'a',
  family: 'pie',
  component,
  path,
  source: 'sql',
  config: { component, shape: 'a', options: {}, tables: {}, tokens, deadline: 8000 },
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-curl-'));
});
afterEach(() => rm(folder, { recursive: true }));

const curlWithout = (faulty: readonly string[], ...endpoints: readonly LoadedEndpoint[]): Promise<string | undefined> =>
  createCurl({ folder, endpoints } as unknown as LoadedDashboard, 'http://127.0.0.1:1', new Set(faulty));
const curlOf = (...endpoints: readonly LoadedEndpoint[]): Promise<string | undefined> => curlWithout([], ...endpoints);

const bodyOf = (curl: string | undefined): Record<string, unknown> =>
  JSON.parse(/-d '(.*)'$/.exec(curl ?? '')?.[1] ?? '{}');

test('the curl command is for a 3D Pie Chart if the dashboard has one', async () => {
  const curl = await curlOf(endpoint('Pie Chart', '/pie/a'), endpoint('3D Pie Chart', '/pie/b'));
  expect(curl).toMatch(/^curl -sS 'http:\/\/127\.0\.0\.1:1\/pie\/b' /);
  expect(bodyOf(curl)).toEqual({ currentTime: expect.any(Number), timePeriod: 30 });
});

test('the curl command contains the digest of the secret, from .secrets.yml or the environment', async () => {
  await writeFile(join(folder, '.secrets.yml'), '/a/token: abc\n');
  process.env.WALLFEED_CURL_TOKEN = 'abc';
  for (const token of [
    { from: 'ssm', name: '/a/token' },
    { from: 'env', name: 'WALLFEED_CURL_TOKEN' },
  ] as const) {
    const { currentTime, token: digest } = bodyOf(await curlOf(endpoint('Pie Chart', '/pie/a', token)));
    expect(digest).toBe(digestOf('30', String(currentTime), 'abc').toString('hex'));
  }
});

test('the curl command uses an endpoint without a token, or with a token whose secret is known', async () => {
  const secret = endpoint('3D Pie Chart', '/pie/a', { from: 'ssm', name: '/unknown' });
  expect(await curlOf(secret, endpoint('Pie Chart', '/pie/b'))).toContain('/pie/b');
  expect(await curlOf(secret)).toBeUndefined();
});

test('the curl command ignores an invalid entry of .secrets.yml, like the local parameter store', async () => {
  await writeFile(join(folder, '.secrets.yml'), '/twice: a\n/twice: b\n/bad: [1]\n/good: c\n');
  const withToken = (name: string) => endpoint('3D Pie Chart', `/pie${name}`, { from: 'ssm', name });
  expect(await curlOf(withToken('/twice'), withToken('/bad'))).toBeUndefined();
  expect(await curlOf(withToken('/twice'), withToken('/bad'), withToken('/good'))).toContain('/pie/good');
});

test('the curl command prefers an endpoint with valid data over a 3D Pie Chart', async () => {
  const broken = { ...endpoint('3D Pie Chart', '/pie/broken'), slug: 'broken' };
  expect(await curlWithout(['broken'], broken, endpoint('Pie Chart', '/pie/right'))).toContain('/pie/right');
  expect(await curlWithout(['broken'], broken)).toContain('/pie/broken');
});

test('the curl command quotes an address for the shell', async () => {
  expect(await curlOf(endpoint('Pie Chart', "/it's"))).toContain(`'http://127.0.0.1:1/it'\\''s'`);
});
