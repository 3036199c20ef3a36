import { defineCommand } from '../command-line/define-command.ts';
import { benchFiles } from '../lab/files/bench-files.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';

export const command = defineCommand({
  options: { largest: { value: 'MB', meaning: 'size of the largest file, up to 1000', default: '100' } },
  run: async ({ largest }) => {
    const maxMb = Number(largest);
    if (!(maxMb >= 1 && maxMb <= 1_000)) return fail(`--largest must be from 1 to 1000, not '${largest}'`, EXIT_USAGE);
    await benchFiles(maxMb);
    return undefined;
  },
});
