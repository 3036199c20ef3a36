import { resourcesOf, type Template } from '../stack/template.ts';

const SUBNET_GROUP = 'AWS::RDS::DBSubnetGroup';

const subnetsOf = (template: Template): readonly unknown[] =>
  resourcesOf(template, SUBNET_GROUP).flatMap(([, { Properties }]) => Properties?.SubnetIds as readonly unknown[]);

/** True for subnets that the dashboard names, false for those that the stack makes. */
const areGiven = (subnets: readonly unknown[]): boolean => subnets.every((subnet) => typeof subnet === 'string');

/**
 * Refuses a deployment that would move the database to another VPC. AWS cannot do that: CloudFormation would fail after
 * minutes, and roll back.
 * @throws Error if a stack's database would move between the network of the stack and given subnets.
 */
export const requireSameNetwork = (before: Template, after: Template): void => {
  const [old, next] = [subnetsOf(before), subnetsOf(after)];
  if (old.length === 0 || next.length === 0 || areGiven(old) === areGiven(next)) return;
  const remedy = areGiven(next) ? 'Take subnets and securityGroup out of' : 'Put subnets and securityGroup back into';
  throw new Error(
    `AWS cannot move the stack's database to another VPC. ${remedy} dashboard.yml. To move the database, deploy once ` +
      'without the endpoints that have SQL, which keeps a last snapshot, and then with them, which restores the snapshot',
  );
};
