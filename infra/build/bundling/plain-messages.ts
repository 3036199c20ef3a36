import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const IMPORT = /^import \{ say \} from '[^']*';$/m;
const TAG = /\bsay`/g;

/** Functions send only the text of a message. */
export const plainMessages: Plugin = {
  name: 'plain-messages',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\](?:shared|schemas)[/\\].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!IMPORT.test(source)) return undefined;
      return { contents: source.replace(IMPORT, '').replaceAll(TAG, '`'), loader: 'ts' };
    }),
};
