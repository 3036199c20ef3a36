import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CloudFormationClient,
  CreateChangeSetCommand,
  DeleteChangeSetCommand,
  DescribeChangeSetCommand,
  type DescribeChangeSetCommandOutput,
  paginateDescribeChangeSet,
  type ResourceChange,
} from '@aws-sdk/client-cloudformation';
import { tagList } from '../stack/template/template.ts';
import { explained } from './aws/explain-error.ts';
import type { StackAddress } from './aws/stacks.ts';
import type { TemplateSource } from './publish-template.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 4_000;
const UNCHANGED = /didn't contain changes|No updates are to be performed/;

interface ChangeSetName {
  readonly StackName: string;
  readonly ChangeSetName: string;
}

const untilMade = async (
  client: CloudFormationClient,
  name: ChangeSetName,
): Promise<DescribeChangeSetCommandOutput> => {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    const described = await client.send(new DescribeChangeSetCommand(name));
    if (!/_(PENDING|IN_PROGRESS)$/.test(described.Status ?? '')) return described;
    await delay(pause);
  }
};

const readChanges = async (client: CloudFormationClient, name: ChangeSetName): Promise<readonly ResourceChange[]> => {
  const { Status, StatusReason = '' } = await untilMade(client, name);
  if (Status === 'FAILED' && UNCHANGED.test(StatusReason)) return [];
  if (Status === 'FAILED') throw new Error(`CloudFormation refuses the changes: ${StatusReason}`);
  const pages = await Array.fromAsync(paginateDescribeChangeSet({ client }, name));
  return pages.flatMap(({ Changes = [] }) => Changes.flatMap(({ ResourceChange: change }) => change ?? []));
};

/**
 * Returns the changes that an update of a stack would make, or an empty list. Creates a change set, and deletes the
 * change set without executing it.
 */
export const readChangeSet = (
  { name: StackName, region }: StackAddress,
  source: TemplateSource,
  tags: Readonly<Record<string, string>>,
): Promise<readonly ResourceChange[]> =>
  explained(`comparing with the stack ${StackName}`, async () => {
    const client = new CloudFormationClient({ region });
    const name = { StackName, ChangeSetName: `wallfeed-diff-${randomUUID()}` };
    const Capabilities = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'] as const;
    try {
      await client.send(
        new CreateChangeSetCommand({ ...name, ...source, Capabilities: [...Capabilities], Tags: [...tagList(tags)] }),
      );
      try {
        return await readChanges(client, name);
      } finally {
        await client.send(new DeleteChangeSetCommand(name));
      }
    } finally {
      client.destroy();
    }
  });
