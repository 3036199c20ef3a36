import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { clonePath } from '../../../../infra/build/program-files.ts';

interface Environment {
  readonly global: typeof globalThis & { readonly jest: { readonly spyOn: (object: object, name: string) => unknown } };
  readonly teardown: () => Promise<void>;
}

const createEnvironment = createRequire(import.meta.url)(clonePath('infra/cli/test/create-environment.cjs')) as new (
  settings: object,
  context: object,
) => Environment;

/** Creates the environment of a test file with this source. */
const environmentOf = async (source: string, collectCoverage = false): Promise<Environment> => {
  const testPath = join(await mkdtemp(join(tmpdir(), 'wallfeed-environment-')), 'one.test.ts');
  await writeFile(testPath, source);
  const projectConfig = { fakeTimers: {}, testEnvironmentOptions: {}, globals: {} };
  return new createEnvironment({ globalConfig: { collectCoverage }, projectConfig }, { testPath });
};

test('a test file shares its modules with other files', async () => {
  const environment = await environmentOf("test('one', () => undefined);");
  expect(environment.global.process).toBe(process);
});

test.each([
  ['sets environment variables', "Object.assign(process.env, { AWS_REGION: 'eu-west-1' });"],
  ['sets an environment variable', "process.env.AWS_REGION = 'eu-west-1';"],
  ['serves endpoints in its own process', "import { x } from '../infra/lab/requests/serve-endpoints.ts';"],
  ['answers in place of AWS', "import { x } from '../infra/lab/cloud/start-replies.ts';"],
  ['replaces a module', "jest.unstable_mockModule('node:fs', () => ({}));"],
])('a test file that %s has modules of its own', async (_, source) => {
  const environment = await environmentOf(source);
  expect(environment.global.process).not.toBe(process);
  await environment.teardown();
});

test('a test file has modules of its own if its coverage is measured', async () => {
  const environment = await environmentOf('', true);
  expect(environment.global.process).not.toBe(process);
  await environment.teardown();
});

test('what a test file changes is restored after it', async () => {
  const environment = await environmentOf('');
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
