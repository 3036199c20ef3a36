import { benchLoad } from '../../tests/bench/load/load.ts';
import { parseDuration } from './dashboard/duration.ts';
import type { Command } from './read-options.ts';
import { fail, runCommand } from './run-command.ts';

const COMMAND: Command = {
  name: 'npm run bench:load',
  purpose: 'Loads the functions and the local stack, beside a plain Fastify server, and prints how they compare.',
  options: {
    memory: { type: 'string', value: 'duration', meaning: 'how long memory is watched; 0s: not', default: '10m' },
  },
};

await runCommand(COMMAND, async ({ memory }) => {
  const duration = parseDuration(memory);
  if (duration === undefined) return fail(`--memory must be a duration such as 10m, not '${memory}'`, 2);
  await benchLoad(duration);
  return undefined;
});
