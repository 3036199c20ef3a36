import { defineCommand } from '../command-line/define-command.ts';
import { benchWarm } from '../lab/warm/bench-warm.ts';
import { benchDeadConnections } from '../lab/warm/dead-connections.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await benchWarm();
    await benchDeadConnections();
    return undefined;
  },
});
