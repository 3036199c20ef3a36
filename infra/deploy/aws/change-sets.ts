import { randomUUID } from 'node:crypto';
import {
  CloudFormationClient,
  CreateChangeSetCommand,
  DeleteChangeSetCommand,
  DescribeChangeSetCommand,
  type DescribeChangeSetCommandOutput,
  ExecuteChangeSetCommand,
  paginateDescribeChangeSet,
  type ResourceChange,
} from '@aws-sdk/client-cloudformation';
import { type Tag, tagList } from '../../stack/template/template.ts';
import { clientOf, explained, Refusal } from './call-service.ts';
import type { TemplateSource } from './code-bucket.ts';
import { cleaningUp, pause } from './interruption.ts';
import { explainRefusedChanges } from './refused-changes.ts';
import { nextCommand, type StackAddress } from './stacks.ts';

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 4_000;
const UNCHANGED = /didn't contain changes|No updates are to be performed/;
const CAPABILITIES = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'] as const;

export interface WantedStack {
  readonly address: StackAddress;
  readonly source: TemplateSource;
  readonly parameters: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly type: 'CREATE' | 'UPDATE';
  readonly revertsDrift?: boolean;
}

export interface ChangeSet {
  readonly address: StackAddress;
  readonly name: string;
  /** Empty if the change set cannot be executed. */
  readonly changes: readonly ResourceChange[];
}

interface ChangeSetName {
  readonly StackName: string;
  readonly ChangeSetName: string;
}

export const withCloudFormation = <Result>(
  doing: string,
  { region }: StackAddress,
  work: (client: CloudFormationClient) => Promise<Result>,
): Promise<Result> => explained(doing, () => work(clientOf(CloudFormationClient, { region })));

const untilMade = async (
  client: CloudFormationClient,
  name: ChangeSetName,
): Promise<DescribeChangeSetCommandOutput> => {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, MAX_PAUSE_MS)) {
    const described = await client.send(new DescribeChangeSetCommand(name));
    if (!/_(PENDING|IN_PROGRESS)$/.test(described.Status ?? '')) return described;
    await pause(wait);
  }
};

const readChanges = async (
  client: CloudFormationClient,
  name: ChangeSetName,
  region: string,
  includesValues: boolean,
): Promise<readonly ResourceChange[]> => {
  const { Status, StatusReason: reason = '', ChangeSetId: arn = '' } = await untilMade(client, name);
  if (Status === 'FAILED' && UNCHANGED.test(reason)) return [];
  if (Status === 'FAILED') throw new Refusal(await explainRefusedChanges(client, { arn, reason, region }));
  const pages = await Array.fromAsync(
    paginateDescribeChangeSet({ client }, { ...name, IncludePropertyValues: includesValues }),
  );
  return pages.flatMap(({ Changes = [] }) => Changes.flatMap(({ ResourceChange: change }) => change ?? []));
};

/** Does nothing if the change set no longer exists. */
export const deleteChangeSet = ({ address, name }: Pick<ChangeSet, 'address' | 'name'>): Promise<void> =>
  withCloudFormation(`deleting the change set ${name}`, address, async (client) => {
    await client.send(new DeleteChangeSetCommand({ StackName: address.name, ChangeSetName: name })).catch((error) => {
      if (!isGone(error)) throw error;
    });
  });

const isGone = ({ name, message }: Error): boolean =>
  /^ChangeSetNotFound/.test(name) || (name === 'ValidationError' && /does not exist/.test(message));

/** True if somebody has executed another change set meanwhile. */
const isOutdated = (error: Error): boolean => isGone(error) || /^InvalidChangeSetStatus/.test(error.name);

/** Waits for the changes. Deletes the change set if that fails. */
export const createChangeSet = async (wanted: WantedStack): Promise<ChangeSet> => {
  const { address, source, parameters, tags, type, revertsDrift = false } = wanted;
  const doing = `comparing with the stack ${address.name}`;
  const name = `wallfeed-${randomUUID()}`;
  const input = {
    StackName: address.name,
    ChangeSetName: name,
    ChangeSetType: type,
    ...(address.role !== undefined && { RoleARN: address.role }),
    ...(revertsDrift && { DeploymentMode: 'REVERT_DRIFT' as const }),
    ...source,
    Capabilities: [...CAPABILITIES],
    Parameters: Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({ ParameterKey, ParameterValue })),
    Tags: [...tagList(tags)] as Tag[],
  };
  await withCloudFormation(doing, address, (client) => client.send(new CreateChangeSetCommand(input)));
  try {
    const changes = await withCloudFormation(doing, address, (client) =>
      readChanges(client, { StackName: address.name, ChangeSetName: name }, address.region, revertsDrift),
    );
    return { address, name, changes };
  } catch (error) {
    await cleaningUp(() => deleteChangeSet({ address, name })).catch(() => undefined);
    throw error;
  }
};

export const changedMeanwhile = (address: StackAddress, since: string): Refusal =>
  new Refusal(
    `The stack ${address.name} in ${address.region} has changed since ${since}, so nothing was deployed. ` +
      `To see the difference and deploy it, repeat the command: ${nextCommand(address, 'deploy')}`,
  );

/**
 * Executes a change set. CloudFormation then deletes all other change sets of the stack.
 * @throws Error if the stack has changed since the change set was made.
 */
export const executeChangeSet = async ({ address, name }: ChangeSet): Promise<void> =>
  withCloudFormation(`deploying the stack ${address.name}`, address, async (client) => {
    try {
      await client.send(new ExecuteChangeSetCommand({ StackName: address.name, ChangeSetName: name }));
    } catch (error) {
      if (!isOutdated(error as Error)) throw error;
      throw changedMeanwhile(address, 'its changes were shown');
    }
  });
