import { benchLimits } from '../../tests/bench/limits/limits.ts';
import type { Command } from './read-options.ts';
import { fail, runCommand } from './run-command.ts';

const COMMAND: Command = {
  name: 'npm run bench:limits',
  purpose: 'Reads the slowest and largest sources with the memory of a function and its share of a processor.',
  options: {
    memory: { type: 'string', value: 'MB', meaning: 'memory of the function', default: '256' },
  },
};

const MIN_MEMORY_MB = 128;
const MAX_MEMORY_MB = 10_240;

await runCommand(COMMAND, async ({ memory }) => {
  const memoryMb = Number(memory);
  if (!Number.isInteger(memoryMb) || memoryMb < MIN_MEMORY_MB || memoryMb > MAX_MEMORY_MB) {
    return fail(`--memory must be from ${MIN_MEMORY_MB} to ${MAX_MEMORY_MB}, not '${memory}'`, 2);
  }
  await benchLimits(memoryMb);
  return undefined;
});
