import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Template } from '../stack/template/template.ts';
import { explained } from './aws/explain-error.ts';

/** The parameter of a CloudFormation call that contains a template, or the URL of one in S3. */
export type TemplateSource = { readonly TemplateBody: string } | { readonly TemplateURL: string };

/** The largest template that a CloudFormation call may contain; CloudFormation reads larger templates from S3. */
const MAX_BODY_BYTES = 51_200;

const s3Url = (region: string, bucket: string, key: string): string =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/${bucket}/${key}`;

const throughBucket = async <Result>(
  Body: string,
  { bucket, region }: { readonly bucket: string; readonly region: string },
  use: (source: TemplateSource) => Promise<Result>,
): Promise<Result> => {
  const client = new S3Client({ region });
  const place = { Bucket: bucket, Key: `wallfeed-diff/${randomUUID()}.json` };
  try {
    const { VersionId } = await explained(`writing the template to s3://${bucket}`, () =>
      client.send(new PutObjectCommand({ ...place, Body, ContentType: 'application/json' })),
    );
    try {
      return await use({ TemplateURL: s3Url(region, bucket, place.Key) });
    } finally {
      const deletion = new DeleteObjectCommand({ ...place, ...(VersionId && { VersionId }) });
      await explained(`deleting s3://${bucket}/${place.Key}`, () => client.send(deletion));
    }
  } finally {
    client.destroy();
  }
};

/** Makes a template readable by CloudFormation while `use` runs. */
export const publishTemplate = <Result>(
  template: Template,
  place: { readonly bucket: string; readonly region: string },
  use: (source: TemplateSource) => Promise<Result>,
): Promise<Result> => {
  const text = JSON.stringify(template);
  return Buffer.byteLength(text) <= MAX_BODY_BYTES ? use({ TemplateBody: text }) : throughBucket(text, place, use);
};
