import { createHash } from 'node:crypto';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Template } from '../stack/template/template.ts';
import { clientOf, explained } from './aws/call-service.ts';
import type { CodeBucket } from './aws/code-bucket.ts';

export interface CodePlace {
  readonly bucket: CodeBucket;
  /** The account and the name of the stack, with a slash at its end. */
  readonly prefix: string;
}

export interface StoredTemplate {
  readonly bucket: string;
  readonly key: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Deployment {
  /** The name of the record begins with the time of the deployment. */
  readonly key: string;
  readonly hash: string;
  readonly template: StoredTemplate;
  readonly zips: readonly string[];
  readonly previous?: StoredTemplate;
}

interface Stored {
  readonly key: string;
  readonly modified: number;
}

const KEPT_DEPLOYMENTS = 3;
/** Packages younger than this are never deleted: another deployment may be about to use them. */
const KEPT_MS = 24 * 60 * 60_000;
/** A package that is older than this is uploaded again, so that no other deployment deletes it as an old package. */
const REFRESHED_MS = KEPT_MS / 2;
const MAX_KEYS_PER_CALL = 1_000;

const clientFor = ({ region }: CodeBucket): S3Client => clientOf(S3Client, { region });

const ownedBy = ({ owner }: CodeBucket): object => (owner === undefined ? {} : { ExpectedBucketOwner: owner });

/** Returns a digest of a template. The template has the same digest when it is read back from its stack. */
export const templateHash = (template: Template): string =>
  createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 32);

const recordsOf = ({ prefix }: CodePlace): string => `${prefix}deployments/`;

export const listStored = ({ bucket, prefix }: CodePlace): Promise<readonly Stored[]> =>
  explained(`listing s3://${bucket.name}/${prefix}`, async () => {
    const input = { Bucket: bucket.name, Prefix: prefix, ...ownedBy(bucket) };
    const pages = await Array.fromAsync(paginateListObjectsV2({ client: clientFor(bucket) }, input));
    return pages.flatMap(({ Contents = [] }) =>
      Contents.map(({ Key: key = '', LastModified }) => ({ key, modified: LastModified?.getTime() ?? 0 })),
    );
  });

/** Lists the places of the packages of all stacks of an account in a bucket. */
export const listPlaces = (bucket: CodeBucket, account: string): Promise<readonly CodePlace[]> =>
  explained(`listing s3://${bucket.name}/${account}/`, async () => {
    const input = { Bucket: bucket.name, Prefix: `${account}/`, Delimiter: '/', ...ownedBy(bucket) };
    const pages = await Array.fromAsync(paginateListObjectsV2({ client: clientFor(bucket) }, input));
    return pages.flatMap(({ CommonPrefixes = [] }) =>
      CommonPrefixes.map(({ Prefix: prefix = '' }) => ({ bucket, prefix })),
    );
  });

const readText = (bucket: CodeBucket, key: string): Promise<string> =>
  explained(`reading s3://${bucket.name}/${key}`, async () => {
    const { Body } = await clientFor(bucket).send(new GetObjectCommand({ Bucket: bucket.name, Key: key }));
    return (await Body?.transformToString()) ?? '';
  });

export const readStoredTemplate = async ({ bucket, key }: StoredTemplate, region: string): Promise<Template> =>
  JSON.parse(await readText({ name: bucket, region }, key)) as Template;

/** Does nothing if an object with this key is younger than `REFRESHED_MS`: keys contain a digest of the content. */
export const storeOnce = async (
  { bucket }: CodePlace,
  stored: readonly Stored[],
  key: string,
  read: () => Promise<Uint8Array | string>,
): Promise<void> => {
  const now = Date.now();
  if (stored.some((one) => one.key === key && now - one.modified < REFRESHED_MS)) return;
  const Body = await read();
  await explained(`writing s3://${bucket.name}/${key}`, () =>
    clientFor(bucket).send(new PutObjectCommand({ Bucket: bucket.name, Key: key, Body, ...ownedBy(bucket) })),
  );
};

/**
 * Reads the records of the deployments of a stack, the newest first. Reads one more than `KEPT_DEPLOYMENTS` at most.
 */
export const readDeployments = async (place: CodePlace, stored: readonly Stored[]): Promise<readonly Deployment[]> => {
  const keys = stored.map(({ key }) => key).filter((key) => key.startsWith(recordsOf(place)));
  const newest = keys
    .toSorted()
    .toReversed()
    .slice(0, KEPT_DEPLOYMENTS + 1);
  return Promise.all(newest.map(async (key) => JSON.parse(await readText(place.bucket, key)) as Deployment));
};

export const recordDeployment = async (place: CodePlace, deployment: Omit<Deployment, 'key'>): Promise<Deployment> => {
  const time = new Date().toISOString().replaceAll(':', '-');
  const record = { ...deployment, key: `${recordsOf(place)}${time}-${deployment.hash}.json` };
  await storeOnce(place, [], record.key, async () => JSON.stringify(record, null, 2));
  return record;
};

const deleteStored = ({ bucket }: CodePlace, keys: readonly string[]): Promise<void> =>
  explained(`deleting old packages in the bucket ${bucket.name}`, async () => {
    for (let at = 0; at < keys.length; at += MAX_KEYS_PER_CALL) {
      const Objects = keys.slice(at, at + MAX_KEYS_PER_CALL).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket: bucket.name, Delete: { Objects, Quiet: true } });
      await clientFor(bucket).send(command);
    }
  });

/** Keeps objects of the last day, and those that the current and the last deployments need. */
export const cleanPackages = async (place: CodePlace, current: Deployment, deployments: readonly Deployment[]) => {
  const kept = [current, ...deployments].slice(0, KEPT_DEPLOYMENTS);
  const needed = new Set(
    kept.flatMap(({ key, template, zips, previous }) => [
      key,
      template.key,
      ...zips,
      ...(previous ? [previous.key] : []),
    ]),
  );
  const now = Date.now();
  const old = (await listStored(place)).filter(({ key, modified }) => !needed.has(key) && now - modified > KEPT_MS);
  if (old.length > 0)
    await deleteStored(
      place,
      old.map(({ key }) => key),
    );
};

export const deletePackages = async (place: CodePlace): Promise<void> => {
  const keys = (await listStored(place)).map(({ key }) => key);
  if (keys.length > 0) await deleteStored(place, keys);
};
