import { pluralize } from '../../../shared/errors/pluralize.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import type { DeployedStack, StackResource } from '../aws/stacks.ts';
import type { BucketContent } from './empty-bucket.ts';

/** The contents of a stack that is about to be removed. */
export interface RemovalPlan {
  readonly dashboard: LoadedDashboard;
  readonly stack: DeployedStack;
  readonly resources: readonly StackResource[];
  /** The data bucket of the stack, and how much it contains. */
  readonly bucket?: { readonly name: string; readonly content: BucketContent };
}

const idsOf = (resources: readonly StackResource[], type: string): readonly string[] =>
  resources.filter((resource) => resource.type === type).map(({ id }) => id);

const bucketLine = ({ bucket, dashboard }: RemovalPlan): string => {
  if (dashboard.bucket) return `  not the bucket ${dashboard.bucket}, which does not belong to the stack`;
  if (!bucket) return '  no data bucket';
  const { objects, versions } = bucket.content;
  return `  the bucket ${bucket.name} with ${pluralize(objects, 'object')} and ${pluralize(versions, 'older version')}, for good`;
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

/** Describes for the user what removing a stack deletes. */
export const describeRemoval = (plan: RemovalPlan): string => {
  const { stack, resources, dashboard } = plan;
  const url = stack.outputs.HttpApiUrl;
  return [
    `Removing the stack ${stack.name} in ${stack.region} (${stack.status}) deletes:`,
    named('function', idsOf(resources, 'AWS::Lambda::Function')),
    bucketLine(plan),
    databaseLine(plan),
    ...workgroupLines(plan),
    named('log group', idsOf(resources, 'AWS::Logs::LogGroup')),
    `  ${pluralize(dashboard.endpoints.length, 'URL')}${url ? ` below ${url}` : ''}: components that use them stay blank`,
    `  ${pluralize(resources.length, 'resource')} in all`,
  ].join('\n');
};
