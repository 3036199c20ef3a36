import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const CONSTANT = /^const (\w+) = ("[^"\\]*");$/gm;
const COMPUTED_KEY = /\[(\w+)\]:/g;

/** `{ [_hH]: … }` as `{ "httpHeader": … }`, where the file itself says that `_hH` is that text. */
export const nameKeys = (source: string): string => {
  const constants = new Map(Array.from(source.matchAll(CONSTANT), ([, name, text]) => [name, text]));
  return source.replace(COMPUTED_KEY, (key, name) => (constants.has(name) ? `${constants.get(name)}:` : key));
};

/**
 * The AWS clients describe every operation in one file of literals, whose computed keys could have side effects as far
 * as esbuild knows. With plain keys it leaves out the operations that nobody calls: half of the client of S3.
 */
export const shakeSchemas: Plugin = {
  name: 'shake-schemas',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[/\\]schemas[/\\]schemas_\d+\.js$/ }, async ({ path }) => ({
      contents: nameKeys(await readFile(path, 'utf8')),
    }));
  },
};
