import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { resourcesOf, type Template } from '../stack/template/template.ts';
import { callService, clientOf, explained } from './aws/call-service.ts';
import { type DeployedStack, listResources, nextCommand, type StackAddress } from './aws/stacks.ts';

const SUBNET = 'AWS::EC2::Subnet';
const API_VERSION = '2016-11-15';

/**
 * Returns how many availability zones a template needs for its subnets. A subnet names its zone by an index in
 * CloudFormation's list of zones.
 */
const neededZones = (template: Template): number =>
  Math.max(
    0,
    ...resourcesOf(template, SUBNET).map(([, { Properties }]) => {
      const { 'Fn::Select': [index] = [] } = Object(Properties?.AvailabilityZone) as { 'Fn::Select'?: [number] };
      return index === undefined ? 0 : index + 1;
    }),
  );

const valuesOf = (xml: string, tag: string): readonly string[] => [
  ...new Set(Array.from(xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g')), ([, value = '']) => value)),
];

const askEc2 = (region: string, Action: string, filter: string, value: string): Promise<string> => {
  const form = { Action, Version: API_VERSION, 'Filter.1.Name': filter, 'Filter.1.Value.1': value };
  return callService('ec2', region, { method: 'POST', path: '/', form });
};

/** Zones with a default subnet, or all if no zone has one. */
const listZones = (region: string): Promise<readonly string[]> =>
  explained('asking for the zones of the region', async () => {
    const subnets = valuesOf(await askEc2(region, 'DescribeSubnets', 'default-for-az', 'true'), 'availabilityZone');
    if (subnets.length > 0) return subnets;
    const zones = await askEc2(region, 'DescribeAvailabilityZones', 'zone-type', 'availability-zone');
    return valuesOf(zones, 'zoneName');
  });

/**
 * Checks with EC2 that each subnet of a new database gets an availability zone of its own.
 * @throws Error if the account has too few zones: CloudFormation would fail after minutes.
 */
export const requireZones = async ({ region }: StackAddress, deployed: Template, template: Template): Promise<void> => {
  const needed = neededZones(template);
  if (needed === 0 || neededZones(deployed) >= needed) return;
  const zones = await listZones(region);
  if (zones.length >= needed) return;
  throw new Error(
    `The database needs subnets in ${needed} zones, and AWS gives this account only ${zones.length} in ${region}: ` +
      `${zones.join(', ')}. Make subnets in two zones or more, and name them in dashboard.yml as \`database.subnets\`: ` +
      'database: { subnets: [subnet-…, subnet-…], securityGroup: sg-… }',
  );
};

const isThere = (bucket: string, region: string): Promise<boolean> =>
  explained(`finding the bucket ${bucket}`, async () => {
    const client = clientOf(S3Client, { region });
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
      return true;
    } catch (error) {
      if ((error as Error).name === 'NotFound') return false;
      throw error;
    }
  });

const createLine = (bucket: string, region: string): string => {
  const place = region === 'us-east-1' ? '' : ` --create-bucket-configuration LocationConstraint=${region}`;
  return `aws s3api create-bucket --bucket ${bucket} --region ${region}${place}`;
};

/**
 * Refuses a stack whose data bucket was deleted by hand: CloudFormation would only notice when it changes the bucket.
 * @throws Error with the commands that create the bucket again or remove the stack.
 */
export const requireDataBucket = async (stack: DeployedStack): Promise<void> => {
  const resources = await listResources(stack);
  const bucket = resources.find(({ logicalId, type }) => logicalId === 'DataBucket' && type === 'AWS::S3::Bucket');
  if (!bucket || bucket.id === '' || (await isThere(bucket.id, stack.region))) return;
  throw new Error(
    `The data bucket ${bucket.id} of the stack ${stack.name} no longer exists. Make it again: ` +
      `${createLine(bucket.id, stack.region)}. Or remove the stack: ${nextCommand(stack, 'remove')}`,
  );
};
