import { defineCommand } from '../command-line/define-command.ts';
import { readAwsTarget, TARGET_OPTIONS } from '../command-line/target.ts';
import { loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import { withRegion } from '../deploy/aws/stacks.ts';
import { removeDashboard } from '../deploy/remove-dashboard.ts';
import { signIn } from '../deploy/sign-in.ts';
import { commandLine } from '../program/command-line.ts';
import { fail } from '../terminal/fail.ts';
import { ask, print } from '../terminal/print.ts';

/** Asks the user to type the stack's name. Returns an empty text without a terminal, where only `--yes` can confirm. */
const askName = async (name: string): Promise<string> =>
  process.stdin.isTTY ? ask(`Type ${name} to remove it: `) : '';

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    yes: { value: 'stack', meaning: 'the name of the stack, which confirms the removal without a question' },
  },
  run: async ({ yes, ...values }) => {
    const target = await readAwsTarget(values);
    if ('failure' in target) return target;
    const { path, nameOf } = target.folder;
    const dashboard = await withRegion(await loadDashboard(path));
    if (dashboard.name === '')
      return fail(`${nameOf(path)} has no valid dashboard name: ${commandLine('check')} says why`);
    const signedIn = await signIn(dashboard, target.stage, print);
    if ('failure' in signedIn) return signedIn;
    const confirm = yes === undefined ? askName : async () => yes;
    return removeDashboard({ dashboard, stage: target.stage, confirm, place: signedIn.place, print });
  },
});
