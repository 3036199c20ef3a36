import { pluralize } from '../../shared/errors/pluralize.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { BucketContent } from './aws/bucket-objects.ts';
import type { DeployedStack, StackAddress, StackResource } from './aws/stacks.ts';

interface FilledBucket {
  readonly name: string;
  readonly content: BucketContent;
}

export interface RemovalPlan {
  readonly dashboard: Pick<LoadedDashboard, 'bucket' | 'database' | 'endpoints'>;
  readonly address: StackAddress;
  /** Absent if the stack is gone, and only buckets are left of it. */
  readonly stack?: DeployedStack;
  readonly resources: readonly StackResource[];
  /** The data bucket of the stack, or the buckets that a removed stack has left. */
  readonly buckets: readonly FilledBucket[];
  /** Databases outside of the stack that have its tags. An earlier version of Wallfeed left them after a failure. */
  readonly strays: readonly string[];
  readonly packages?: string;
  /** An earlier deployment has kept these buckets. */
  readonly strayBuckets: readonly string[];
}

export const idsOf = (resources: readonly StackResource[], type: string): readonly string[] =>
  resources.filter((resource) => resource.type === type).map(({ id }) => id);

const bucketLines = ({ buckets, dashboard, stack }: RemovalPlan): readonly string[] => {
  if (dashboard.bucket && stack) return [`  not the bucket ${dashboard.bucket}, which does not belong to the stack`];
  if (buckets.length === 0) return ['  no data bucket'];
  return buckets.map(
    ({ name, content: { objects, versions } }) =>
      `  the bucket ${name} with ${pluralize(objects, 'object')} and ${pluralize(versions, 'older version')}, for good`,
  );
};

const databaseLine = ({ dashboard, resources }: RemovalPlan): string => {
  const [cluster] = idsOf(resources, 'AWS::RDS::DBCluster');
  if (cluster) return `  the database ${cluster}; a last snapshot is kept, and costs money, until you delete it`;
  return dashboard.database
    ? `  not the database ${dashboard.database.cluster}, which does not belong to the stack`
    : '  no database';
};

const workgroupLines = ({ resources }: RemovalPlan): readonly string[] =>
  idsOf(resources, 'AWS::Athena::WorkGroup').map(
    (id) => `  the workgroup ${id} with its history of queries, but not the tables of the lake`,
  );

const named = (noun: string, ids: readonly string[]): string =>
  `  ${pluralize(ids.length, noun)}${ids.length > 0 ? `: ${ids.join(', ')}` : ''}`;

const strayLines = ({ strays, strayBuckets, address }: RemovalPlan): readonly string[] => [
  ...strays.map(
    (id) =>
      `  not the database ${id}, which is outside of the stack and costs money: aws rds describe-db-clusters ` +
      `--db-cluster-identifier ${id} --region ${address.region} shows it`,
  ),
  ...strayBuckets.map((name) => `  not the bucket ${name}, which an earlier deployment has kept outside of the stack`),
];

const leftOf = (plan: RemovalPlan): string =>
  [
    `The stack ${plan.address.name} in ${plan.address.region} is gone. Removing what it has left deletes:`,
    ...bucketLines(plan),
    ...(plan.packages === undefined ? [] : [`  the packages in ${plan.packages}`]),
    ...strayLines(plan),
  ].join('\n');

export const describeRemoval = (plan: RemovalPlan): string => {
  const { stack, resources, dashboard } = plan;
  if (!stack) return leftOf(plan);
  const url = stack.outputs.HttpApiUrl;
  return [
    `Removing the stack ${stack.name} in ${stack.region} (${stack.status}) deletes:`,
    named('function', idsOf(resources, 'AWS::Lambda::Function')),
    ...bucketLines(plan),
    databaseLine(plan),
    ...strayLines(plan),
    ...workgroupLines(plan),
    named('log group', idsOf(resources, 'AWS::Logs::LogGroup')),
    `  ${pluralize(dashboard.endpoints.length, 'URL')}${url ? ` below ${url}` : ''}: components that use them stay blank`,
    `  ${pluralize(resources.length, 'resource')} in all`,
  ].join('\n');
};
