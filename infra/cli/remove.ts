import { createRunOsls } from '../build/run-osls.ts';
import { ask } from '../deploy/ask.ts';
import { fail } from '../terminal/fail.ts';
import { requireCredentials } from '../tools/aws/require-credentials.ts';
import { loadDashboard } from '../tools/dashboard/load-dashboard.ts';
import { stackOf } from '../tools/deployment/stack-of.ts';
import { withRegion } from '../tools/deployment/with-region.ts';
import { removeDashboard } from '../tools/remove/remove-dashboard.ts';
import { defineCommand } from './define-command.ts';
import { NAMED_TARGET_OPTIONS, readNamedTarget } from './target.ts';

/** Asks for the name of the stack. Without a terminal there is only `--yes`. */
const askName = async (name: string): Promise<string> =>
  process.stdin.isTTY ? ask(`Type ${name} to remove it: `) : '';

export const command = defineCommand({
  options: {
    ...NAMED_TARGET_OPTIONS,
    yes: { value: 'stack', meaning: 'the name of the stack, in place of typing it' },
  },
  run: async ({ yes, ...values }) => {
    const target = readNamedTarget(values);
    if ('failure' in target) return target;
    const { path, nameOf } = target.folder;
    const dashboard = await withRegion(await loadDashboard(path));
    if (dashboard.name === '') return fail(`${nameOf(path)} names no dashboard: npm run check says why`);
    await requireCredentials(stackOf(dashboard, target.stage).region);
    const confirm = yes === undefined ? askName : async () => yes;
    return removeDashboard({ dashboard, stage: target.stage, confirm, osls: createRunOsls(), print: console.log });
  },
});
