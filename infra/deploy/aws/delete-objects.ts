import { DeleteObjectsCommand, type ObjectIdentifier, type S3Client } from '@aws-sdk/client-s3';
import { explained } from './explain-error.ts';

/** Number of objects that S3 deletes in one call. */
const MAX_KEYS_PER_CALL = 1000;

/**
 * Deletes objects, or versions of objects, from a bucket.
 * @throws Error that names the first object that S3 did not delete.
 */
export const deleteObjects = (client: S3Client, bucket: string, objects: readonly ObjectIdentifier[]): Promise<void> =>
  explained(`deleting objects of the bucket ${bucket}`, async () => {
    for (let at = 0; at < objects.length; at += MAX_KEYS_PER_CALL) {
      const batch = objects.slice(at, at + MAX_KEYS_PER_CALL);
      const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: batch, Quiet: true } });
      const [kept] = (await client.send(command)).Errors ?? [];
      if (kept) throw Object.assign(new Error(`${kept.Key}: ${kept.Message}`), { name: kept.Code ?? 'Error' });
    }
  });
