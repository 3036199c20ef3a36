import { defineCommand } from '../command-line/define-command.ts';
import { benchOddFiles } from '../lab/files/bench-odd-files.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await benchOddFiles();
    return undefined;
  },
});
