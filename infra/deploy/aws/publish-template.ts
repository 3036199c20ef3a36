import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Template } from '../../stack/template/template.ts';
import type { CodeBucket } from './code-bucket.ts';
import { explained } from './explain-error.ts';
import { cleaningUp } from './interruption.ts';

/** The parameter of a CloudFormation call that contains a template, or the URL of one in S3. */
export type TemplateSource = { readonly TemplateBody: string } | { readonly TemplateURL: string };

/** The largest template that a CloudFormation call may contain; CloudFormation reads larger templates from S3. */
const MAX_BODY_BYTES = 51_200;

const s3Url = ({ name, region }: CodeBucket, key: string): string =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/${name}/${key}`;

/** Returns a stored template in the form of a CloudFormation call. */
export const storedSource = (bucket: CodeBucket, key: string): TemplateSource => ({ TemplateURL: s3Url(bucket, key) });

/** The prefix of templates that are stored only while they are compared. A role that may only compare writes nothing else. */
const COMPARED = 'diff/';

const throughBucket = async <Result>(
  Body: string,
  bucket: CodeBucket,
  use: (source: TemplateSource) => Promise<Result>,
): Promise<Result> => {
  const client = new S3Client({ region: bucket.region });
  const place = { Bucket: bucket.name, Key: `${COMPARED}${randomUUID()}.json` };
  try {
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
  } finally {
    client.destroy();
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
