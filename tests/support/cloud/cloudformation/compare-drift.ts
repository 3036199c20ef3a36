import type { Template } from '../../../../infra/stack/template/template.ts';
import type { FakeResource } from '../fake-stack.ts';
import type { AccountResources } from './account-resources.ts';
import type { ChangeDetail, ResourceChange } from './compare-templates.ts';
import { recreationOf } from './resource-types.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const driftOf = (resource: FakeResource, after: Template, account: AccountResources): readonly ChangeDetail[] => {
  const wanted = after.Resources[resource.logicalId]?.Properties ?? {};
  return Object.entries(account.actual(resource)).flatMap(([name, actual]): readonly ChangeDetail[] => {
    if (isEqual(actual, wanted[name])) return [];
    const drift = { previous: textOf(wanted[name]), actual: textOf(actual) };
    const recreation = recreationOf(resource.type, name);
    return [{ attribute: 'Properties', name, recreation, evaluation: 'Static', source: 'NoModification', drift }];
  });
};

/**
 * Adds what was changed by hand to the changes of an update: a deleted resource is made again, and a changed property
 * gets the value of the template.
 */
export const withDrift = (
  changes: readonly ResourceChange[],
  resources: readonly FakeResource[],
  after: Template,
  account: AccountResources,
): readonly ResourceChange[] => {
  const byId = new Map(changes.map((change) => [change.logicalId, { ...change, drift: 'IN_SYNC' } as ResourceChange]));
  for (const resource of resources.filter(({ logicalId }) => after.Resources[logicalId])) {
    const { logicalId, type } = resource;
    const details = driftOf(resource, after, account);
    const own = byId.get(logicalId);
    if (account.byHand.isGone(resource))
      byId.set(logicalId, { action: 'Add', logicalId, type, drift: 'DELETED', details: [] });
    else if (details.length > 0) {
      const replacement = details.some(({ recreation }) => recreation === 'Always') ? 'True' : 'False';
      const base = own ?? ({ action: 'Modify', logicalId, type, replacement, details: [] } as const);
      byId.set(logicalId, { ...base, drift: 'MODIFIED', details: [...base.details, ...details] });
    }
  }
  return [...byId.values()];
};
