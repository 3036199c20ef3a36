import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { writeFolder } from '../folders/write-folder.ts';
import { unpackBrowser } from './install-browser.ts';

const run = promisify(execFile);

/** The browser is a script. If the file `ends` exists, the process ends after it has written half of the script. */
const PACKAGE = `
const { appendFileSync, closeSync, existsSync, openSync, rmSync, writeSync } = require('node:fs');
const { join } = require('node:path');
const ends = join(__dirname, 'ends');
module.exports.executablePath = async () => {
  const path = join(require('node:os').tmpdir(), 'chromium');
  if (existsSync(path)) return path;
  appendFileSync(join(__dirname, 'runs'), 'unpacked ');
  const file = openSync(path, 'w', 0o755);
  writeSync(file, '#!/bin/sh\\n');
  if (existsSync(ends)) process.exit(rmSync(ends) ?? 1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  writeSync(file, 'echo complete\\n');
  closeSync(file);
  return path;
};
`;

const NAME = 'node_modules/@sparticuz/chromium';

const writePackage = (files: Readonly<Record<string, string>> = {}): Promise<string> =>
  writeFolder({ 'package.json': '{}', [`${NAME}/index.js`]: PACKAGE, ...files });

/** Returns what the browser prints. */
const unpackAndStart = async (folder: string): Promise<string> => {
  const { executablePath } = await unpackBrowser(folder);
  return (await run(executablePath)).stdout;
};

test('two runs of tests that need the browser at once unpack it once, and start it when it is complete', async () => {
  const folder = await writePackage();
  expect(await Promise.all([unpackAndStart(folder), unpackAndStart(folder)])).toEqual(['complete\n', 'complete\n']);
  expect(await unpackAndStart(folder)).toBe('complete\n');
  expect(await readFile(join(folder, NAME, 'runs'), 'utf8')).toBe('unpacked ');
});

test('a browser that a killed run has unpacked by half is never started, and is deleted by the next run', async () => {
  const folder = await writePackage({ [`${NAME}/ends`]: '' });
  await expect(unpackBrowser(folder)).rejects.toThrow();
  expect(await unpackAndStart(folder)).toBe('complete\n');
  expect((await readdir(folder)).sort()).toEqual(['chromium', 'node_modules', 'package.json']);
});
