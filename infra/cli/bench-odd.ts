import { benchOddFiles } from '../lab/files/bench-odd-files.ts';
import { defineCommand } from './define-command.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await benchOddFiles();
    return undefined;
  },
});
