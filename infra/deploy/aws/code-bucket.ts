import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetBucketTaggingCommand,
  HeadBucketCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
  paginateListBuckets,
  S3Client,
} from '@aws-sdk/client-s3';
import { partitionOf } from '../../dashboard/head/region.ts';
import type { Template } from '../../stack/template/template.ts';
import { clientOf, explainError, explained, Refusal } from './call-service.ts';
import { cleaningUp } from './interruption.ts';

/** The bucket for packages: one that Wallfeed creates for each account and region, or the bucket that dashboard.yml names. */
export interface CodeBucket {
  readonly name: string;
  readonly region: string;
  /** The account of a bucket that Wallfeed creates. Absent for a named bucket, which may belong to another account. */
  readonly owner?: string;
}

/** The tag that shows that all settings of a bucket are made. A bucket that Wallfeed creates gets the tag last. */
const FINISHED = { Key: 'wallfeed', Value: 'code' };
const KEPT_DAYS = 30;

const prefixOf = (account: string): string => `wallfeed-code-${account}-`;

export const codeBucketOf = (account: string, region: string, named?: string): CodeBucket =>
  named === undefined ? { name: `${prefixOf(account)}${region}`, region, owner: account } : { name: named, region };

const expectedOwner = ({ owner }: CodeBucket): object => (owner === undefined ? {} : { ExpectedBucketOwner: owner });

const statusOf = (error: unknown): number | undefined =>
  (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode;

const refusalFor = ({ name, region, owner }: CodeBucket, status: number | undefined): string | undefined => {
  const remedy =
    owner === undefined ? 'correct `codeBucket`' : 'name a bucket of yours as `codeBucket` in dashboard.yml';
  if (status === 301) return `The bucket ${name} is in another region than the stack, ${region}: ${remedy}`;
  if (status === 403) {
    return owner === undefined
      ? `AWS does not allow using the bucket ${name}: allow s3:ListBucket, s3:GetObject and s3:PutObject on it, or ${remedy}`
      : `The bucket ${name} cannot be used: it belongs to another account, or these credentials may not use it. Allow ` +
          `s3:ListBucket, or ${remedy}`;
  }
  return undefined;
};

/** True if the bucket exists. @throws Error if it belongs to somebody else, or is in another region. */
export const codeBucketExists = (bucket: CodeBucket): Promise<boolean> =>
  explained(`finding the bucket ${bucket.name}`, async () => {
    const client = clientOf(S3Client, { region: bucket.region, followRegionRedirects: false });
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket.name, ...expectedOwner(bucket) }));
      return true;
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) return false;
      const refusal = refusalFor(bucket, status);
      throw refusal === undefined ? error : new Refusal(refusal);
    }
  });

/** @throws Error if the bucket that dashboard.yml names does not exist, or cannot be used. */
export const requireNamedBucket = async (bucket: CodeBucket): Promise<void> => {
  if (await codeBucketExists(bucket)) return;
  throw new Error(
    `There is no bucket ${bucket.name}, which \`codeBucket\` names: create it in ${bucket.region}, or correct \`codeBucket\``,
  );
};

const isFinished = async (client: S3Client, Bucket: string): Promise<boolean> => {
  try {
    const { TagSet = [] } = await client.send(new GetBucketTaggingCommand({ Bucket }));
    return TagSet.some(({ Key, Value }) => Key === FINISHED.Key && Value === FINISHED.Value);
  } catch (error) {
    if ((error as Error).name === 'NoSuchTagSet') return false;
    throw error;
  }
};

const tlsOnly = (name: string, region: string): string => {
  const arn = `arn:${partitionOf(region)}:s3:::${name}`;
  const Condition = { Bool: { 'aws:SecureTransport': 'false' } };
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Sid: 'TlsOnly', Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: [arn, `${arn}/*`], Condition },
    ],
  });
};

/** Makes a bucket private and versioned. Old versions are deleted after a month. The tag comes last. */
const finish = async (client: S3Client, { name: Bucket, region }: CodeBucket): Promise<void> => {
  const PublicAccessBlockConfiguration = {
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  };
  const rule = {
    ID: 'replaced-packages',
    Status: 'Enabled',
    Filter: { Prefix: '' },
    NoncurrentVersionExpiration: { NoncurrentDays: KEPT_DAYS },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
  } as const;
  await client.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
  await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [rule] } }));
  await client.send(new PutBucketPolicyCommand({ Bucket, Policy: tlsOnly(Bucket, region) }));
  await client.send(new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet: [FINISHED] } }));
};

const create = async (client: S3Client, { name: Bucket, region }: CodeBucket): Promise<void> => {
  const place = { CreateBucketConfiguration: { LocationConstraint: region as 'eu-west-1' } };
  try {
    await client.send(new CreateBucketCommand({ Bucket, ...(region === 'us-east-1' ? {} : place) }));
  } catch (error) {
    if ((error as Error).name !== 'BucketAlreadyOwnedByYou') throw error;
  }
};

/** Completes the settings of the bucket after an interruption. */
export const provideCodeBucket = async (bucket: CodeBucket): Promise<void> => {
  if (bucket.owner === undefined) return requireNamedBucket(bucket);
  const isThere = await codeBucketExists(bucket);
  await explained(`making the bucket ${bucket.name}`, async () => {
    const client = clientOf(S3Client, { region: bucket.region });
    if (!isThere) await create(client, bucket);
    if (!isThere || !(await isFinished(client, bucket.name))) await finish(client, bucket);
  });
};

export type TemplateSource = { readonly TemplateBody: string } | { readonly TemplateURL: string };

/** CloudFormation reads larger templates from S3. */
const MAX_BODY_BYTES = 51_200;

const s3Url = ({ name, region }: CodeBucket, key: string): string =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/${name}/${key}`;

export const storedSource = (bucket: CodeBucket, key: string): TemplateSource => ({ TemplateURL: s3Url(bucket, key) });

/**
 * The prefix of templates that are stored only while they are compared. Roles that may compare but not deploy can write
 * only below this prefix.
 */
const COMPARED = 'diff/';

const throughBucket = async <Result>(
  Body: string,
  bucket: CodeBucket,
  use: (source: TemplateSource) => Promise<Result>,
): Promise<Result> => {
  const client = clientOf(S3Client, { region: bucket.region });
  const place = { Bucket: bucket.name, Key: `${COMPARED}${randomUUID()}.json` };
  const { VersionId } = await explained(`writing the template to s3://${bucket.name}`, () =>
    client.send(new PutObjectCommand({ ...place, Body, ContentType: 'application/json' })),
  );
  try {
    return await use(storedSource(bucket, place.Key));
  } finally {
    const deletion = new DeleteObjectCommand({ ...place, ...(VersionId && { VersionId }) });
    const doing = `deleting s3://${bucket.name}/${place.Key}`;
    await cleaningUp(() => explained(doing, () => client.send(deletion)));
  }
};

/** Makes a template readable by CloudFormation while `use` runs. `findBucket` is called for a long template only. */
export const publishTemplate = async <Result>(
  template: Template,
  findBucket: () => Promise<CodeBucket>,
  use: (source: TemplateSource) => Promise<Result>,
): Promise<Result> => {
  const text = JSON.stringify(template);
  if (Buffer.byteLength(text) <= MAX_BODY_BYTES) return use({ TemplateBody: text });
  return throughBucket(text, await findBucket(), use);
};

/** Lists the regions in which an account has a bucket for packages; empty without the permission to list buckets. */
export const listCodeRegions = async (account: string, region: string): Promise<readonly string[]> => {
  const Prefix = prefixOf(account);
  try {
    const pages = await Array.fromAsync(paginateListBuckets({ client: clientOf(S3Client, { region }) }, { Prefix }));
    return pages.flatMap(({ Buckets = [] }) => Buckets.map(({ Name = '' }) => Name.slice(Prefix.length)));
  } catch (error) {
    if (statusOf(error) === 403) return [];
    throw new Error(explainError('listing the buckets for packages', error), { cause: error });
  }
};
