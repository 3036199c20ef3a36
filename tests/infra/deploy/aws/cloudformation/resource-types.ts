import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';

type Specification = ReturnType<typeof loadAwsServiceSpecSync>;

/** When a change of a property replaces the resource. */
export type Recreation = 'Never' | 'Conditionally' | 'Always';

const RECREATIONS: Readonly<Record<string, Recreation>> = { yes: 'Always', maybe: 'Conditionally', no: 'Never' };

let specification: Specification | undefined;

const resourceType = (type: string) => {
  specification ??= loadAwsServiceSpecSync();
  return specification.lookup('resource', 'cloudFormationType', 'equals', type)[0];
};

/** True if CloudFormation has such a type. */
export const isResourceType = (type: string): boolean => resourceType(type) !== undefined;

/** AWS's own knowledge of create-only properties; properties that nobody documents are taken to change in place. */
export const recreationOf = (type: string, property: string): Recreation =>
  RECREATIONS[resourceType(type)?.properties[property]?.causesReplacement ?? 'no'] ?? 'Never';

/** True if a stack's tags reach resources of this type. */
export const isTaggable = (type: string): boolean => resourceType(type)?.tagInformation !== undefined;
