import { commandLine } from '../build/command-line.ts';
import { loadDashboard } from '../dashboard/load-dashboard.ts';
import { ask } from '../deploy/ask.ts';
import { requireCredentials } from '../deploy/aws/require-credentials.ts';
import { removeDashboard } from '../deploy/remove/remove-dashboard.ts';
import { stackOf } from '../deploy/stack-of.ts';
import { withRegion } from '../deploy/with-region.ts';
import { createRunOsls } from '../stack/run-osls.ts';
import { fail } from '../terminal/fail.ts';
import { defineCommand } from './define-command.ts';
import { readAwsTarget, TARGET_OPTIONS } from './target.ts';

/** Asks for the name of the stack. Without a terminal, only `--yes` can confirm it. */
const askName = async (name: string): Promise<string> =>
  process.stdin.isTTY ? ask(`Type ${name} to remove it: `) : '';

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    yes: { value: 'stack', meaning: 'the name of the stack, in place of typing it' },
  },
  run: async ({ yes, ...values }) => {
    const target = await readAwsTarget(values);
    if ('failure' in target) return target;
    const { path, nameOf } = target.folder;
    const dashboard = await withRegion(await loadDashboard(path));
    if (dashboard.name === '') return fail(`${nameOf(path)} names no dashboard: ${commandLine('check')} says why`);
    await requireCredentials(stackOf(dashboard, target.stage).region);
    const confirm = yes === undefined ? askName : async () => yes;
    return removeDashboard({ dashboard, stage: target.stage, confirm, osls: createRunOsls(), print: console.log });
  },
});
