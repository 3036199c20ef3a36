import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { bundleConsole } from '../../../../infra/build/bundling/bundle-console.ts';

/** Maximum size of the script and the style after compression with gzip: a measured size, and a reserve of 60 KB. */
const MAX_GZIP_BYTES = 287_000 + 60_000;

test('the script and the style of the console stay small enough for browsers that run on screens', async () => {
  const folder = await bundleConsole();
  const files = await Promise.all(['console.js', 'console.css'].map((name) => readFile(join(folder, name))));
  const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(MAX_GZIP_BYTES);
});

test('only Chinese pages load the Chinese messages', async () => {
  const folder = await bundleConsole();
  const sentence = '文件不是 UTF-8';
  const [page, messages] = await Promise.all(
    ['console.js', 'translate.js'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect([page?.includes(sentence), messages?.includes(sentence)]).toEqual([false, true]);
});
