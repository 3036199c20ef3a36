import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { type Resource, resourcesOf, type Template } from '../stack/template/template.ts';
import { clientOf, explained } from './aws/call-service.ts';
import type { StoredTemplate } from './deployments.ts';

/**
 * The beginning of two logical ids in stacks of version 1.0.0: that of their bucket for packages, and that of the policy
 * of this bucket.
 */
export const LEGACY_BUCKET = 'ServerlessDeploymentBucket';
export const LEGACY_OUTPUT = 'ServerlessDeploymentBucketName';

/** One folder for each deployment. */
export interface ArtefactPlace {
  readonly bucket: string;
  readonly region: string;
  readonly dashboard: string;
  readonly stage: string;
}

const TEMPLATE_FILE = '/compiled-cloudformation-template.json';

/** Folders are named `<milliseconds>-<ISO time>`. */
const timestampOf = (folder: string): number => Number(/(\d+)-\d{4}-[^/]*$/.exec(folder)?.[1]);

const listKeys = ({ bucket, region, dashboard, stage }: ArtefactPlace): Promise<readonly string[]> =>
  explained(`listing the deployments in the bucket ${bucket}`, async () => {
    const client = clientOf(S3Client, { region });
    const Prefix = `serverless/${dashboard}/${stage}/`;
    const pages = await Array.fromAsync(paginateListObjectsV2({ client }, { Bucket: bucket, Prefix }));
    return pages.flatMap(({ Contents = [] }) => Contents.flatMap(({ Key }) => Key ?? []));
  });

const isOfLegacy = (id: string): boolean => id.startsWith(LEGACY_BUCKET);

const pick = <Value>(all: Readonly<Record<string, Value>> = {}): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => isOfLegacy(id)));

/** Adds the bucket for packages of a deployed stack to a new template, so that no upgrade deletes the bucket. */
export const withLegacyBucket = (template: Template, deployed: Template): Template => {
  const kept = pick(deployed.Resources);
  if (Object.keys(kept).length === 0) return template;
  return {
    ...template,
    Resources: { ...kept, ...template.Resources },
    Outputs: { ...pick(deployed.Outputs), ...template.Outputs },
  };
};

const codeKeyOf = ({ Properties = {} }: Resource): string => {
  const { S3Key } = Object(Properties.Code) as { readonly S3Key?: unknown };
  return typeof S3Key === 'string' ? S3Key : '';
};

/** Returns undefined for templates of other versions. */
const legacyTimeOf = (template: Template): number | undefined => {
  const [first] = resourcesOf(template, 'AWS::Lambda::Function');
  const time = first && timestampOf(codeKeyOf(first[1]).replace(/\/[^/]*$/, ''));
  return Number.isNaN(time) ? undefined : time;
};

const listLegacyTemplates = async (place: ArtefactPlace) => {
  const keys = (await listKeys(place)).filter((key) => key.endsWith(TEMPLATE_FILE));
  return keys
    .map((key) => ({ key, timestamp: timestampOf(key.slice(0, -TEMPLATE_FILE.length)) }))
    .toSorted((one, other) => one.timestamp - other.timestamp);
};

const stored = (place: ArtefactPlace, key: string): StoredTemplate => ({ bucket: place.bucket, key, parameters: {} });

/** Returns undefined for templates of other versions. */
export const legacyCopyOf = async (place: ArtefactPlace, deployed: Template): Promise<StoredTemplate | undefined> => {
  const time = legacyTimeOf(deployed);
  if (time === undefined) return undefined;
  const found = (await listLegacyTemplates(place)).find(({ timestamp }) => timestamp === time);
  return found && stored(place, found.key);
};

/** Returns undefined if there is none, or if another version deployed `deployed`. */
export const legacyPrevious = async (place: ArtefactPlace, deployed: Template): Promise<StoredTemplate | undefined> => {
  const time = legacyTimeOf(deployed);
  if (time === undefined) return undefined;
  const found = (await listLegacyTemplates(place)).findLast(({ timestamp }) => timestamp < time);
  return found && stored(place, found.key);
};
