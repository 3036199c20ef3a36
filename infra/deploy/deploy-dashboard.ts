import { basename } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { workFolder } from '../build/work-folder.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { needsDatabase } from '../stack/sources.ts';
import { tagsOf } from '../stack/template/template.ts';
import type { CommandFailure } from '../terminal/fail.ts';
import { step } from '../terminal/step.ts';
import { applyInterruptibly } from './apply-template.ts';
import { type DeployedStack, outputOf, requireStack } from './aws/stacks.ts';
import { createDatabaseRole, ownDatabase } from './create-database-role.ts';
import type { CodePlace } from './deployments.ts';
import { describePackage, summarizePackage } from './describe-package.ts';
import { listUrls, URL_FORMATS } from './format-urls.ts';
import { packageDashboard, packageFolderOf, writePackage } from './package-dashboard.ts';
import { type SeedStatement, seedDatabase } from './seed/seed-database.ts';
import { stackAddressOf } from './stack-address.ts';
import type { ConfirmLoss } from './update-stack.ts';
import { uploadData } from './upload/upload-data.ts';
import { type Verification, verifyDeployment } from './verify/verify-deployment.ts';

export interface DeployOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** Where packages go. */
  readonly place: CodePlace;
  /** Statements to apply to the stack's own database. */
  readonly seeds: readonly SeedStatement[];
  /** How long requests to the endpoints are repeated at the end. Absent to send none. */
  readonly verification?: Verification;
  /** Asks the user before data is lost. */
  readonly confirm: ConfirmLoss;
  readonly print: (text: string) => void;
}

const packageAndDeploy = (options: DeployOptions): Promise<CommandFailure | undefined> => {
  const { dashboard, stage, place, confirm, print } = options;
  const address = stackAddressOf(dashboard, stage);
  return packageDashboard(dashboard, stage, async (packaged) => {
    await writePackage(packaged, packageFolderOf(workFolder, dashboard.name, stage));
    print(`\n${describePackage(await summarizePackage(packaged, address))}\n`);
    const zips = packaged.functions.map(({ zip }) => ({ name: basename(zip), path: zip }));
    const { template } = packaged;
    return applyInterruptibly({ address, tags: tagsOf(dashboard, stage), place, template, zips, confirm, print });
  });
};

/** The settings of the steps behind the stack: the database's role, the data, and requests to the endpoints. */
export type CompletionOptions = Pick<DeployOptions, 'dashboard' | 'stage' | 'seeds' | 'verification' | 'print'>;

const seed = async ({ seeds, print }: CompletionOptions, stack: DeployedStack): Promise<void> => {
  if (seeds.length === 0) return;
  const isOld = await step(`Seeding the database, ${pluralize(seeds.length, 'statement')}`, () =>
    seedDatabase(ownDatabase(stack), seeds),
  );
  if (isOld) print('The database has these seeds already, and stays as it is.');
};

/** Creates the database role, uploads, seeds, verifies and prints the URLs, in this order. Stops at the first step that fails. */
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

/** Packages, prints the diff, asks before data is lost, deploys, and completes the deployment. */
export const deployDashboard = async (options: DeployOptions): Promise<CommandFailure | undefined> =>
  (await packageAndDeploy(options)) ?? completeDeployment(options);
