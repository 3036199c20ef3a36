import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import type { Template } from '../stack/template/template.ts';
import { deleteObjects } from './aws/delete-objects.ts';
import { explained } from './aws/explain-error.ts';

/** The folder in which osls stores artefacts, with one folder per deployment. */
export interface ArtefactPlace {
  readonly bucket: string;
  readonly region: string;
  readonly dashboard: string;
  readonly stage: string;
}

/** One deployment's artefacts, by the time at which they were packaged. */
export interface Artefacts {
  /** Time of the package in milliseconds since 1970, as osls expects it. */
  readonly timestamp: number;
  readonly keys: readonly string[];
}

const TEMPLATE_FILE = '/compiled-cloudformation-template.json';

/** Returns the time in a folder's name, `<milliseconds>-<ISO time>`. */
export const timestampOf = (folder: string): number => Number(/(\d+)-\d{4}-[^/]*$/.exec(folder)?.[1]);

const withClient = async <Result>(region: string, work: (client: S3Client) => Promise<Result>): Promise<Result> => {
  const client = new S3Client({ region });
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
};

const listKeys = ({ bucket, region, dashboard, stage }: ArtefactPlace): Promise<readonly string[]> =>
  explained(`listing the deployments in the bucket ${bucket}`, () =>
    withClient(region, async (client) => {
      const Prefix = `serverless/${dashboard}/${stage}/`;
      const pages = await Array.fromAsync(paginateListObjectsV2({ client }, { Bucket: bucket, Prefix }));
      return pages.flatMap(({ Contents = [] }) => Contents.flatMap(({ Key }) => Key ?? []));
    }),
  );

/** Lists the stored deployments, oldest first. */
export const listArtefacts = async (place: ArtefactPlace): Promise<readonly Artefacts[]> => {
  const byTime = Map.groupBy(await listKeys(place), (key) => timestampOf(key.replace(/\/[^/]*$/, '')));
  return Array.from(byTime, ([timestamp, keys]) => ({ timestamp, keys })).toSorted(
    (one, other) => one.timestamp - other.timestamp,
  );
};

/** Reads the template of a deployment; undefined if it is not stored. */
export const readArtefactTemplate = async (
  { bucket, region }: ArtefactPlace,
  { keys }: Artefacts,
): Promise<Template | undefined> => {
  const Key = keys.find((key) => key.endsWith(TEMPLATE_FILE));
  if (Key === undefined) return undefined;
  return explained(`reading s3://${bucket}/${Key}`, () =>
    withClient(region, async (client) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      return JSON.parse((await Body?.transformToString()) ?? '') as Template;
    }),
  );
};

/**
 * Deletes artefacts that are newer than the current deployment, because they come from deployments that failed or were
 * rolled back.
 */
export const discardUndeployed = async (place: ArtefactPlace, deployed: number): Promise<void> => {
  const newer = (await listArtefacts(place)).filter(({ timestamp }) => timestamp > deployed);
  const objects = newer.flatMap(({ keys }) => keys.map((Key) => ({ Key })));
  if (objects.length === 0) return;
  await withClient(place.region, (client) => deleteObjects(client, place.bucket, objects));
};
