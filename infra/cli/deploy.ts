import { commandLine } from '../build/command-line.ts';
import { type LoadedDashboard, loadDashboard } from '../dashboard/load-dashboard.ts';
import { ask } from '../deploy/ask.ts';
import { createAskRestore } from '../deploy/ask-restore.ts';
import { requireCredentials } from '../deploy/aws/require-credentials.ts';
import { chooseSnapshot } from '../deploy/choose-snapshot.ts';
import { deployDashboard } from '../deploy/deploy-dashboard.ts';
import { deployPrevious } from '../deploy/deploy-previous.ts';
import { readStatements } from '../deploy/seed/read-statements.ts';
import { stackAddressOf } from '../deploy/stack-address.ts';
import type { ConfirmLoss } from '../deploy/update-stack.ts';
import { withRegion } from '../deploy/with-region.ts';
import { createRunOsls } from '../stack/run-osls.ts';
import { needsDatabase } from '../stack/sources.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { checkForStage } from './check-for-stage.ts';
import { defineCommand } from './define-command.ts';
import { readAwsTarget, TARGET_OPTIONS, type Target } from './target.ts';

/** Returns an error if there is no database to seed. A database that dashboard.yml names is never changed. */
const seedRefusal = (dashboard: LoadedDashboard): string | undefined => {
  const { database } = dashboard;
  if (database)
    return `--seed: dashboard.yml names the database ${database.cluster}, which deploy never changes: seed it yourself`;
  return needsDatabase(dashboard) ? undefined : '--seed: no endpoint has SQL, so the stack has no database';
};

/** Asks the user to confirm a loss of data. `--yes` confirms it in advance. Without a terminal, the answer is no. */
const createConfirm = (isAgreed: boolean): ConfirmLoss => {
  if (isAgreed) return async () => true;
  return process.stdin.isTTY ? async () => /^y(es)?$/i.test(await ask('Type yes to continue: ')) : async () => false;
};

/** Restores the previous deployment. Uses only the deployed template, so that an invalid folder does not prevent going back. */
const goBack = async ({ folder, stage }: Target, confirm: ConfirmLoss): Promise<CommandFailure | undefined> => {
  const dashboard = await withRegion(await loadDashboard(folder.path));
  if (dashboard.name === '')
    return fail(`${folder.nameOf(folder.path)} has no valid dashboard name: ${commandLine('check')} says why`);
  await requireCredentials(stackAddressOf(dashboard, stage).region);
  return deployPrevious({ dashboard, stage, confirm, osls: createRunOsls(), print: console.log });
};

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    seed: { meaning: 'applies data/*.sql to the database of the stack' },
    previous: { meaning: 'restores the previous deployment, from the stack’s bucket' },
    snapshot: {
      value: 'id',
      meaning:
        'the snapshot for a new database, or none for an empty database; by default the command proposes the last snapshot',
    },
    yes: { meaning: 'asks nothing: deploys even if data is lost, and restores the last snapshot' },
  },
  run: async (values) => {
    const target = await readAwsTarget(values);
    if ('failure' in target) return target;
    const confirm = createConfirm(values.yes);
    const other = values.seed ? 'seed' : values.snapshot && 'snapshot';
    if (values.previous && other) {
      return fail(`--previous and --${other} cannot be used together: --previous does not change data`, EXIT_USAGE);
    }
    if (values.previous) return goBack(target, confirm);
    const dashboard = await checkForStage(target);
    if ('failure' in dashboard) return dashboard;
    const refusal = values.seed ? seedRefusal(dashboard) : undefined;
    if (refusal) return fail(refusal);
    const seeds = values.seed ? await readStatements(target.folder.path) : [];
    if (values.seed && seeds.length === 0) return fail('--seed: no data/*.sql file has a statement to apply');

    await requireCredentials(stackAddressOf(dashboard, target.stage).region);
    const { stage } = target;
    const wanted = values.snapshot === undefined ? {} : { wanted: values.snapshot };
    const askRestore = createAskRestore(values.yes);
    const restored = await chooseSnapshot({ dashboard, stage, ...wanted, ask: askRestore, print: console.log });
    if ('failure' in restored) return restored;
    return deployDashboard({ dashboard: restored, stage, seeds, confirm, osls: createRunOsls(), print: console.log });
  },
});
