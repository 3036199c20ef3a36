import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { pluralize } from '../../shared/errors/pluralize.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { tagsOf } from '../stack/template/template.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { step } from '../terminal/print.ts';
import { type BucketContent, countObjects, emptyBucket } from './aws/bucket-objects.ts';
import { clientOf, explained } from './aws/call-service.ts';
import { codeBucketExists } from './aws/code-bucket.ts';
import { listClusters, setDeletionProtection } from './aws/databases.ts';
import { deleteStack } from './aws/stack-states.ts';
import {
  type DeployedStack,
  findStack,
  listResources,
  nextCommand,
  refuseForeignStack,
  type StackAddress,
  type StackResource,
  stackAddressOf,
} from './aws/stacks.ts';
import { type CodePlace, deletePackages } from './deployments.ts';
import { LEGACY_BUCKET } from './legacy-bucket.ts';

/** The contents of a stack that is about to be removed. */
interface RemovalPlan {
  readonly dashboard: LoadedDashboard;
  readonly stack: DeployedStack;
  readonly resources: readonly StackResource[];
  /** Databases outside of the stack that have its tags. An earlier version of Wallfeed left them after a failure. */
  readonly strays: readonly string[];
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

const strayLines = ({ strays, stack }: RemovalPlan): readonly string[] =>
  strays.map(
    (id) =>
      `  not the database ${id}, which is outside of the stack and costs money: aws rds describe-db-clusters ` +
      `--db-cluster-identifier ${id} --region ${stack.region} shows it`,
  );

/** Describes for the user what removing a stack deletes. */
export const describeRemoval = (plan: RemovalPlan): string => {
  const { stack, resources, dashboard } = plan;
  const url = stack.outputs.HttpApiUrl;
  return [
    `Removing the stack ${stack.name} in ${stack.region} (${stack.status}) deletes:`,
    named('function', idsOf(resources, 'AWS::Lambda::Function')),
    bucketLine(plan),
    databaseLine(plan),
    ...strayLines(plan),
    ...workgroupLines(plan),
    named('log group', idsOf(resources, 'AWS::Logs::LogGroup')),
    `  ${pluralize(dashboard.endpoints.length, 'URL')}${url ? ` below ${url}` : ''}: components that use them stay blank`,
    `  ${pluralize(resources.length, 'resource')} in all`,
  ].join('\n');
};

export interface RemoveOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** Asks for the stack's name as confirmation, after the loss was printed. */
  readonly confirm: (name: string) => Promise<string>;
  /** Where the packages of the stack are. */
  readonly place: CodePlace;
  readonly print: (text: string) => void;
}

const isGone = (error: unknown): boolean => /^(NoSuchBucket|NotFound)$/.test((error as Error).name);

const countIn = async (bucket: string, region: string): Promise<RemovalPlan['bucket']> => {
  try {
    return { name: bucket, content: await countObjects(bucket, region) };
  } catch (error) {
    if (isGone((error as Error).cause)) return undefined;
    throw error;
  }
};

const BUSY = /_IN_PROGRESS$/;

/** @throws Error if CloudFormation is working on the stack. Called before anything is deleted. */
const refuseBusy = (stack: DeployedStack): void => {
  const { name, region, status } = stack;
  if (!BUSY.test(status) || status === 'REVIEW_IN_PROGRESS') return;
  throw new Error(
    `The stack ${name} in ${region} is ${status}: wait until that has ended, then repeat the command: ${nextCommand(stack, 'remove')}`,
  );
};

/** Lists what a removal would delete. Counts objects only in the data bucket. */
const examine = async (
  { dashboard, stage }: RemoveOptions,
  address: StackAddress,
): Promise<RemovalPlan | undefined> => {
  const stack = await findStack(address);
  if (!stack) return undefined;
  const tags = tagsOf(dashboard, stage);
  refuseForeignStack(stack, tags);
  refuseBusy(stack);
  const resources = await listResources(address);
  const clusters = idsOf(resources, 'AWS::RDS::DBCluster');
  const strays = (await listClusters(tags, address.region)).filter((id) => !clusters.includes(id));
  const own = resources.find(({ logicalId, type }) => logicalId === 'DataBucket' && type === 'AWS::S3::Bucket');
  const bucket = own && (await countIn(own.id, address.region));
  return { dashboard, stack, resources, strays, ...(bucket && { bucket }) };
};

const databasesOf = ({ resources }: RemovalPlan): readonly string[] =>
  resources.filter(({ type }) => type === 'AWS::RDS::DBCluster').map(({ id }) => id);

/** Removes deletion protection from the databases, removes the stack, and restores protection if that fails. */
const removeUnprotected = async (options: RemoveOptions, databases: readonly string[], region: string) => {
  for (const database of databases) {
    await step(`Lifting the protection of the database ${database}`, () =>
      setDeletionProtection(database, region, false),
    );
  }
  const address = stackAddressOf(options.dashboard, options.stage);
  try {
    await step(`Removing the stack ${address.name}, which takes minutes`, () => deleteStack(address));
  } catch (error) {
    for (const database of databases) await setDeletionProtection(database, region, true).catch(() => undefined);
    throw error;
  }
};

const deleteBucket = (bucket: string, region: string): Promise<void> =>
  explained(`deleting the bucket ${bucket}`, async () => {
    await clientOf(S3Client, { region }).send(new DeleteBucketCommand({ Bucket: bucket }));
  });

/**
 * Deletes the data bucket. CloudFormation keeps this bucket when a stack is deleted, so that deleting the stack without
 * this command never deletes data.
 */
const removeBucket = async (bucket: string, region: string): Promise<void> => {
  try {
    await emptyBucket(bucket, region);
    await deleteBucket(bucket, region);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${message}. The stack was removed; empty and delete its bucket ${bucket} yourself`, {
      cause: error,
    });
  }
};

/** Empties the bucket for packages in a stack of version 1.0.0, because CloudFormation deletes only empty buckets. */
const emptyUnlessGone = async (bucket: string, region: string): Promise<void> => {
  await emptyBucket(bucket, region).catch((error: Error) => {
    if (!isGone(error.cause)) throw error;
  });
};

const notConfirmed = (name: string, given: string): string =>
  `Not removed: the stack's name is ${name}, found ${given || `nothing (type the name, or add --yes ${name})`}`;

/** Prints what would be lost, asks for confirmation, and removes a dashboard's stack, then its data. */
export const removeDashboard = async (options: RemoveOptions): Promise<CommandFailure | undefined> => {
  const { dashboard, stage, confirm, print } = options;
  const address = stackAddressOf(dashboard, stage);
  const { name, region } = address;
  const plan = await examine(options, address);
  if (!plan) return fail(`There is no stack ${name} in ${region}: nothing to remove`);
  if (plan.stack.isProtected) {
    return fail(`The stack ${name} has termination protection: switch it off first, then repeat the command`);
  }
  print(describeRemoval(plan));
  const given = await confirm(name);
  if (given !== name) return fail(notConfirmed(name, given));

  const packages = plan.resources.find(({ logicalId }) => logicalId === LEGACY_BUCKET);
  if (packages) await emptyUnlessGone(packages.id, region);
  await removeUnprotected(options, databasesOf(plan), region);
  const { bucket } = plan;
  if (bucket) await step(`Emptying and deleting the bucket ${bucket.name}`, () => removeBucket(bucket.name, region));
  if (await codeBucketExists(options.place.bucket)) await deletePackages(options.place);
  print(`${name} is removed.`);
  return undefined;
};
