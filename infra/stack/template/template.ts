import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Resource, Tag } from '../../dashboard/kinds/template-values.ts';

export type { Reference, Resource, Tag, Value } from '../../dashboard/kinds/template-values.ts';

const DEFAULT_REGION = 'us-east-1';

/** Returns the region of a dashboard's stack. The local stack ignores it, so any region is valid there. */
export const regionOf = ({ region }: Pick<LoadedDashboard, 'region'>, stage: string): string =>
  stage === 'local' ? DEFAULT_REGION : (region ?? DEFAULT_REGION);

/** Returns the cost allocation tags of all resources of a stack, and the user's own tags. */
export const tagsOf = (
  { name, tags }: Pick<LoadedDashboard, 'name' | 'tags'>,
  stage: string,
): Readonly<Record<string, string>> => ({ dashboard: name, stage, ...tags });

/** Returns the same tags as a list, the form that most resources use. */
export const tagList = (tags: Readonly<Record<string, string>>): readonly Tag[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

/** Returns a family's name as osls writes it in logical ids: `mixed-list` becomes `MixedDashlist`. */
export const logicalName = (family: string): string =>
  `${family.charAt(0).toUpperCase()}${family.slice(1).replaceAll('-', 'Dash')}`;

/** The parts of a CloudFormation template that the local stack reads. */
export interface Template {
  readonly Parameters?: Readonly<Record<string, { readonly Type: string; readonly Default?: string }>>;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** Returns the resources of one type with their logical ids. */
export const resourcesOf = (template: Template, type: string): readonly (readonly [string, Resource])[] =>
  Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
