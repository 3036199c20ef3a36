import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  S3Client,
} from '@aws-sdk/client-s3';
import { clientOf, explained } from './call-service.ts';

const MAX_KEYS_PER_CALL = 1000;

/** @throws Error that names the first object that S3 did not delete. */
export const deleteObjects = (client: S3Client, bucket: string, objects: readonly ObjectIdentifier[]): Promise<void> =>
  explained(`deleting objects of the bucket ${bucket}`, async () => {
    for (let at = 0; at < objects.length; at += MAX_KEYS_PER_CALL) {
      const batch = objects.slice(at, at + MAX_KEYS_PER_CALL);
      const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: batch, Quiet: true } });
      const [kept] = (await client.send(command)).Errors ?? [];
      if (kept) throw Object.assign(new Error(`${kept.Key}: ${kept.Message}`), { name: kept.Code ?? 'Error' });
    }
  });

export interface BucketContent {
  readonly objects: number;
  /** Older versions and delete markers. */
  readonly versions: number;
}

interface Page extends BucketContent {
  readonly identifiers: readonly ObjectIdentifier[];
}

type Marker = Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'>;

const pageOf = ({ Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput): Page => {
  const objects = Versions.filter(({ IsLatest }) => IsLatest).length;
  return {
    identifiers: [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId })),
    objects,
    versions: Versions.length + DeleteMarkers.length - objects,
  };
};

/** The SDK has no paginator for this call. */
const listVersions = async function* (client: S3Client, bucket: string): AsyncGenerator<Page> {
  let marker: Marker | undefined = {};
  while (marker) {
    const command: ListObjectVersionsCommand = new ListObjectVersionsCommand({ Bucket: bucket, ...marker });
    const listed: ListObjectVersionsCommandOutput = await explained(
      `listing the versions in the bucket ${bucket}`,
      () => client.send(command),
    );
    yield pageOf(listed);
    const { IsTruncated, NextKeyMarker, NextVersionIdMarker } = listed;
    marker = IsTruncated ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker } : undefined;
  }
};

export const countObjects = async (bucket: string, region: string): Promise<BucketContent> => {
  const client = clientOf(S3Client, { region });
  let counted: BucketContent = { objects: 0, versions: 0 };
  for await (const { objects, versions } of listVersions(client, bucket)) {
    counted = { objects: counted.objects + objects, versions: counted.versions + versions };
  }
  return counted;
};

export const emptyBucket = async (bucket: string, region: string): Promise<void> => {
  const client = clientOf(S3Client, { region });
  for await (const { identifiers } of listVersions(client, bucket)) await deleteObjects(client, bucket, identifiers);
};
