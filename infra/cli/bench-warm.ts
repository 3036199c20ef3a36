import { benchWarm } from '../lab/warm/bench-warm.ts';
import { defineCommand } from './define-command.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await benchWarm();
    return undefined;
  },
});
