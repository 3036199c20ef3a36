import { createRunOsls } from '../build/run-osls.ts';
import { needsDatabase } from '../build/stack/sources.ts';
import { createAskRestore } from '../deploy/ask-restore.ts';
import { chooseSnapshot } from '../deploy/choose-snapshot.ts';
import { createConfirm } from '../deploy/confirm-loss.ts';
import { deployPrevious } from '../deploy/deploy-previous.ts';
import type { ConfirmLoss } from '../deploy/update-stack.ts';
import { requireCredentials } from './aws/require-credentials.ts';
import { type LoadedDashboard, loadDashboard } from './dashboard/load-dashboard.ts';
import { checkForStage } from './deployment/check-for-stage.ts';
import { deployDashboard } from './deployment/deploy-dashboard.ts';
import { stackOf } from './deployment/stack-of.ts';
import { NAMED_TARGET_OPTIONS, readNamedTarget, type Target } from './deployment/target.ts';
import { withRegion } from './deployment/with-region.ts';
import type { Command } from './read-options.ts';
import { type CommandFailure, fail, runCommand } from './run-command.ts';
import { readStatements } from './seed/read-statements.ts';

const COMMAND: Command = {
  name: 'npm run deploy',
  purpose:
    'Deploys a dashboard as a stack of its own, uploads its data, and prints its URLs. Says first what changes. Needs AWS credentials.',
  options: {
    ...NAMED_TARGET_OPTIONS,
    seed: { type: 'boolean', meaning: 'applies data/*.sql to the database that the stack has made' },
    previous: { type: 'boolean', meaning: 'goes back to the deployment before, from what the stack’s bucket keeps' },
    snapshot: {
      type: 'string',
      value: 'id',
      meaning: 'what a new database is restored from, or none for an empty one; otherwise the last one is proposed',
    },
    yes: { type: 'boolean', meaning: 'goes on although data is lost, as for CI; otherwise that is asked' },
  },
};

/** Why there is nothing to seed; a database that the dashboard names is never written to. */
const seedRefusal = ({ database, endpoints }: LoadedDashboard): string | undefined => {
  if (database) return `--seed: the dashboard names its own database, ${database.cluster}: seed that one by hand`;
  return needsDatabase(endpoints) ? undefined : '--seed: no endpoint has SQL, so the stack has no database';
};

/** Goes by the deployed template alone, so that faults of the folder do not bar the way back. */
const goBack = async ({ folder, stage }: Target, confirm: ConfirmLoss): Promise<CommandFailure | undefined> => {
  const dashboard = await withRegion(await loadDashboard(folder.path));
  if (dashboard.name === '') return fail(`${folder.nameOf(folder.path)} names no dashboard: npm run check says why`);
  await requireCredentials(stackOf(dashboard, stage).region);
  return deployPrevious({ dashboard, stage, confirm, osls: createRunOsls(), print: console.log });
};

await runCommand(COMMAND, async (values) => {
  const target = readNamedTarget(values);
  if ('failure' in target) return target;
  const confirm = createConfirm(values.yes === true);
  const [other] = ['seed', 'snapshot'].filter((name) => values[name] !== undefined);
  if (values.previous && other) return fail(`--previous and --${other} do not go together: data stays as it is`, 2);
  if (values.previous) return goBack(target, confirm);
  const dashboard = await checkForStage(target);
  if ('failure' in dashboard) return dashboard;
  const refusal = values.seed ? seedRefusal(dashboard) : undefined;
  if (refusal) return fail(refusal);
  const seeds = values.seed ? await readStatements(target.folder.path) : [];
  if (values.seed && seeds.length === 0) return fail('--seed: there are no data/*.sql with statements to apply');

  await requireCredentials(stackOf(dashboard, target.stage).region);
  const { stage } = target;
  const wanted = typeof values.snapshot === 'string' ? { wanted: values.snapshot } : {};
  const ask = createAskRestore(values.yes === true);
  const restored = await chooseSnapshot({ dashboard, stage, ...wanted, ask, print: console.log });
  if ('failure' in restored) return restored;
  return deployDashboard({ dashboard: restored, stage, seeds, confirm, osls: createRunOsls(), print: console.log });
});
