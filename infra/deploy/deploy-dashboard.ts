import { basename } from 'node:path';
import { pluralize } from '../../shared/errors/pluralize.ts';
import { workFolder } from '../build/work-folder.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { needsDatabase } from '../stack/sources.ts';
import { tagsOf } from '../stack/template/template.ts';
import type { CommandFailure } from '../terminal/fail.ts';
import { step } from '../terminal/step.ts';
import { applyInterruptibly } from './apply-template.ts';
import { outputOf, requireStack } from './aws/stacks.ts';
import { createDatabaseRole, ownDatabase } from './create-database-role.ts';
import type { CodePlace } from './deployments.ts';
import { describePackage, summarizePackage } from './describe-package.ts';
import { listUrls, URL_FORMATS } from './format-urls.ts';
import { packageDashboard, packageFolderOf, writePackage } from './package-dashboard.ts';
import { type SeedStatement, seedDatabase } from './seed/seed-database.ts';
import { stackAddressOf } from './stack-address.ts';
import type { ConfirmLoss } from './update-stack.ts';
import { uploadData } from './upload/upload-data.ts';
import { verifyDeployment } from './verify/verify-deployment.ts';

export interface DeployOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** Where packages go. */
  readonly place: CodePlace;
  /** Statements to apply to the stack's own database. */
  readonly seeds: readonly SeedStatement[];
  /** True to send a request to every endpoint at the end. */
  readonly isVerified: boolean;
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

/**
 * Packages, prints the diff, asks before data is lost, deploys, creates the database role, uploads, seeds, verifies and
 * prints the URLs, in this order. Stops at the first step that fails.
 */
export const deployDashboard = async (options: DeployOptions): Promise<CommandFailure | undefined> => {
  const { dashboard, stage, seeds, print } = options;
  const failed = await packageAndDeploy(options);
  if (failed) return failed;
  const stack = await requireStack(stackAddressOf(dashboard, stage));
  if (needsDatabase(dashboard)) await createDatabaseRole(dashboard, stack);
  const bucket = dashboard.bucket ?? outputOf(stack, 'DataBucketName');
  await uploadData({ dashboard, bucket, region: stack.region, prune: false, print });
  if (seeds.length > 0) {
    await step(`Seeding the database, ${pluralize(seeds.length, 'statement')}`, () =>
      seedDatabase(ownDatabase(stack), seeds),
    );
  }
  const base = outputOf(stack, 'HttpApiUrl');
  const failure = options.isVerified ? await verifyDeployment(dashboard, base, print) : undefined;
  print(`\n${URL_FORMATS.table(listUrls(dashboard, base))}`);
  return failure;
};
