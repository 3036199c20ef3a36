import type { RunOsls } from '../../build/run-osls.ts';
import { OWN_DATABASE } from '../../build/stack/permissions.ts';
import { needsDatabase } from '../../build/stack/sources.ts';
import type { DatabaseAddress } from '../aws/run-transaction.ts';
import { type DeployedStack, outputOf, requireStack } from '../aws/stacks.ts';
import { deadlineOf } from '../dashboard/check-head.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { counted } from '../dashboard/report-faults.ts';
import { createReader } from '../reader/create-reader.ts';
import type { SeedStatement } from '../seed/read-statements.ts';
import { seedDatabase } from '../seed/seed-database.ts';
import { step } from '../start/step.ts';
import { uploadData } from '../upload/upload-data.ts';
import { listUrls, URL_FORMATS } from '../urls/format-urls.ts';
import { describePackage } from './describe-package.ts';
import { packageDashboard } from './package-dashboard.ts';
import { packageFolderOf, writePackage } from './package-folder.ts';
import { stackOf } from './stack-of.ts';

export interface DeployOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** What to apply to the stack's own database, if anything. */
  readonly seeds: readonly SeedStatement[];
  readonly osls: RunOsls;
  readonly print: (text: string) => void;
}

/** The database that a stack has made, as its owner opens it. */
const ownDatabase = (stack: DeployedStack): DatabaseAddress => ({
  region: stack.region,
  cluster: outputOf(stack, 'DatabaseClusterArn'),
  secret: outputOf(stack, 'DatabaseSecretArn'),
  database: OWN_DATABASE,
});

/**
 * Packages, deploys, lets the functions into the database, uploads, seeds, in this order, and prints the URLs; a step that
 * fails is the last one.
 */
export const deployDashboard = async ({ dashboard, stage, seeds, osls, print }: DeployOptions): Promise<void> => {
  const address = stackOf(dashboard, stage);
  await packageDashboard(dashboard, stage, async (packaged) => {
    await writePackage(packaged, packageFolderOf(dashboard.name, stage));
    print(`\n${await describePackage(packaged, address)}\n`);
    const args = ['--package', '.serverless'];
    await step(`Deploying the stack ${address.name}, the first time for minutes`, () =>
      osls({ command: 'deploy', stage, folder: packaged.folder, args }),
    );
  });
  const stack = await requireStack(address);
  if (needsDatabase(dashboard.endpoints)) {
    const secret = outputOf(stack, 'ReaderSecretArn');
    await step('Letting the functions read the database', () =>
      createReader(ownDatabase(stack), secret, deadlineOf(dashboard)),
    );
  }
  const bucket = dashboard.bucket ?? outputOf(stack, 'DataBucketName');
  await uploadData({ dashboard, bucket, region: address.region, prune: false, print });
  if (seeds.length > 0) {
    await step(`Seeding the database, ${counted(seeds.length, 'statement')}`, () =>
      seedDatabase(ownDatabase(stack), seeds),
    );
  }
  print(`\n${URL_FORMATS.table?.(listUrls(dashboard, outputOf(stack, 'HttpApiUrl')))}`);
};
