import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { tagsOf } from '../stack/template/template.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { applyInterruptibly } from './apply-template.ts';
import { requireStack } from './aws/stacks.ts';
import { examineStack, type StackState } from './compare-stack.ts';
import { createDatabaseRole } from './create-database-role.ts';
import {
  type CodePlace,
  listStored,
  readDeployments,
  readStoredTemplate,
  type StoredTemplate,
  templateHash,
} from './deployments.ts';
import { LEGACY_OUTPUT, legacyPrevious } from './legacy-bucket.ts';
import { stackAddressOf } from './stack-address.ts';
import type { ConfirmLoss } from './update-stack.ts';

export interface PreviousOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  readonly place: CodePlace;
  readonly confirm: ConfirmLoss;
  readonly print: (text: string) => void;
}

const EMPTY_DATABASE =
  'Going back creates a new database. To restore the last snapshot, deploy the earlier dashboard.yml instead.';

/** Finds what was deployed before. A deployment whose record is missing was interrupted: the newest record came before it. */
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
 * Restores the functions, routes and settings of the previous deployment. Files and tables do not change. Asks before
 * data is lost, like a deployment.
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
