import { rm } from 'node:fs/promises';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { describeStack } from '../stack/describe-stack.ts';
import { writeService } from '../stack/package-service.ts';
import type { RunOsls } from '../stack/run-osls.ts';
import { createStagingFolder } from '../stack/staging-folder.ts';
import { type Template, tagsOf } from '../stack/template/template.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { step } from '../terminal/step.ts';
import { type ArtefactPlace, type Artefacts, listArtefacts, readArtefactTemplate, timestampOf } from './artefacts.ts';
import { findUpdatableStack, outputOf, requireStack } from './aws/stacks.ts';
import { compareStack } from './compare-stack.ts';
import { createDatabaseRole } from './create-database-role.ts';
import { artefactFolderOf, readDeployedTemplate } from './deployed-template.ts';
import { stackAddressOf } from './stack-address.ts';
import type { StackDiff } from './stack-diff.ts';
import { type ConfirmLoss, updateStack } from './update-stack.ts';

export interface PreviousOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  readonly confirm: ConfirmLoss;
  readonly osls: RunOsls;
  readonly print: (text: string) => void;
}

interface Previous {
  readonly artefacts: Artefacts;
  readonly template: Template;
}

const EMPTY_DATABASE =
  'Going back creates a new database. To restore the last snapshot, deploy the earlier dashboard.yml instead.';

const makesDatabase = ({ changes }: StackDiff): boolean =>
  changes.some(({ action, type }) => action === 'add' && type === 'AWS::RDS::DBCluster');

const findPrevious = async (place: ArtefactPlace, deployed: number): Promise<Previous | undefined> => {
  const older = (await listArtefacts(place)).filter(({ timestamp }) => timestamp < deployed);
  for (const artefacts of older.toReversed()) {
    const template = await readArtefactTemplate(place, artefacts);
    if (template) return { artefacts, template };
  }
  return undefined;
};

const rollBack = async ({ dashboard, stage, osls }: PreviousOptions, timestamp: number): Promise<void> => {
  const folder = await createStagingFolder();
  try {
    await writeService(folder, describeStack({ ...dashboard, endpoints: [] }, stage));
    await osls({ command: 'rollback', stage, folder, args: ['--timestamp', String(timestamp)] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Restores the functions, routes and settings of the previous deployment. Files and tables do not change. Asks before
 * data is lost, like a deployment.
 */
export const deployPrevious = async (options: PreviousOptions): Promise<CommandFailure | undefined> => {
  const { dashboard, stage, confirm, print } = options;
  const address = stackAddressOf(dashboard, stage);
  const tags = tagsOf(dashboard, stage);
  const stack = await findUpdatableStack(address, tags);
  if (!stack) return fail(`There is no stack ${address.name} in ${address.region}, so no deployment can be restored`);
  const bucket = outputOf(stack, 'ServerlessDeploymentBucketName');
  const place = { bucket, region: address.region, dashboard: dashboard.name, stage };
  const deployed = timestampOf(artefactFolderOf(await readDeployedTemplate(address)) ?? '');
  const previous = await findPrevious(place, deployed);
  if (!previous) {
    return fail(
      `The bucket ${bucket} has no deployment older than the current one: to go back, deploy an older dashboard.yml`,
    );
  }
  const { template, artefacts } = previous;
  const time = new Date(artefacts.timestamp).toISOString();
  print(`The previous deployment was packaged at ${time}. Restoring it changes the stack, not its data:\n`);
  const diff = await compareStack({ address, template, tags });
  if (makesDatabase(diff)) print(`${EMPTY_DATABASE}\n`);
  const update = () =>
    step(`Restoring the previous deployment of ${address.name}`, () => rollBack(options, artefacts.timestamp));
  const failed = await updateStack({ diff, confirm, print, update });
  if (failed) return failed;
  const restored = await requireStack(address);
  if (restored.outputs.ReaderSecretArn) await createDatabaseRole(dashboard, restored);
  print(`${address.name} now runs the deployment that was packaged at ${time}.`);
  return undefined;
};
