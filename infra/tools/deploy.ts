import { createRunOsls } from '../build/run-osls.ts';
import { needsDatabase } from '../build/stack/sources.ts';
import { requireCredentials } from './aws/require-credentials.ts';
import type { LoadedDashboard } from './dashboard/load-dashboard.ts';
import { checkForStage } from './deployment/check-for-stage.ts';
import { deployDashboard } from './deployment/deploy-dashboard.ts';
import { stackOf } from './deployment/stack-of.ts';
import { NAMED_TARGET_OPTIONS, readNamedTarget } from './deployment/target.ts';
import type { Command } from './read-options.ts';
import { fail, runCommand } from './run-command.ts';
import { readStatements } from './seed/read-statements.ts';

const COMMAND: Command = {
  name: 'npm run deploy',
  purpose: 'Deploys a dashboard as a stack of its own, uploads its data, and prints its URLs. Needs AWS credentials.',
  options: {
    ...NAMED_TARGET_OPTIONS,
    seed: { type: 'boolean', meaning: 'applies data/*.sql to the database that the stack has made' },
  },
};

/** Why there is nothing to seed; a database that the dashboard names is never written to. */
const seedRefusal = ({ database, endpoints }: LoadedDashboard): string | undefined => {
  if (database) return `--seed: the dashboard names its own database, ${database.cluster}: seed that one by hand`;
  return needsDatabase(endpoints) ? undefined : '--seed: no endpoint has SQL, so the stack has no database';
};

await runCommand(COMMAND, async (values) => {
  const target = readNamedTarget(values);
  if ('failure' in target) return target;
  const dashboard = await checkForStage(target);
  if ('failure' in dashboard) return dashboard;
  const refusal = values.seed ? seedRefusal(dashboard) : undefined;
  if (refusal) return fail(refusal);
  const seeds = values.seed ? await readStatements(target.folder.path) : [];
  if (values.seed && seeds.length === 0) return fail('--seed: there are no data/*.sql with statements to apply');

  await requireCredentials(stackOf(dashboard, target.stage).region);
  await deployDashboard({ dashboard, stage: target.stage, seeds, osls: createRunOsls(), print: console.log });
  return undefined;
});
