import { resolve } from 'node:path';
import { defineCommand } from '../command-line/define-command.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { benchCheck } from '../lab/check/bench-check.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';

export const command = defineCommand({
  options: { peer: { value: 'folder', meaning: 'a checkout of the version that this one is compared with' } },
  run: async ({ peer }) => {
    if (peer === undefined) return fail('--peer must be the folder of another checkout', EXIT_USAGE);
    await benchCheck(resolve(invocationFolder(), peer));
    return undefined;
  },
});
