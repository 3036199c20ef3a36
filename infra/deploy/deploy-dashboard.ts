import { basename, join } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { checkRegion } from '../dashboard/head/region.ts';
import { commandLine } from '../program/command-line.ts';
import { workFolder } from '../program/work-folder.ts';
import { stackName } from '../stack/function-name.ts';
import { needsDatabase } from '../stack/sources.ts';
import { tagsOf } from '../stack/template/template.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { step } from '../terminal/print.ts';
import { applyInterruptibly, type DeployChoices } from './apply-template.ts';
import { requireNamedBucket } from './aws/code-bucket.ts';
import { type DeployedStack, outputOf, requireStack, type StackAddress, stackAddressOf } from './aws/stacks.ts';
import { examineStack, type StackState } from './compare-stack.ts';
import { createDatabaseRole, createReader, ownDatabase } from './create-database-role.ts';
import {
  type CodePlace,
  listStored,
  readDeployments,
  readStoredTemplate,
  type StoredTemplate,
  templateHash,
} from './deployments.ts';
import { listUrls, URL_FORMATS } from './format-urls.ts';
import { LEGACY_OUTPUT, legacyPrevious } from './legacy-bucket.ts';
import {
  describePackage,
  packageDashboard,
  packageFolderOf,
  summarizePackage,
  writePackage,
} from './package-dashboard.ts';
import { type PackageManifest, readPackage } from './package-manifest.ts';
import { type SeedStatement, seedDatabase } from './seed-database.ts';
import { signInTo } from './sign-in.ts';
import type { ConfirmLoss } from './update-stack.ts';
import { uploadData } from './upload-data.ts';
import { type Verification, verifyDeployment } from './verify/verify-dashboard.ts';

export interface DeployOptions extends DeployChoices {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  readonly place: CodePlace;
  readonly seeds: readonly SeedStatement[];
  /** Absent to send no requests. */
  readonly verification?: Verification;
  readonly print: (text: string) => void;
}

const choicesOf = ({ isRepair = false, isNewStack = false, confirm }: DeployChoices): DeployChoices => ({
  isRepair,
  isNewStack,
  confirm,
});

const packageAndDeploy = (options: DeployOptions): Promise<CommandFailure | undefined> => {
  const { dashboard, stage, place, print } = options;
  const address = stackAddressOf(dashboard, stage);
  const tags = tagsOf(dashboard, stage);
  return packageDashboard(dashboard, stage, async (packaged) => {
    await writePackage(packaged, packageFolderOf(workFolder, dashboard.name, stage));
    print(`\n${describePackage(await summarizePackage(packaged, address))}\n`);
    const zips = packaged.functions.map(({ zip }) => ({ name: basename(zip), path: zip }));
    const { template } = packaged;
    return applyInterruptibly({ ...choicesOf(options), address, tags, place, template, zips, print });
  });
};

export type CompletionOptions = Pick<DeployOptions, 'dashboard' | 'stage' | 'seeds' | 'verification' | 'print'>;

const seed = async ({ dashboard, seeds, print }: CompletionOptions, stack: DeployedStack): Promise<void> => {
  if (seeds.length === 0) return;
  const isOld = await step(`Seeding the database, ${pluralize(seeds.length, 'statement')}`, () =>
    seedDatabase(ownDatabase(stack), seeds, dashboard.dialect?.engine),
  );
  if (isOld) print('The database has these seeds already, and stays as it is.');
};

export const completeDeployment = async (options: CompletionOptions): Promise<CommandFailure | undefined> => {
  const { dashboard, stage, verification, print } = options;
  const stack = await requireStack(stackAddressOf(dashboard, stage));
  if (needsDatabase(dashboard)) await createDatabaseRole(dashboard, stack);
  const bucket = dashboard.bucket ?? outputOf(stack, 'DataBucketName');
  await uploadData({ dashboard, bucket, region: stack.region, prune: false, print });
  await seed(options, stack);
  const base = outputOf(stack, 'HttpApiUrl');
  const failure = verification && (await verifyDeployment(dashboard, base, verification, print));
  print(`\n${URL_FORMATS.table(listUrls(dashboard, base))}`);
  return failure;
};

export const deployDashboard = async (options: DeployOptions): Promise<CommandFailure | undefined> =>
  (await packageAndDeploy(options)) ?? completeDeployment(options);

export interface DeployPackageOptions extends DeployChoices {
  /** The folder of the package, and its name as the user gave it. */
  readonly folder: string;
  readonly name: string;
  readonly stage: string;
  readonly print: (text: string) => void;
}

export const addressOfPackage = (
  { dashboard, region, deployRole }: PackageManifest,
  folder: string,
  stage: string,
): StackAddress => ({
  name: stackName({ name: dashboard }, stage),
  region,
  ...(deployRole !== undefined && { role: deployRole }),
  options: ['--package', folder, '--stage', stage],
});

/**
 * Needs no folder of the dashboard. Refuses a package for another stage, and one whose files have changed. Uploads no
 * data.
 */
export const deployPackage = async (options: DeployPackageOptions): Promise<CommandFailure | undefined> => {
  const { folder, name, stage, print } = options;
  const { manifest, template } = await readPackage(folder, name, stage);
  const { region, tags, statementMs, engine, endpoints } = manifest;
  const address = addressOfPackage(manifest, name, stage);
  for (const { message, hint } of checkRegion({ region })) print(`warning: ${message} (${hint})`);
  const signedIn = await signInTo(address, { ...manifest, stage }, print);
  if ('failure' in signedIn) return signedIn;
  const { place } = signedIn;
  if (manifest.codeBucket !== undefined) await requireNamedBucket(place.bucket);
  const files = Object.keys(manifest.files).filter((file) => file.endsWith('.zip'));
  const zips = files.map((file) => ({ name: file, path: join(folder, file) }));
  const failed = await applyInterruptibly({ ...choicesOf(options), address, tags, place, template, zips, print });
  if (failed) return failed;
  const stack = await requireStack(address);
  if (statementMs !== undefined) {
    await step('Creating the database role of the functions', () =>
      createReader(ownDatabase(stack), outputOf(stack, 'ReaderSecretArn'), statementMs, engine),
    );
  }
  print(`\n${URL_FORMATS.table(listUrls({ endpoints }, outputOf(stack, 'HttpApiUrl')))}`);
  print(`The files of data/ are not part of a package: ${commandLine('upload')} uploads them.`);
  return undefined;
};

export const packageConflict = (others: readonly string[]): CommandFailure | undefined => {
  const [other] = others;
  return other === undefined
    ? undefined
    : fail(`--package and --${other} cannot be used together: a package has a template and zips only`, 2);
};

export interface PreviousOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  readonly place: CodePlace;
  readonly confirm: ConfirmLoss;
  readonly print: (text: string) => void;
}

const EMPTY_DATABASE =
  'Going back creates a new database. To restore the last snapshot, deploy the earlier dashboard.yml instead.';

/**
 * Finds the previous deployment. If the current deployment has no record, it was interrupted, and the newest record is
 * that of the previous deployment.
 */
const findPrevious = async (
  { dashboard, stage, place }: PreviousOptions,
  { stack, deployed, address }: StackState,
): Promise<StoredTemplate | undefined> => {
  const legacy = stack?.outputs[LEGACY_OUTPUT];
  if (legacy !== undefined) {
    const { region } = address;
    const found = await legacyPrevious({ bucket: legacy, region, dashboard: dashboard.name, stage }, deployed);
    if (found) return found;
  }
  const deployments = await readDeployments(place, await listStored(place));
  const hash = templateHash(deployed);
  const current = deployments.find((one) => one.hash === hash);
  return current ? current.previous : deployments[0]?.template;
};

/**
 * Restores functions, routes and settings. Files and tables do not change. Asks before data is lost, like a deployment.
 */
export const deployPrevious = async (options: PreviousOptions): Promise<CommandFailure | undefined> => {
  const { dashboard, stage, place, confirm, print } = options;
  const address = stackAddressOf(dashboard, stage);
  const tags = tagsOf(dashboard, stage);
  const state = await examineStack(address, tags);
  if (!state.stack)
    return fail(`There is no stack ${address.name} in ${address.region}, so no deployment can be restored`);
  const previous = await findPrevious(options, state);
  if (!previous) {
    return fail(
      `The bucket ${place.bucket.name} has no deployment older than the current one: to go back, deploy an older dashboard.yml`,
    );
  }
  const template = await readStoredTemplate(previous, address.region);
  print('Restoring the previous deployment changes the stack, not its data:\n');
  if (template.Resources.Database && !state.deployed.Resources.Database) print(`${EMPTY_DATABASE}\n`);
  const { parameters } = previous;
  const failed = await applyInterruptibly({
    address,
    tags,
    place,
    template,
    parameters,
    isRestored: true,
    state,
    zips: [],
    confirm,
    print,
  });
  if (failed) return failed;
  const restored = await requireStack(address);
  if (restored.outputs.ReaderSecretArn) await createDatabaseRole(dashboard, restored);
  print(`${address.name} now runs the previous deployment again.`);
  return undefined;
};
