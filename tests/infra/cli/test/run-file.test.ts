import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, jest, test } from '@jest/globals';
import { clonePath } from '../../../../infra/program/program-files.ts';

interface SharedEnvironment {
  readonly moduleMocker: { readonly spyOn: (object: object, name: string) => unknown };
  readonly end: () => void;
}

const load = createRequire(import.meta.url);
const { createSharedEnvironment } = load(clonePath('infra/cli/test/run-file.cjs')) as {
  readonly createSharedEnvironment: (config: object) => SharedEnvironment;
};

const readFiles = async (folder: string, ending: string): Promise<readonly (readonly [string, string])[]> => {
  const files = (await readdir(clonePath(folder), { recursive: true })).filter((file) => file.endsWith(ending));
  return Promise.all(
    files.map(async (file) => [file, await readFile(clonePath(`${folder}/${file}`), 'utf8')] as const),
  );
};

test('what a test file changes in the process is restored after it', () => {
  const { env, uptime } = process;
  const { PATH } = env;
  const ours = jest;
  const environment = createSharedEnvironment({ fakeTimers: {} });
  delete env.PATH;
  env.WALLFEED_ONLY_HERE = '1';
  environment.moduleMocker.spyOn(process, 'uptime');
  expect(process.uptime).not.toBe(uptime);
  environment.end();
  Object.assign(globalThis, { jest: ours });
  expect([env.PATH, env.WALLFEED_ONLY_HERE, process.uptime]).toEqual([PATH, undefined, uptime]);
});

/**
 * Matches a test file that replaces a module, or sets variables, itself or by a module of tests/support. A module of the
 * engine reads variables once and keeps their values, as in a function.
 */
const CHANGES_MODULES =
  /jest\.unstable_mockModule\(|Object\.assign\(process\.env|process\.env\.\w+ = |support\/(?:requests\/serve-|cloud\/start-(?:cache-table|replies))/;

test('each test file that replaces a module or sets variables begins with `@jest-environment node`', async () => {
  const files = await readFiles('tests', '.test.ts');
  const changing = files.filter(([, source]) => CHANGES_MODULES.test(source));
  expect(changing.length).toBeGreaterThan(30);
  const own = '/** @jest-environment node */\n';
  expect(changing.filter(([, source]) => !source.startsWith(own)).map(([file]) => file)).toEqual([]);
});

test('no module of infra or tests/support adds a hook to the test file that happens to load it first', async () => {
  const sources = [...(await readFiles('infra', '.ts')), ...(await readFiles('tests/support', '.ts'))];
  expect(sources.length).toBeGreaterThan(300);
  const isModule = ([file, source]: readonly [string, string]): boolean =>
    !file.endsWith('.test.ts') && /^(?:before|after)(?:All|Each)\(/m.test(source);
  expect(sources.filter(isModule).map(([file]) => file)).toEqual([]);
});
