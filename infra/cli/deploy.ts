import { resolve } from 'node:path';
import { defineCommand, type OptionValues } from '../command-line/define-command.ts';
import { checkForStage, readAwsTarget, readStage, TARGET_OPTIONS, type Target } from '../command-line/target.ts';
import { type LoadedDashboard, loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import { invocationFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { requireNamedBucket } from '../deploy/aws/code-bucket.ts';
import { withRegion } from '../deploy/aws/stacks.ts';
import { chooseSnapshot, createAskRestore } from '../deploy/choose-snapshot.ts';
import { deployDashboard, deployPackage, deployPrevious, packageConflict } from '../deploy/deploy-dashboard.ts';
import { refuseCluster } from '../deploy/named-cluster.ts';
import { readStatements, type SeedStatement } from '../deploy/seed-database.ts';
import { signIn } from '../deploy/sign-in.ts';
import type { ConfirmLoss } from '../deploy/update-stack.ts';
import { VERIFICATION } from '../deploy/verify/verify-dashboard.ts';
import { commandLine } from '../program/command-line.ts';
import { needsDatabase } from '../stack/sources.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { ask, print } from '../terminal/print.ts';

const OPTIONS = {
  ...TARGET_OPTIONS,
  seed: { meaning: 'applies data/*.sql to the database of the stack' },
  package: { value: 'folder', meaning: 'deploys what package wrote to a folder, without the folder of the dashboard' },
  repair: { meaning: 'changes back what was changed or deleted in AWS without a deployment' },
  'allow-gone': { meaning: 'deploys without a question if endpoints, and so their URLs, are gone' },
  'new-stack': {
    meaning: 'makes a new stack although the dashboard has one in another region or under another name',
  },
  'no-verify': { meaning: 'sends no request to the endpoints at the end' },
  previous: { meaning: 'restores the previous deployment, from the stack’s bucket' },
  snapshot: {
    value: 'id',
    meaning:
      'the snapshot for a new database, or none for an empty database; by default the command proposes the last snapshot',
  },
  yes: {
    meaning:
      'asks nothing: deploys even if data is lost, and restores the last snapshot unless --snapshot names another',
  },
} as const;

type Values = OptionValues<typeof OPTIONS>;

const findConflict = ({ previous, seed, snapshot, repair }: Values): CommandFailure | undefined => {
  if (previous && repair)
    return fail('--previous and --repair cannot be used together: go back first, then repair', EXIT_USAGE);
  const other = seed ? 'seed' : snapshot && 'snapshot';
  if (!previous || !other) return undefined;
  return fail(`--previous and --${other} cannot be used together: --previous does not change data`, EXIT_USAGE);
};

/** Confirms every loss with `--yes`, and that of URLs with `--allow-gone`. Without a terminal, the answer is no. */
const createConfirm = ({ yes, 'allow-gone': allowsGone }: Values): ConfirmLoss => {
  const confirm = async () => process.stdin.isTTY && /^y(es)?$/i.test(await ask('Type yes to continue: '));
  return async (loss) => yes || (allowsGone && loss === 'urls') || confirm();
};

/** Restores the previous deployment. Uses only the deployed template, so that an invalid folder does not prevent going back. */
const restorePrevious = async (
  { folder, stage }: Target,
  confirm: ConfirmLoss,
): Promise<CommandFailure | undefined> => {
  const dashboard = await withRegion(await loadDashboard(folder.path));
  if (dashboard.name === '')
    return fail(`${folder.nameOf(folder.path)} has no valid dashboard name: ${commandLine('check')} says why`);
  const signedIn = await signIn(dashboard, stage, print);
  if ('failure' in signedIn) return signedIn;
  return deployPrevious({ dashboard, stage, place: signedIn.place, confirm, print });
};

/** Returns an error if there is no database to seed. A database that dashboard.yml names is never changed. */
const seedRefusal = (dashboard: LoadedDashboard): string | undefined => {
  const { database } = dashboard;
  if (database)
    return `--seed: dashboard.yml names the database ${database.cluster}, which deploy never changes: seed it yourself`;
  return needsDatabase(dashboard) ? undefined : '--seed: no endpoint has SQL, so the stack has no database';
};

const readSeeds = async (
  dashboard: LoadedDashboard,
  folder: string,
): Promise<readonly SeedStatement[] | CommandFailure> => {
  const refusal = seedRefusal(dashboard);
  if (refusal) return fail(refusal);
  const seeds = await readStatements(folder, dashboard.dialect?.engine);
  return seeds.length > 0 ? seeds : fail('--seed: no data/*.sql file has a statement to apply');
};

const deployFolder = async (
  target: Target,
  { seed, snapshot, yes, repair: isRepair, 'new-stack': isNewStack, 'no-verify': isUnverified }: Values,
  confirm: ConfirmLoss,
): Promise<CommandFailure | undefined> => {
  const { folder, stage } = target;
  const dashboard = await checkForStage(target);
  if ('failure' in dashboard) return dashboard;
  const seeds = seed ? await readSeeds(dashboard, folder.path) : [];
  if ('failure' in seeds) return seeds;
  const signedIn = await signIn(dashboard, stage, print);
  if ('failure' in signedIn) return signedIn;
  const refused = await refuseCluster(dashboard, print);
  if (refused) return refused;
  const { place } = signedIn;
  if (dashboard.codeBucket !== undefined) await requireNamedBucket(place.bucket);
  const wanted = snapshot === undefined ? {} : { wanted: snapshot };
  const restored = await chooseSnapshot({ dashboard, stage, ...wanted, ask: createAskRestore(yes), print });
  if ('failure' in restored) return restored;
  const verification = isUnverified ? {} : { verification: VERIFICATION };
  return deployDashboard({
    dashboard: restored,
    stage,
    place,
    seeds,
    ...verification,
    isRepair,
    isNewStack,
    confirm,
    print,
  });
};

const WITHOUT_PACKAGE = ['dashboard', 'seed', 'previous', 'snapshot'] as const;

/** Deploys what the command `package` has written. */
const deployReady = async (values: Values, given: string): Promise<CommandFailure | undefined> => {
  const conflict = packageConflict(WITHOUT_PACKAGE.filter((name) => values[name]));
  if (conflict) return conflict;
  const stage = readStage(values.stage);
  if (typeof stage !== 'string') return stage;
  const confirm = createConfirm(values);
  const folder = resolve(invocationFolder(), given);
  const { repair: isRepair, 'new-stack': isNewStack } = values;
  return deployPackage({ folder, name: given, stage, isRepair, isNewStack, confirm, print });
};

export const command = defineCommand({
  options: OPTIONS,
  run: async (values) => {
    if (values.package !== undefined) return deployReady(values, values.package);
    const target = await readAwsTarget(values);
    if ('failure' in target) return target;
    const conflict = findConflict(values);
    if (conflict) return conflict;
    const confirm = createConfirm(values);
    return values.previous ? restorePrevious(target, confirm) : deployFolder(target, values, confirm);
  },
});
