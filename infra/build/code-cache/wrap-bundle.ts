import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import type { BundledFile } from '../bundle-function.ts';

/** The parameters that Node itself gives a CommonJS module. */
const wrap = (text: string): string => `(function(exports,require,module,__filename,__dirname){${text}\n})`;

const readLoader = async (): Promise<string> => {
  const source = await readFile(new URL('./loader.cjs', import.meta.url), 'utf8');
  return (await transform(source, { minify: true, platform: 'node', target: 'node24' })).code;
};

/** A bundle as the loader runs it: the loader becomes its index.js, and what was there is main.js. */
export const wrapBundle = async (files: readonly BundledFile[]): Promise<readonly BundledFile[]> => [
  { path: 'index.js', text: await readLoader() },
  ...files.map(({ path, text }) => ({ path: path === 'index.js' ? 'main.js' : path, text: wrap(text) })),
];
