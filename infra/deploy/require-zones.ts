import { resourcesOf, type Template } from '../stack/template/template.ts';
import { callService } from './aws/call-service.ts';
import { explained } from './aws/explain-error.ts';
import type { StackAddress } from './aws/stacks.ts';

const SUBNET = 'AWS::EC2::Subnet';
const API_VERSION = '2016-11-15';

/** Returns in how many zones a template makes subnets, which it takes from CloudFormation's list of zones. */
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

/** Lists the zones that CloudFormation chooses from: those with a default subnet, or all if no zone has one. */
const listZones = (region: string): Promise<readonly string[]> =>
  explained('asking for the zones of the region', async () => {
    const subnets = valuesOf(await askEc2(region, 'DescribeSubnets', 'default-for-az', 'true'), 'availabilityZone');
    if (subnets.length > 0) return subnets;
    const zones = await askEc2(region, 'DescribeAvailabilityZones', 'zone-type', 'availability-zone');
    return valuesOf(zones, 'zoneName');
  });

/**
 * Asks EC2 before the first database of a stack whether its subnets get zones of their own.
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
