import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { workFolder } from '../../../../infra/program/work-folder.ts';
import { writeFileWhole } from '../../../../infra/program/write-files.ts';

export type Recreation = 'Never' | 'Conditionally' | 'Always';

const RECREATIONS: Readonly<Record<string, Recreation>> = { yes: 'Always', maybe: 'Conditionally', no: 'Never' };

interface ResourceType {
  readonly isTaggable: boolean;
  readonly recreations: Readonly<Record<string, Recreation>>;
}

type ResourceTypes = Readonly<Record<string, ResourceType>>;

const extractTypes = (): ResourceTypes =>
  Object.fromEntries(
    loadAwsServiceSpecSync()
      .all('resource')
      .map(({ cloudFormationType, properties, tagInformation }) => {
        const found = Object.entries(properties).map(
          ([name, { causesReplacement = 'no' }]) => [name, RECREATIONS[causesReplacement] ?? 'Never'] as const,
        );
        const recreations = Object.fromEntries(found.filter(([, recreation]) => recreation !== 'Never'));
        return [cloudFormationType, { isTaggable: tagInformation !== undefined, recreations }];
      }),
  );

const { version } = createRequire(import.meta.url)('@aws-cdk/aws-service-spec/package.json') as {
  readonly version: string;
};
const FILE = join(workFolder, 'local', `resource-types-${version}.json`);

/** Reads the types from a file, because loading all schemas of AWS takes most of a second. */
const readTypes = (): ResourceTypes => {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as ResourceTypes;
  } catch {
    const types = extractTypes();
    void writeFileWhole(FILE, JSON.stringify(types)).catch(() => undefined);
    return types;
  }
};

let known: ResourceTypes | undefined;

const resourceType = (type: string): ResourceType | undefined => {
  known ??= readTypes();
  return known[type];
};

export const isResourceType = (type: string): boolean => resourceType(type) !== undefined;

/** Returns the effect of a property's change, from AWS's schemas. Undocumented properties count as mutable. */
export const recreationOf = (type: string, property: string): Recreation =>
  resourceType(type)?.recreations[property] ?? 'Never';

export const isTaggable = (type: string): boolean => resourceType(type)?.isTaggable ?? false;
