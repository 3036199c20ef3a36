import { buildFunctions } from '../build/bundling/build-functions.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { measureHouse } from '../lab/house/measure-house.ts';
import { projectRoot } from '../program/project-root.ts';
import { print } from '../terminal/print.ts';

export const command = defineCommand({
  options: {
    folder: { value: 'folder', meaning: 'another clone to measure, in which npm test has run; this one by default' },
  },
  run: async ({ folder = projectRoot }) => {
    if (folder === projectRoot) await buildFunctions({ families: ['pie'] });
    print(measureHouse(folder));
    return undefined;
  },
});
