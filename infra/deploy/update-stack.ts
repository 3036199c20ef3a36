import { CloudFormationClient, SetStackPolicyCommand } from '@aws-sdk/client-cloudformation';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { setDeletionProtection } from './aws/databases.ts';
import { explained } from './aws/explain-error.ts';
import type { StackAddress } from './aws/stacks.ts';
import { formatDiff } from './format-diff.ts';
import { describeLosses, isLoss, type StackDiff } from './stack-diff.ts';

const ALLOW_ALL = { Effect: 'Allow', Principal: '*', Action: 'Update:*', Resource: '*' };

/**
 * Stack policy that denies the loss of data. The policy names types of resources, because it may not name a resource
 * that the stack does not have.
 */
const KEEP_DATA = {
  Effect: 'Deny',
  Principal: '*',
  Action: ['Update:Replace', 'Update:Delete'],
  Resource: '*',
  Condition: { StringEquals: { ResourceType: ['AWS::RDS::DBCluster', 'AWS::S3::Bucket'] } },
};

const setPolicy = ({ name, region }: StackAddress, ...Statement: readonly object[]): Promise<void> =>
  explained(`setting the stack policy of ${name}`, async () => {
    const client = new CloudFormationClient({ region });
    const StackPolicyBody = JSON.stringify({ Statement });
    await client.send(new SetStackPolicyCommand({ StackName: name, StackPolicyBody }));
    client.destroy();
  });

/** Sets a stack policy under which no update can remove or replace the database or the buckets. */
const protectData = (address: StackAddress): Promise<void> => setPolicy(address, ALLOW_ALL, KEEP_DATA);

/** Allows data loss while `update` runs, and restores the protection afterwards, even if `update` fails. */
const withoutDataProtection = async (address: StackAddress, update: () => Promise<void>): Promise<void> => {
  await setPolicy(address, ALLOW_ALL);
  try {
    await update();
  } catch (error) {
    await protectData(address).catch(() => undefined);
    throw error;
  }
  await protectData(address);
};

/** Asks the user to confirm the data loss that was printed. */
export type ConfirmLoss = () => Promise<boolean>;

export interface UpdateOptions {
  readonly diff: StackDiff;
  readonly confirm: ConfirmLoss;
  readonly print: (text: string) => void;
  /** Creates or updates the stack. */
  readonly update: () => Promise<void>;
}

const REFUSAL =
  'Nothing was deployed, because data would be lost (see Data above). To accept the loss, repeat the command with --yes';

const CLUSTER = 'AWS::RDS::DBCluster';

/**
 * Updates the stack without deletion protection for databases that the update removes. Restores the protection of
 * databases that still exist.
 */
const updateUnprotected = async ({ diff, update }: UpdateOptions): Promise<void> => {
  const { region } = diff.address;
  const databases = diff.changes.filter((change) => isLoss(change) && change.type === CLUSTER).map(({ name }) => name);
  for (const database of databases) await setDeletionProtection(database, region, false);
  try {
    await withoutDataProtection(diff.address, update);
  } finally {
    for (const database of databases) await setDeletionProtection(database, region, true).catch(() => undefined);
  }
};

/**
 * Prints a diff and updates the stack, unless nothing changes. Asks before data is lost, and only then opens the stack
 * policy and removes the deletion protection of databases.
 */
export const updateStack = async (options: UpdateOptions): Promise<CommandFailure | undefined> => {
  const { diff, confirm, print, update } = options;
  print(`${formatDiff(diff)}\n`);
  const losesData = describeLosses(diff.changes).length > 0;
  if (losesData && !(await confirm())) return fail(REFUSAL);
  if (diff.changes.length === 0) return undefined;
  if (losesData) {
    await updateUnprotected(options);
  } else {
    await update();
    await protectData(diff.address);
  }
  return undefined;
};
