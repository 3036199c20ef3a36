import { defineCommand } from '../command-line/define-command.ts';
import { benchWarm } from '../lab/warm/bench-warm.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await benchWarm();
    return undefined;
  },
});
