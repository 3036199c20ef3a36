import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const CONSTANT = /^const (\w+) = ("[^"\\]*");$/gm;
const COMPUTED_KEY = /\[(\w+)\]:/g;

/** Rewrites `{ [_hH]: … }` to `{ "httpHeader": … }` if the file defines `_hH` as that string. */
const nameKeys = (source: string): string => {
  const constants = new Map(Array.from(source.matchAll(CONSTANT), ([, name, text]) => [name, text]));
  return source.replace(COMPUTED_KEY, (key, name) => (constants.has(name) ? `${constants.get(name)}:` : key));
};

/**
 * AWS clients describe all operations in one file of literals. esbuild keeps the unused ones, because computed keys may
 * have side effects. With plain keys, esbuild drops them, which is half of the S3 client.
 */
export const shakeSchemas: Plugin = {
  name: 'shake-schemas',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[/\\]schemas[/\\]schemas_\d+\.js$/ }, async ({ path }) => ({
      contents: nameKeys(await readFile(path, 'utf8')),
    }));
  },
};
