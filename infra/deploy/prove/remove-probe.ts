import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { tagsOf } from '../../stack/template/template.ts';
import { emptyBucket } from '../aws/bucket-objects.ts';
import { clientOf, explained } from '../aws/call-service.ts';
import { codeBucketExists } from '../aws/code-bucket.ts';
import { deleteSnapshots, listClusters, listSnapshots } from '../aws/databases.ts';
import { listBuckets } from '../aws/left-buckets.ts';
import { findStack, stackAddressOf } from '../aws/stacks.ts';
import { type CodePlace, deletePackages, listPlaces, listStored } from '../deployments.ts';
import { removeDashboard } from '../remove-dashboard.ts';
import { findProbe, removeProbe } from './probe-account.ts';
import { PROBE } from './probe-folder.ts';

export interface ProbeStack {
  readonly dashboard: LoadedDashboard;
  readonly place: CodePlace;
  readonly account: string;
  readonly print: (text: string) => void;
}

const removeUnusedBucket = async ({ place, account }: ProbeStack): Promise<void> => {
  const { bucket } = place;
  if (!(await codeBucketExists(bucket)) || (await listPlaces(bucket, account)).length > 0) return;
  await emptyBucket(bucket.name, bucket.region);
  await explained(`deleting the bucket ${bucket.name}`, () =>
    clientOf(S3Client, { region: bucket.region }).send(new DeleteBucketCommand({ Bucket: bucket.name })),
  );
};

const findLeft = async ({ dashboard, place, account }: ProbeStack): Promise<readonly string[]> => {
  const address = stackAddressOf(dashboard, PROBE.stage);
  const { region } = address;
  const tags = tagsOf(dashboard, PROBE.stage);
  const stack = await findStack(address);
  const hasBucket = await codeBucketExists(place.bucket);
  const packages = hasBucket ? await listStored(place) : [];
  const isUnused = hasBucket && (await listPlaces(place.bucket, account)).length === 0;
  return [
    ...(stack ? [`the stack ${stack.name}`] : []),
    ...(await listClusters(tags, region)).map((id) => `the database ${id}`),
    ...(await listSnapshots(tags, region)).map(({ id }) => `the snapshot ${id}`),
    ...(await listBuckets(address, tags)).map((name) => `the bucket ${name}`),
    ...(packages.length > 0 ? [`s3://${place.bucket.name}/${place.prefix}`] : []),
    ...(isUnused ? [`the bucket ${place.bucket.name}`] : []),
    ...(await findProbe(region)),
  ];
};

/**
 * Removes the stack with its data, its last snapshot, its token and its table, and the bucket for packages if no other
 * stack uses it. Returns what is left.
 */
export const removeProbeStack = async (probe: ProbeStack): Promise<readonly string[]> => {
  const { dashboard, place, print } = probe;
  const { region } = place.bucket;
  await removeProbe(region);
  const options = { dashboard, stage: PROBE.stage, place, print, confirm: async (name: string) => name };
  if ((await findLeft(probe)).length > 0) await removeDashboard(options);
  // A run that ended before its stack was made has left files alone.
  if (await codeBucketExists(place.bucket)) await deletePackages(place);
  await deleteSnapshots(tagsOf(dashboard, PROBE.stage), region);
  await removeUnusedBucket(probe);
  return findLeft(probe);
};
