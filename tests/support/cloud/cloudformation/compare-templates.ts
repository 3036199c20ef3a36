import type { Resource, Template } from '../../../../infra/stack/template/template.ts';
import { referencesIn } from './references.ts';
import { isTaggable, type Recreation, recreationOf } from './resource-types.ts';

/** In the form of DescribeChangeSet. */
export interface ChangeDetail {
  readonly attribute: 'Properties' | 'Tags' | 'DeletionPolicy' | 'UpdateReplacePolicy';
  readonly name?: string;
  readonly recreation: Recreation;
  readonly evaluation: 'Static' | 'Dynamic';
  readonly source: 'DirectModification' | 'ResourceReference' | 'ResourceAttribute' | 'NoModification';
  readonly cause?: string;
  readonly drift?: { readonly previous: string; readonly actual: string };
}

export interface ResourceChange {
  readonly action: 'Add' | 'Modify' | 'Remove';
  readonly logicalId: string;
  readonly type: string;
  readonly replacement?: 'True' | 'False' | 'Conditional';
  readonly policyAction?: string;
  /** Present in a change set that compares with the actual state. */
  readonly drift?: 'IN_SYNC' | 'MODIFIED' | 'DELETED';
  readonly details: readonly ChangeDetail[];
}

export interface TaggedTemplate {
  readonly template: Template;
  readonly tags: Readonly<Record<string, string>>;
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const direct = (attribute: ChangeDetail['attribute'], recreation: Recreation, name?: string): ChangeDetail => ({
  attribute,
  ...(name !== undefined && { name }),
  recreation,
  evaluation: 'Static',
  source: 'DirectModification',
});

const directDetails = (before: Resource, after: Resource, tagsChange: boolean): readonly ChangeDetail[] => {
  const names = new Set([...Object.keys(before.Properties ?? {}), ...Object.keys(after.Properties ?? {})]);
  const changed = Array.from(names).filter((name) => !isEqual(before.Properties?.[name], after.Properties?.[name]));
  return [
    ...changed.map((name) => direct('Properties', recreationOf(after.Type, name), name)),
    ...(['DeletionPolicy', 'UpdateReplacePolicy'] as const)
      .filter((name) => before[name] !== after[name])
      .map((name) => direct(name, 'Never')),
    ...(tagsChange && isTaggable(after.Type) ? [direct('Tags', 'Never')] : []),
  ];
};

const replacementOf = (details: readonly ChangeDetail[]): NonNullable<ResourceChange['replacement']> => {
  if (details.some((detail) => detail.recreation === 'Always' && detail.evaluation === 'Static')) return 'True';
  return details.every(({ recreation }) => recreation === 'Never') ? 'False' : 'Conditional';
};

const keptBy = (policy: string | undefined, type: string): string => {
  if (policy === 'Retain' || policy === 'RetainExceptOnCreate') return 'Retain';
  if (policy === 'Snapshot' || (policy === undefined && type === 'AWS::RDS::DBCluster')) return 'Snapshot';
  return 'Delete';
};

const modify = (logicalId: string, after: Resource, details: readonly ChangeDetail[]): ResourceChange => {
  const replacement = replacementOf(details);
  const policyAction = `ReplaceAnd${keptBy(after.UpdateReplacePolicy, after.Type)}`;
  return {
    action: 'Modify',
    logicalId,
    type: after.Type,
    replacement,
    ...(replacement !== 'False' && { policyAction }),
    details,
  };
};

/**
 * Returns the changes caused by referenced resources. A `Ref` changes if its resource is replaced; an attribute may
 * change with any update.
 */
const followingDetails = (
  { Properties = {}, Type }: Resource,
  changes: ReadonlyMap<string, ResourceChange>,
): readonly ChangeDetail[] =>
  Object.entries(Properties).flatMap(([name, value]) =>
    referencesIn(value).flatMap(({ target, attribute }): readonly ChangeDetail[] => {
      const { action, replacement } = changes.get(target) ?? {};
      if (action !== 'Modify' || (attribute === undefined && replacement === 'False')) return [];
      const source = attribute === undefined ? 'ResourceReference' : 'ResourceAttribute';
      const cause = attribute === undefined ? target : `${target}.${attribute}`;
      return [
        {
          attribute: 'Properties',
          name,
          recreation: recreationOf(Type, name),
          evaluation: 'Dynamic',
          source,
          cause,
        },
      ];
    }),
  );

const gone = ([logicalId, { Type, DeletionPolicy }]: readonly [string, Resource]): ResourceChange => ({
  action: 'Remove',
  logicalId,
  type: Type,
  policyAction: keptBy(DeletionPolicy, Type),
  details: [],
});

/** Returns the changes of an update from one template to another, by the update rules of AWS. */
export const compareTemplates = (before: TaggedTemplate, after: TaggedTemplate): readonly ResourceChange[] => {
  const old = before.template.Resources;
  const nextResources = Object.entries(after.template.Resources);
  const tagsChange = !isEqual(before.tags, after.tags);
  const remained = nextResources.filter(([id, { Type }]) => old[id]?.Type === Type);
  const directly = new Map(
    remained.map(([id, resource]) => [id, directDetails(old[id] as Resource, resource, tagsChange)]),
  );
  let changes = new Map<string, ResourceChange>();
  for (let size = -1; size !== JSON.stringify([...changes]).length; ) {
    size = JSON.stringify([...changes]).length;
    changes = new Map(
      remained.flatMap(([id, resource]): readonly [string, ResourceChange][] => {
        const details = [...(directly.get(id) ?? []), ...followingDetails(resource, changes)];
        return details.length > 0 ? [[id, modify(id, resource, details)]] : [];
      }),
    );
  }
  const added = nextResources.filter(([id]) => !old[id]);
  const removed = Object.entries(old).filter(([id]) => !after.template.Resources[id]);
  return [
    ...added.map(([logicalId, { Type }]): ResourceChange => ({ action: 'Add', logicalId, type: Type, details: [] })),
    ...changes.values(),
    ...removed.map(gone),
  ];
};
