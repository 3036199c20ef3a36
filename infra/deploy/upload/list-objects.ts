import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { explained } from '../aws/explain-error.ts';

/** An object of a bucket as a listing tells it. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /** Without its quotes: the MD5 of the content where S3 encrypts with its own key and it came in one piece. */
  readonly etag: string;
}

/** The objects of a bucket below a prefix, by key. */
export const listObjects = (
  client: S3Client,
  bucket: string,
  prefix: string,
): Promise<ReadonlyMap<string, StoredObject>> =>
  explained(`listing s3://${bucket}/${prefix}`, async () => {
    const pages = await Array.fromAsync(paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }));
    const objects = pages.flatMap(({ Contents = [] }) =>
      Contents.map(({ Key: key = '', Size: size = 0, ETag = '' }) => ({ key, size, etag: ETag.replaceAll('"', '') })),
    );
    return new Map(objects.map((object) => [object.key, object]));
  });
