import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, jest, test } from '@jest/globals';
import { clonePath } from '../../../../infra/program/program-files.ts';

interface Environment {
  readonly global: typeof globalThis & { readonly jest: { readonly spyOn: (object: object, name: string) => unknown } };
  readonly teardown: () => Promise<void>;
}

const load = createRequire(import.meta.url);
const { NEEDS_OWN } = load(clonePath('infra/cli/test/run-file.cjs')) as { readonly NEEDS_OWN: RegExp };
const createEnvironment = load(clonePath('infra/cli/test/create-environment.cjs')) as new (
  settings: object,
  context: object,
) => Environment;

/** Creates the environment of a test file. */
const create = (collectCoverage: boolean): Environment => {
  const projectConfig = { fakeTimers: {}, testEnvironmentOptions: {}, globals: {} };
  return new createEnvironment({ globalConfig: { collectCoverage }, projectConfig }, { testPath: '' });
};

test.each([
  ['sets environment variables', "Object.assign(process.env, { AWS_REGION: 'eu-west-1' });"],
  ['sets an environment variable', "process.env.AWS_REGION = 'eu-west-1';"],
  ['serves endpoints in its own process', "import { x } from './support/requests/serve-endpoints.ts';"],
  ['answers in place of AWS', "import { x } from './support/cloud/start-replies.ts';"],
  ['replaces a module', "jest.unstable_mockModule('node:fs', () => ({}));"],
])('a test file that %s needs modules of its own', (_, source) => {
  expect(NEEDS_OWN.test(source)).toBe(true);
});

test('the modules that a test file with modules of its own imports are its own, too', () => {
  expect(import.meta.url).toMatch(/\.ts\?own=\d+$/);
  expect(import.meta.resolve('./own-environment.test.ts')).toMatch(/\.ts\?own=\d+$/);
  expect(import.meta.resolve('yaml')).not.toContain('own=');
});

test('a replaced module is seen by the modules that are loaded after it', async () => {
  jest.unstable_mockModule('node:timers/promises', () => ({ setTimeout: async () => 'at once' }));
  expect(await (await import('node:timers/promises')).setTimeout(600_000)).toBe('at once');
});

test('a test file has modules of its own if its coverage is measured', async () => {
  const environment = create(true);
  expect(environment.global.process).not.toBe(process);
  await environment.teardown();
});

test('what a test file changes is restored after it', async () => {
  const environment = create(false);
  const { env, uptime } = process;
  const { PATH } = env;
  delete env.PATH;
  env.WALLFEED_ONLY_HERE = '1';
  environment.global.jest.spyOn(process, 'uptime');
  await environment.teardown();
  expect([env.PATH, env.WALLFEED_ONLY_HERE, process.uptime]).toEqual([PATH, undefined, uptime]);
});

test('no module of infra adds a hook to the test file that happens to load it first', async () => {
  const files = (await readdir(clonePath('infra'), { recursive: true })).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(300);
  const sources = await Promise.all(
    files.map(async (file) => [file, await readFile(clonePath(`infra/${file}`), 'utf8')]),
  );
  expect(sources.filter(([, source]) => /^(?:before|after)(?:All|Each)\(/m.test(String(source)))).toEqual([]);
});
