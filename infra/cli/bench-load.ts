import { defineCommand } from '../command-line/define-command.ts';
import { parseDuration } from '../dashboard/folder/duration.ts';
import { benchLoad } from '../lab/load/load.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';

export const command = defineCommand({
  options: {
    memory: { value: 'duration', meaning: 'how long memory is measured; 0s skips the measurement', default: '10m' },
  },
  run: async ({ memory }) => {
    const duration = parseDuration(memory);
    if (duration === undefined) return fail(`--memory must be a duration such as 10m, not '${memory}'`, EXIT_USAGE);
    await benchLoad(duration);
    return undefined;
  },
});
