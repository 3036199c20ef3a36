import { createRunOsls } from '../build/run-osls.ts';
import { ask } from '../deploy/ask.ts';
import { requireCredentials } from './aws/require-credentials.ts';
import { loadDashboard } from './dashboard/load-dashboard.ts';
import { stackOf } from './deployment/stack-of.ts';
import { NAMED_TARGET_OPTIONS, readNamedTarget } from './deployment/target.ts';
import { withRegion } from './deployment/with-region.ts';
import type { Command } from './read-options.ts';
import { removeDashboard } from './remove/remove-dashboard.ts';
import { fail, runCommand } from './run-command.ts';

const COMMAND: Command = {
  name: 'npm run remove',
  purpose: 'Takes the stack of a dashboard away, with its data; says first what would be lost, and asks.',
  options: {
    ...NAMED_TARGET_OPTIONS,
    yes: { type: 'string', value: 'stack', meaning: 'the name of the stack, in place of typing it' },
  },
};

/** Where nobody can type there is nothing but `--yes`. */
const askName = async (name: string): Promise<string> =>
  process.stdin.isTTY ? ask(`Type ${name} to remove it: `) : '';

await runCommand(COMMAND, async ({ yes, ...values }) => {
  const target = readNamedTarget(values);
  if ('failure' in target) return target;
  const { path, nameOf } = target.folder;
  const dashboard = await withRegion(await loadDashboard(path));
  if (dashboard.name === '') return fail(`${nameOf(path)} names no dashboard: npm run check says why`);
  await requireCredentials(stackOf(dashboard, target.stage).region);
  const confirm = typeof yes === 'string' ? async () => yes : askName;
  return removeDashboard({ dashboard, stage: target.stage, confirm, osls: createRunOsls(), print: console.log });
});
