import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { tagsOf } from '../stack/template/template.ts';
import { type CommandFailure, fail } from '../terminal/fail.ts';
import { step } from '../terminal/print.ts';
import { countObjects, emptyBucket } from './aws/bucket-objects.ts';
import { clientOf, explained } from './aws/call-service.ts';
import { codeBucketExists } from './aws/code-bucket.ts';
import { listClusters, setDeletionProtection } from './aws/databases.ts';
import { listBuckets } from './aws/left-buckets.ts';
import { deleteStack } from './aws/stack-states.ts';
import {
  type DeployedStack,
  findStack,
  listResources,
  nextCommand,
  refuseForeignStack,
  type StackAddress,
  stackAddressOf,
} from './aws/stacks.ts';
import { type CodePlace, deletePackages, listStored } from './deployments.ts';
import { LEGACY_BUCKET } from './legacy-bucket.ts';
import { describeRemoval, idsOf, type RemovalPlan } from './removal-plan.ts';

export interface RemoveOptions {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** Called after the loss was printed. */
  readonly confirm: (name: string) => Promise<string>;
  readonly place: CodePlace;
  readonly print: (text: string) => void;
}

const CLUSTER = 'AWS::RDS::DBCluster';

const isDenied = (error: unknown): boolean => /^AccessDenied/.test((error as Error).name);

const isGone = (error: unknown): boolean => /^(NoSuchBucket|NotFound)$/.test((error as Error).name);

const countIn = async (buckets: readonly string[], region: string): Promise<RemovalPlan['buckets']> => {
  const counted: RemovalPlan['buckets'][number][] = [];
  for (const name of buckets) {
    const content = await countObjects(name, region).catch((error: Error) => {
      if (!isGone(error.cause)) throw error;
    });
    if (content) counted.push({ name, content });
  }
  return counted;
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

/** Lists the buckets with the tags of the stack. Without the permission to list buckets, says so and finds none. */
const findBuckets = async ({ dashboard, stage, print }: RemoveOptions, address: StackAddress) =>
  listBuckets(address, tagsOf(dashboard, stage)).catch((error: Error) => {
    if (!isDenied(error.cause)) throw error;
    print(`Buckets outside of the stack were not looked for: ${error.message}`);
    return [];
  });

const findPackages = async ({ place }: RemoveOptions): Promise<string | undefined> => {
  if (!(await codeBucketExists(place.bucket)) || (await listStored(place)).length === 0) return undefined;
  return `s3://${place.bucket.name}/${place.prefix}`;
};

/** Counts objects only in buckets that would be deleted. */
const examine = async (options: RemoveOptions, address: StackAddress): Promise<RemovalPlan> => {
  const { dashboard, stage } = options;
  const tags = tagsOf(dashboard, stage);
  const stack = await findStack(address);
  if (stack) {
    refuseForeignStack(stack, tags);
    refuseBusy(stack);
  }
  const resources = stack ? await listResources(address) : [];
  const clusters = idsOf(resources, CLUSTER);
  const strays = (await listClusters(tags, address.region)).filter((id) => !clusters.includes(id));
  const own = resources.flatMap(({ logicalId, id }) => (logicalId === 'DataBucket' ? [id] : []));
  const inStack = idsOf(resources, 'AWS::S3::Bucket');
  const others = (await findBuckets(options, address)).filter((name) => !inStack.includes(name));
  const buckets = await countIn(stack ? own : others, address.region);
  const packages = stack ? undefined : await findPackages(options);
  return {
    dashboard,
    address,
    ...(stack && { stack }),
    resources,
    buckets,
    ...(packages !== undefined && { packages }),
    strays,
    strayBuckets: stack ? others : [],
  };
};

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
    throw new Error(`${message}. The stack is gone, and its bucket ${bucket} is left: repeat the command`, {
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

const describeLeft = ({ strays, strayBuckets, address }: RemovalPlan): string | undefined => {
  const left = [...strays.map((id) => `the database ${id}`), ...strayBuckets.map((name) => `the bucket ${name}`)];
  if (left.length === 0) return undefined;
  const again =
    strayBuckets.length === 0 ? '' : `. To delete the buckets, repeat the command: ${nextCommand(address, 'remove')}`;
  return `${address.name} is removed, but ${left.join(' and ')} outside of the stack stays${again}`;
};

const removeStack = async (options: RemoveOptions, { resources, address, stack }: RemovalPlan): Promise<void> => {
  if (!stack) return;
  const packages = resources.find(({ logicalId }) => logicalId === LEGACY_BUCKET);
  if (packages) await emptyUnlessGone(packages.id, address.region);
  await removeUnprotected(options, idsOf(resources, CLUSTER), address.region);
};

/** Returns undefined to go on. Asks for confirmation, after what would be lost was printed. */
const refuse = async ({ confirm, print }: RemoveOptions, plan: RemovalPlan): Promise<CommandFailure | undefined> => {
  const { stack, buckets, packages, strays, address } = plan;
  const { name, region } = address;
  const isGone = !stack && buckets.length === 0 && packages === undefined;
  if (isGone && strays.length === 0) return fail(`There is no stack ${name} in ${region}: nothing to remove`);
  if (stack?.isProtected)
    return fail(`The stack ${name} has termination protection: switch it off first, then repeat the command`);
  print(describeRemoval(plan));
  if (isGone) return undefined;
  const given = await confirm(name);
  return given === name ? undefined : fail(notConfirmed(name, given));
};

/**
 * Asks for confirmation. If the stack is gone, removes the buckets that it has left. Fails if something with the tags
 * of the stack stays.
 */
export const removeDashboard = async (options: RemoveOptions): Promise<CommandFailure | undefined> => {
  const { dashboard, stage, print, place } = options;
  const address = stackAddressOf(dashboard, stage);
  const plan = await examine(options, address);
  const refused = await refuse(options, plan);
  if (refused) return refused;
  await removeStack(options, plan);
  for (const { name } of plan.buckets)
    await step(`Emptying and deleting the bucket ${name}`, () => removeBucket(name, address.region));
  if (await codeBucketExists(place.bucket)) await deletePackages(place);
  const left = describeLeft(plan);
  if (left !== undefined) return fail(left);
  print(`${address.name} is removed.`);
  return undefined;
};
