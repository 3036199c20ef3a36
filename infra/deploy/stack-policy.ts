import { CloudFormationClient, SetStackPolicyCommand } from '@aws-sdk/client-cloudformation';
import { explained } from './aws/explain-error.ts';
import type { StackAddress } from './aws/stacks.ts';

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
export const protectData = (address: StackAddress): Promise<void> => setPolicy(address, ALLOW_ALL, KEEP_DATA);

/** Allows data loss while `update` runs, and restores the protection afterwards, even if `update` fails. */
export const withoutDataProtection = async (address: StackAddress, update: () => Promise<void>): Promise<void> => {
  await setPolicy(address, ALLOW_ALL);
  try {
    await update();
  } catch (error) {
    await protectData(address).catch(() => undefined);
    throw error;
  }
  await protectData(address);
};
