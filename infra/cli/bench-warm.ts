import { defineCommand } from '../command-line/define-command.ts';
import { benchRequests } from '../lab/warm/bench-requests.ts';
import { benchWarm } from '../lab/warm/bench-warm.ts';
import { benchDeadConnections } from '../lab/warm/dead-connections.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await benchWarm();
    await benchRequests();
    await benchDeadConnections();
    return undefined;
  },
});
