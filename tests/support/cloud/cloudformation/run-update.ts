import type { Resource, Template } from '../../../../infra/stack/template/template.ts';
import type { FakeResource, FakeStack } from '../fake-stack.ts';
import type { AccountResources } from './account-resources.ts';
import type { ResourceChange } from './compare-templates.ts';
import { withParameters } from './parameters.ts';
import { dependenciesOf } from './references.ts';
import { refuseRoute } from './refuse-template.ts';
import { denialOf } from './stack-policy.ts';

export interface ResourceFailure {
  readonly logicalId: string;
  readonly type: string;
  readonly reason: string;
}

export interface UpdateOutcome {
  readonly resources: readonly FakeResource[];
  /** Caused the rollback. Absent if the update succeeded. */
  readonly failed?: ResourceFailure;
  readonly stuck: readonly ResourceFailure[];
  readonly kept: readonly (ResourceFailure & { readonly resource: FakeResource })[];
}

export interface Update {
  readonly name: string;
  readonly before: FakeStack;
  readonly template: Template;
  readonly changes: readonly ResourceChange[];
  readonly outputRefusal?: string | undefined;
}

export const isReplaced = ({ replacement, details }: ResourceChange): boolean =>
  replacement === 'True' || details.some((detail) => detail.recreation !== 'Never' && detail.evaluation === 'Static');

/** Returns the logical ids of a template, each after the resources that it names. */
const inOrder = ({ Resources }: Template): readonly string[] => {
  const ordered = new Set<string>();
  const add = (id: string): void => {
    const resource = Resources[id];
    if (!resource || ordered.has(id)) return;
    dependenciesOf(resource).forEach(add);
    ordered.add(id);
  };
  Object.keys(Resources).forEach(add);
  return [...ordered];
};

export const STACK = 'AWS::CloudFormation::Stack';

const isRetained = (policy: string | undefined): boolean => policy === 'Retain' || policy === 'RetainExceptOnCreate';

/** Returns the deletions that failed. */
const removeAll = async (
  account: AccountResources,
  resources: readonly FakeResource[],
): Promise<UpdateOutcome['kept']> => {
  const kept: UpdateOutcome['kept'][number][] = [];
  for (const resource of resources.toReversed()) {
    await account.remove(resource).catch((error: Error) => {
      kept.push({ logicalId: resource.logicalId, type: resource.type, reason: error.message, resource });
    });
  }
  return kept;
};

export const retainedIn = ({ resources, template }: FakeStack): readonly FakeResource[] =>
  resources.filter(({ logicalId }) => isRetained(template?.Resources[logicalId]?.DeletionPolicy));

/** Returns the deletions that failed. */
export const removeResources = (account: AccountResources, stack: FakeStack): Promise<UpdateOutcome['kept']> => {
  const retained = new Set(retainedIn(stack));
  return removeAll(
    account,
    stack.resources.filter((resource) => !retained.has(resource)),
  );
};

const changedProperties = ({ details }: ResourceChange): readonly string[] => details.flatMap(({ name }) => name ?? []);

const changeBack = async (
  account: AccountResources,
  { name, before }: Pick<Update, 'name' | 'before'>,
  changed: readonly string[],
): Promise<readonly ResourceFailure[]> => {
  const stuck: ResourceFailure[] = [];
  const template = before.template && withParameters(before.template, before.parameters ?? {});
  for (const logicalId of template ? changed.toReversed() : []) {
    const type = template?.Resources[logicalId]?.Type ?? '';
    await account.update(name, logicalId, template as Template, []).catch(({ message: reason }: Error) => {
      stuck.push({ logicalId, type, reason });
    });
  }
  return stuck;
};

/** Returns the resources that fail again. */
export const continueRollback = (
  account: AccountResources,
  name: string,
  before: FakeStack,
  skipped: readonly string[],
) =>
  changeBack(
    account,
    { name, before },
    stuckIn(before).filter((id) => !skipped.includes(id)),
  );

export const stuckIn = ({ resources }: FakeStack): readonly string[] =>
  resources.flatMap(({ logicalId, status }) => (status === 'UPDATE_FAILED' ? [logicalId] : []));

/** Creates and changes resources one after the other, and rolls back at the first failure, as CloudFormation does. */
export const runUpdate = async (account: AccountResources, update: Update): Promise<UpdateOutcome> => {
  const { name, before, template, changes, outputRefusal } = update;
  const byId = new Map(changes.map((change) => [change.logicalId, change]));
  const old = new Map(before.resources.map((resource) => [resource.logicalId, resource]));
  const made: FakeResource[] = [];
  const changed: string[] = [];
  const resources: FakeResource[] = [];
  const routes = new Set<string>();

  const apply = async (logicalId: string, resource: Resource): Promise<void> => {
    const change = byId.get(logicalId);
    const found = old.get(logicalId);
    const denial = change && denialOf(before.policy, change);
    if (denial !== undefined) throw new Error(denial);
    refuseRoute(resource, routes);
    if (found && !(change && (change.action === 'Add' || isReplaced(change)))) {
      if (change) {
        changed.push(logicalId);
        await account.update(name, logicalId, template, changedProperties(change));
      }
      resources.push(found);
      return;
    }
    const created = await account.create(name, logicalId, template);
    made.push(created);
    resources.push(created);
  };

  const fail = async (logicalId: string, type: string, reason: string): Promise<UpdateOutcome> => ({
    resources: before.resources,
    failed: { logicalId, type, reason },
    stuck: await changeBack(account, update, changed),
    kept: await removeAll(
      account,
      made.filter((one) => template.Resources[one.logicalId]?.DeletionPolicy !== 'Retain'),
    ),
  });

  for (const logicalId of inOrder(template)) {
    const resource = template.Resources[logicalId] as Resource;
    try {
      await apply(logicalId, resource);
    } catch (error) {
      return fail(logicalId, resource.Type, (error as Error).message);
    }
  }
  const denied = changes.find((change) => change.action === 'Remove' && denialOf(before.policy, change) !== undefined);
  if (denied) return fail(denied.logicalId, denied.type, denialOf(before.policy, denied) ?? '');
  if (outputRefusal !== undefined) return fail(name, STACK, outputRefusal);
  const ids = new Set(resources.map(({ id, type }) => `${type} ${id}`));
  const policyOf = ({ logicalId }: FakeResource): string | undefined => {
    const isGone = !template.Resources[logicalId];
    const resource = before.template?.Resources[logicalId];
    return isGone ? resource?.DeletionPolicy : template.Resources[logicalId]?.UpdateReplacePolicy;
  };
  const gone = before.resources.filter((one) => !ids.has(`${one.type} ${one.id}`) && !isRetained(policyOf(one)));
  return { resources, stuck: [], kept: await removeAll(account, gone) };
};
