import { buildDistribution } from '../build/distribution/build-distribution.ts';
import { defineCommand } from '../command-line/define-command.ts';

export const command = defineCommand({
  options: {},
  run: async () => {
    await buildDistribution();
    return undefined;
  },
});
