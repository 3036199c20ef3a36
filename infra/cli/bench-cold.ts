import { benchCold } from '../lab/cold/bench-cold.ts';
import { defineCommand } from './define-command.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await benchCold();
    return undefined;
  },
});
