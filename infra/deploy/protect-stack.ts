import { CloudFormationClient, GetStackPolicyCommand, SetStackPolicyCommand } from '@aws-sdk/client-cloudformation';
import { protectCluster } from './aws/databases.ts';
import { explained } from './aws/explain-error.ts';
import { listResources, type StackAddress } from './aws/stacks.ts';

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

const OPEN_POLICY = JSON.stringify({ Statement: [ALLOW_ALL] });
const CLOSED_POLICY = JSON.stringify({ Statement: [ALLOW_ALL, KEEP_DATA] });

const withClient = <Result>(
  doing: string,
  { region }: StackAddress,
  work: (client: CloudFormationClient) => Promise<Result>,
): Promise<Result> =>
  explained(doing, async () => {
    const client = new CloudFormationClient({ region });
    try {
      return await work(client);
    } finally {
      client.destroy();
    }
  });

const setPolicy = (address: StackAddress, StackPolicyBody: string): Promise<unknown> =>
  withClient(`setting the stack policy of ${address.name}`, address, (client) =>
    client.send(new SetStackPolicyCommand({ StackName: address.name, StackPolicyBody })),
  );

const readPolicy = (address: StackAddress): Promise<string> =>
  withClient(`reading the stack policy of ${address.name}`, address, async (client) => {
    const { StackPolicyBody = '' } = await client.send(new GetStackPolicyCommand({ StackName: address.name }));
    return StackPolicyBody;
  });

/** True if the policy is ours. White space that AWS adds does not count. */
const isClosed = (policy: string): boolean => policy !== '' && JSON.stringify(JSON.parse(policy)) === CLOSED_POLICY;

/** Allows the next update to remove or replace the database and the buckets. */
export const openStackPolicy = async (address: StackAddress): Promise<void> => {
  await setPolicy(address, OPEN_POLICY);
};

/**
 * Repairs the protection of a stack's data: a stack policy under which no update can remove or replace the database or
 * the buckets, and the deletion protection of the database. Changes nothing that is already set.
 */
export const protectStack = async (address: StackAddress): Promise<void> => {
  if (!isClosed(await readPolicy(address))) await setPolicy(address, CLOSED_POLICY);
  const clusters = (await listResources(address)).filter(({ type }) => type === 'AWS::RDS::DBCluster');
  for (const { id } of clusters) await protectCluster(id, address.region);
};
