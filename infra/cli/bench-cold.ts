import { defineCommand } from '../command-line/define-command.ts';
import { benchCold } from '../lab/cold/bench-cold.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await benchCold();
    return undefined;
  },
});
