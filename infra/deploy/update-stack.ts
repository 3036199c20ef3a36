import { GetStackPolicyCommand, SetStackPolicyCommand } from '@aws-sdk/client-cloudformation';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { step } from '../terminal/print.ts';
import { type ChangeSet, deleteChangeSet, executeChangeSet, withCloudFormation } from './aws/change-sets.ts';
import { protectCluster, setDeletionProtection } from './aws/databases.ts';
import { cleaningUp, Interrupted } from './aws/interruption.ts';
import { StackFailed, untilDeployed } from './aws/stack-states.ts';
import { listResources, nextCommand, type StackAddress } from './aws/stacks.ts';
import { formatDiff } from './format-diff.ts';
import { describeLosses, isLoss, type StackDiff } from './stack-diff.ts';
import { CLOSED_POLICY, OPEN_POLICY } from './stack-policy.ts';

const setPolicy = (address: StackAddress, policy: object): Promise<unknown> =>
  withCloudFormation(`setting the stack policy of ${address.name}`, address, (client) =>
    client.send(new SetStackPolicyCommand({ StackName: address.name, StackPolicyBody: JSON.stringify(policy) })),
  );

const readPolicy = (address: StackAddress): Promise<string> =>
  withCloudFormation(`reading the stack policy of ${address.name}`, address, async (client) => {
    const { StackPolicyBody = '' } = await client.send(new GetStackPolicyCommand({ StackName: address.name }));
    return StackPolicyBody;
  });

/** Ignores white space that AWS adds. */
const isClosed = (policy: string): boolean =>
  policy !== '' && JSON.stringify(JSON.parse(policy)) === JSON.stringify(CLOSED_POLICY);

const openStackPolicy = async (address: StackAddress): Promise<void> => {
  await setPolicy(address, OPEN_POLICY);
};

/**
 * Sets a stack policy under which no update can remove or replace the database or the buckets, and the deletion
 * protection of the database. Changes nothing that is already set.
 */
export const protectStack = async (address: StackAddress): Promise<void> => {
  if (!isClosed(await readPolicy(address))) await setPolicy(address, CLOSED_POLICY);
  const clusters = (await listResources(address)).filter(({ type }) => type === 'AWS::RDS::DBCluster');
  for (const { id } of clusters) await protectCluster(id, address.region);
};

export type Loss = 'data' | 'urls';

export type ConfirmLoss = (loss: Loss) => Promise<boolean>;

export interface UpdateOptions {
  readonly diff: StackDiff;
  readonly changeSet: ChangeSet;
  readonly confirm: ConfirmLoss;
  readonly print: (text: string) => void;
  /** Runs once the user has agreed. */
  readonly upload: () => Promise<void>;
}

const REFUSALS: Readonly<Record<Loss, string>> = {
  data: 'Nothing was deployed, because data would be lost (see Data above). To accept the loss, repeat the command with --yes',
  urls: 'Nothing was deployed, because URLs would be gone (see URLs above). To accept this, repeat the command with --allow-gone',
};

const lossOf = ({ changes, urls }: StackDiff): Loss | undefined => {
  if (describeLosses(changes).length > 0) return 'data';
  return urls && urls.removed.length > 0 ? 'urls' : undefined;
};

const CLUSTER = 'AWS::RDS::DBCluster';

/** Waits until CloudFormation has ended. After an interruption, CloudFormation goes on, and the error says so. */
const awaitEnd = async (address: StackAddress): Promise<void> => {
  try {
    await untilDeployed(address);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(
      error.exitCode,
      `Interrupted. CloudFormation goes on with the stack ${address.name} in ${address.region}. Once it has ended, repeat the ` +
        `command to finish the deployment: ${nextCommand(address, 'deploy')}`,
    );
  }
};

export const discard = (changeSet: ChangeSet): Promise<void> =>
  cleaningUp(() => deleteChangeSet(changeSet)).catch(() => undefined);

const liftProtection = async ({ address, changes }: StackDiff): Promise<void> => {
  const databases = changes.filter((change) => isLoss(change) && change.type === CLUSTER);
  for (const { name } of databases) await setDeletionProtection(name, address.region, false);
  await openStackPolicy(address);
};

/**
 * Executes a change set. If it loses data, first lifts the protection of the data. Restores the protection if the
 * update does not begin, or fails. After an interruption, the protection stays lifted, because CloudFormation may still
 * be deleting: the next deployment restores the protection.
 */
const execute = async ({ diff, changeSet }: UpdateOptions, losesData: boolean): Promise<void> => {
  const { address } = diff;
  let hasBegun = false;
  try {
    if (losesData) await liftProtection(diff);
    await step(`Deploying the stack ${address.name}${diff.stack ? '' : ', which takes minutes'}`, async () => {
      await executeChangeSet(changeSet);
      hasBegun = true;
      await awaitEnd(address);
    });
  } catch (error) {
    const isOver = !hasBegun || error instanceof StackFailed;
    if (losesData && isOver) await cleaningUp(() => protectStack(address)).catch(() => undefined);
    if (!hasBegun) await discard(changeSet);
    throw error;
  }
};

/** Asks before data is lost. Afterwards the data of the stack is protected, also if nothing has changed. */
export const updateStack = async (options: UpdateOptions): Promise<CommandFailure | undefined> => {
  const { diff, changeSet, confirm, print, upload } = options;
  print(`${formatDiff(diff)}\n`);
  const loss = lossOf(diff);
  if (loss && !(await confirm(loss))) {
    await discard(changeSet);
    return fail(REFUSALS[loss]);
  }
  if (diff.changes.length === 0) {
    await discard(changeSet);
  } else {
    await upload().catch(async (error: unknown) => {
      await discard(changeSet);
      throw error;
    });
    await execute(options, loss === 'data');
  }
  await protectStack(diff.address);
  return undefined;
};
