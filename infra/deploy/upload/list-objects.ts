import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { explained } from '../aws/explain-error.ts';

/** An object in the listing of a bucket. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /**
   * The ETag without its quotes. It is the MD5 of the content if S3 encrypts with its own key and the object was
   * uploaded in one piece.
   */
  readonly etag: string;
}

/** Lists the objects of a bucket below a prefix, by key. */
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
