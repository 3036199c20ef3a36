import { defineCommand } from '../command-line/define-command.ts';
import { benchLimits } from '../lab/limits/limits.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';

const MIN_MEMORY_MB = 128;
const MAX_MEMORY_MB = 10_240;

export const command = defineCommand({
  options: { memory: { value: 'MB', meaning: 'memory of the function', default: '256' } },
  run: async ({ memory }) => {
    const memoryMb = Number(memory);
    if (!Number.isInteger(memoryMb) || memoryMb < MIN_MEMORY_MB || memoryMb > MAX_MEMORY_MB) {
      return fail(`--memory must be from ${MIN_MEMORY_MB} to ${MAX_MEMORY_MB}, not '${memory}'`, EXIT_USAGE);
    }
    await benchLimits(memoryMb);
    return undefined;
  },
});
