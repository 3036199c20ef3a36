import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';

type Specification = ReturnType<typeof loadAwsServiceSpecSync>;

/** The effect of a property's change: whether it replaces the resource always, sometimes or never. */
export type Recreation = 'Never' | 'Conditionally' | 'Always';

const RECREATIONS: Readonly<Record<string, Recreation>> = { yes: 'Always', maybe: 'Conditionally', no: 'Never' };

let specification: Specification | undefined;

const resourceType = (type: string) => {
  specification ??= loadAwsServiceSpecSync();
  return specification.lookup('resource', 'cloudFormationType', 'equals', type)[0];
};

/** True if CloudFormation has this type. */
export const isResourceType = (type: string): boolean => resourceType(type) !== undefined;

/** Returns the effect of a property's change, from AWS's schemas. Undocumented properties count as mutable. */
export const recreationOf = (type: string, property: string): Recreation =>
  RECREATIONS[resourceType(type)?.properties[property]?.causesReplacement ?? 'no'] ?? 'Never';

/** True if a stack's tags are applied to resources of this type. */
export const isTaggable = (type: string): boolean => resourceType(type)?.tagInformation !== undefined;
