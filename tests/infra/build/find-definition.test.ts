import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFinder } from '../../../infra/build/find-definition.ts';

const MODULES = {
  'index.js': `
    import { local } from './values.js';
    import { readFile } from 'node:fs';
    export { first, second as renamed } from './values.js';
    export * from './more.js';
    export * as group from './values.js';
    export { local as imported, readFile };
    const listed = 1;
    export { listed as "a text" };
    export const declared = 1;`,
  'more.js': `export * from './deepest.js'; export default 1;`,
  'deepest.js': 'export class Deep {} export function call() {}',
  'values.js': 'export const first = 1, second = 2; export const local = 3;',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-exports-'));
  for (const [name, text] of Object.entries(MODULES)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

const find = async (name: string) => {
  const finder = createFinder(async (specifier, from) => (isBuiltin(specifier) ? undefined : join(from, specifier)));
  const found = await finder(join(folder, 'index.js'), name);
  return found && `${found.name} of ${basename(found.module)}`;
};

test.each([
  ['first', 'first of values.js'],
  ['renamed', 'second of values.js'],
  ['imported', 'local of values.js'],
  ['Deep', 'Deep of deepest.js'],
  ['call', 'call of deepest.js'],
  ['declared', 'declared of index.js'],
  ['a text', 'a text of index.js'],
])('the definition of the exported name %p is %s', async (name, definition) => {
  expect(await find(name)).toBe(definition);
});

test.each(['group', 'default', 'readFile', 'missing'])('the name %p is left to the index', async (name) => {
  expect(await find(name)).toBeUndefined();
});
