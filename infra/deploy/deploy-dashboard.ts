import { pluralize } from '../../shared/errors/pluralize.ts';
import { workFolder } from '../build/work-folder.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { RunOsls } from '../stack/run-osls.ts';
import { needsDatabase } from '../stack/sources.ts';
import { tagsOf } from '../stack/template/template.ts';
import type { CommandFailure } from '../terminal/fail.ts';
import { step } from '../terminal/step.ts';
import { discardUndeployed, timestampOf } from './artefacts.ts';
import { outputOf, requireStack } from './aws/stacks.ts';
import { compareStack } from './compare-stack.ts';
import { createDatabaseRole, ownDatabase } from './create-database-role.ts';
import { artefactFolderOf, readDeployedTemplate } from './deployed-template.ts';
import { describePackage, summarizePackage } from './describe-package.ts';
import { listUrls, URL_FORMATS } from './format-urls.ts';
import { type PackagedDashboard, packageDashboard, packageFolderOf, writePackage } from './package-dashboard.ts';
import { type SeedStatement, seedDatabase } from './seed/seed-database.ts';
import { stackAddressOf } from './stack-address.ts';
import type { StackDiff } from './stack-diff.ts';
import { type ConfirmLoss, updateStack } from './update-stack.ts';
import { uploadData } from './upload/upload-data.ts';

export interface DeployOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** Statements to apply to the stack's own database. */
  readonly seeds: readonly SeedStatement[];
  /** Asks the user before data is lost. */
  readonly confirm: ConfirmLoss;
  readonly osls: RunOsls;
  readonly print: (text: string) => void;
}

/**
 * Deploys a package with osls. First deletes the artefacts of failed deployments, because osls would compare with them.
 */
const deployPackage = async (
  { dashboard, stage, osls }: DeployOptions,
  { folder }: PackagedDashboard,
  { stack, address }: StackDiff,
): Promise<void> => {
  if (stack) {
    const bucket = outputOf(stack, 'ServerlessDeploymentBucketName');
    const deployed = timestampOf(artefactFolderOf(await readDeployedTemplate(address)) ?? '');
    await discardUndeployed({ bucket, region: address.region, dashboard: dashboard.name, stage }, deployed);
  }
  const args = ['--package', '.serverless', '--force'];
  await step(`Deploying the stack ${address.name}${stack ? '' : ', which takes minutes'}`, () =>
    osls({ command: 'deploy', stage, folder, args }),
  );
};

const packageAndDeploy = (options: DeployOptions): Promise<CommandFailure | undefined> => {
  const { dashboard, stage, confirm, print } = options;
  const address = stackAddressOf(dashboard, stage);
  return packageDashboard(dashboard, stage, async (packaged) => {
    await writePackage(packaged, packageFolderOf(workFolder, dashboard.name, stage));
    print(`\n${describePackage(await summarizePackage(packaged, address))}\n`);
    const diff = await compareStack({ address, template: packaged.template, tags: tagsOf(dashboard, stage) });
    return updateStack({ diff, confirm, print, update: () => deployPackage(options, packaged, diff) });
  });
};

/**
 * Packages, prints the diff, asks before data is lost, deploys, creates the database role, uploads, seeds and prints the
 * URLs, in this order. Stops at the first step that fails.
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
  print(`\n${URL_FORMATS.table?.(listUrls(dashboard, outputOf(stack, 'HttpApiUrl')))}`);
  return undefined;
};
