#!/usr/bin/env node
// The command `wallfeed`. Runs the sources in a clone of the repository, and the compiled files in the npm package.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isRepository = existsSync(new URL('./run.mjs', import.meta.url));
const program = fileURLToPath(new URL('../../dist/package/', import.meta.url));
const FILE_LIST = 'files.json';

const readFileList = () => {
  const list = join(program, FILE_LIST);
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [FILE_LIST];
};

const findMissing = () => readFileList().find((file) => !existsSync(join(program, file)));

const fail = (missing) => {
  console.error(`the installation is incomplete: ${missing} is missing; install wallfeed again`);
  process.exitCode = 1;
};

/** Runs the compiled files. Fails with a message if one of them, or a package that they need, is missing. */
const runPackage = async () => {
  const missing = findMissing();
  if (missing !== undefined) return fail(missing);
  try {
    const { start } = await import('../../dist/package/infra/cli/run.mjs');
    await start();
  } catch (error) {
    const [, name] = /^Cannot find (?:package|module) '([^']+)'/.exec(error.message) ?? [];
    if (name === undefined) throw error;
    fail(`the package ${name}`);
  }
};

const runClone = async () => (await import('./run.mjs')).start();

await (isRepository ? runClone() : runPackage());
