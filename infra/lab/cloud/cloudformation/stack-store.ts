import type { Template } from '../../../stack/template/template.ts';
import { type FakeResource, type FakeStack, outputsOf, physicalId } from '../fake-stack.ts';
import type { S3 } from '../start-s3.ts';
import { CLUSTER, createClusterHandler, type Databases } from './cluster-handler.ts';
import { compareTemplates, type ResourceChange, type TaggedTemplate } from './compare-templates.ts';
import { findFailure } from './refuse-template.ts';
import { denialOf } from './stack-policy.ts';

export interface StackEvent {
  readonly id: string;
  readonly logicalId: string;
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

export interface ChangeSet {
  readonly name: string;
  readonly after: TaggedTemplate;
  readonly changes: readonly ResourceChange[];
  readonly isCreation: boolean;
  /** True once the change set has been described. Until then, its status is CREATE_IN_PROGRESS. */
  isReady: boolean;
}

/** The stacks of an account, each with its change sets and events. */
export interface StackStore {
  readonly stacks: Map<string, FakeStack>;
  changeSets(stack: string): Map<string, ChangeSet>;
  /** Returns the events of a stack, the newest first. */
  events(stack: string): readonly StackEvent[];
  compare(stack: string, after: TaggedTemplate): readonly ResourceChange[];
  execute(stack: string, changeSet: ChangeSet): Promise<void>;
  /** Makes the next update that creates or changes this resource fail. */
  failAt(logicalId: string, reason: string): void;
  remove(stack: string): void;
}

const STACK = 'AWS::CloudFormation::Stack';
const BUCKET = 'AWS::S3::Bucket';

/** Returns the template of a stack. If the stack has none, returns a template with the types of its resources. */
const templateOf = ({ template, resources }: FakeStack): Template =>
  template ?? { Resources: Object.fromEntries(resources.map(({ logicalId, type }) => [logicalId, { Type: type }])) };

const isReplaced = ({ replacement, details }: ResourceChange): boolean =>
  replacement === 'True' || details.some((detail) => detail.recreation !== 'Never' && detail.evaluation === 'Static');

const noDatabases = (): Databases => ({ clusters: new Map(), snapshots: [] });

export const createStackStore = (s3?: S3, databases: Databases = noDatabases()): StackStore => {
  const clusters = createClusterHandler(databases);
  const stacks = new Map<string, FakeStack>();
  const changeSets = new Map<string, Map<string, ChangeSet>>();
  const logs = new Map<string, StackEvent[]>();
  const failures = new Map<string, string>();

  const log = (stack: string, status: string, logicalId = stack, type = STACK, reason?: string): void => {
    const events = logs.get(stack) ?? [];
    const id = `${events.length}-${logicalId}-${status}`;
    logs.set(stack, [{ id, logicalId, type, status, ...(reason && { reason }) }, ...events]);
  };
  const settle = (name: string, stack: FakeStack, status: string): void => {
    log(name, status);
    stacks.set(name, { ...stack, status });
  };

  /** Creates a bucket. A retained bucket keeps its name, so a new bucket of the same resource gets another name. */
  const createBucket = async (id: string): Promise<string> => {
    let name = id;
    for (let next = 2; await s3?.keys(name); next += 1) name = `${id}-${next}`;
    await s3?.create(name);
    return name;
  };

  /** Deletes resources that have left a stack. A protected cluster stays in the account, outside of any stack. */
  const cleanUp = (before: FakeStack, after: readonly FakeResource[]): void => {
    const kept = new Set(after.map(({ id }) => id));
    for (const resource of before.resources) {
      if (!kept.has(resource.id)) clusters.remove(resource);
    }
  };

  const makeResource = async (name: string, logicalId: string, template: Template): Promise<FakeResource> => {
    const resource = template.Resources[logicalId];
    if (!resource) throw new Error(`${logicalId} is not in the template`);
    const id = physicalId(name, logicalId, resource);
    if (resource.Type === CLUSTER) clusters.create(id, resource);
    return { logicalId, type: resource.Type, id: resource.Type === BUCKET ? await createBucket(id) : id };
  };

  const resourcesAfter = (name: string, before: FakeStack, { after, changes }: ChangeSet) => {
    const replaced = new Set(changes.filter(isReplaced).map(({ logicalId }) => logicalId));
    const old = new Map(before.resources.map((resource) => [resource.logicalId, resource]));
    return Promise.all(
      Object.keys(after.template.Resources).map(async (logicalId) => {
        const found = old.get(logicalId);
        return found && !replaced.has(logicalId) ? found : makeResource(name, logicalId, after.template);
      }),
    );
  };

  const failureOf = (before: FakeStack, { after, changes }: ChangeSet): readonly [string, string] | undefined => {
    for (const change of changes) {
      const planned = failures.get(change.logicalId);
      if (planned !== undefined && failures.delete(change.logicalId)) return [change.logicalId, planned];
      const denial = denialOf(before.policy, change);
      if (denial !== undefined) return [change.logicalId, denial];
      const made =
        change.action === 'Add' || isReplaced(change) ? after.template.Resources[change.logicalId] : undefined;
      const refusal = made?.Type === CLUSTER ? clusters.refusalOf(made) : undefined;
      if (refusal !== undefined) return [change.logicalId, refusal];
    }
    return findFailure(after.template);
  };

  const rollBack = (name: string, before: FakeStack, changeSet: ChangeSet, failed: readonly [string, string]): void => {
    const [logicalId, reason] = failed;
    const verb = changeSet.isCreation ? 'CREATE' : 'UPDATE';
    const prefix = changeSet.isCreation ? '' : 'UPDATE_';
    const { Type } = changeSet.after.template.Resources[logicalId] ?? { Type: 'AWS::S3::Bucket' };
    log(name, `${verb}_FAILED`, logicalId, Type, reason);
    log(name, `${prefix}ROLLBACK_IN_PROGRESS`);
    settle(name, before, `${prefix}ROLLBACK_COMPLETE`);
  };

  return {
    stacks,
    changeSets: (stack) => {
      const found = changeSets.get(stack) ?? new Map<string, ChangeSet>();
      changeSets.set(stack, found);
      return found;
    },
    events: (stack) => {
      if (!logs.has(stack)) log(stack, stacks.get(stack)?.status ?? '');
      return logs.get(stack) ?? [];
    },
    compare: (stack, after) => {
      const before = stacks.get(stack);
      if (!before) return compareTemplates({ template: { Resources: {} }, tags: {} }, after);
      return compareTemplates({ template: templateOf(before), tags: before.tags ?? {} }, after);
    },
    execute: async (name, changeSet) => {
      const before = stacks.get(name) ?? { status: '', outputs: {}, resources: [] };
      const verb = changeSet.isCreation ? 'CREATE' : 'UPDATE';
      changeSets.delete(name);
      log(name, `${verb}_IN_PROGRESS`);
      const failed = failureOf(before, changeSet);
      if (failed) return rollBack(name, before, changeSet, failed);
      const { template, tags } = changeSet.after;
      const resources = await resourcesAfter(name, before, changeSet);
      const outputs = outputsOf(name, template, resources);
      cleanUp(before, resources);
      settle(name, { ...before, template, tags, resources, outputs }, `${verb}_COMPLETE`);
    },
    failAt: (logicalId, reason) => void failures.set(logicalId, reason),
    remove: (stack) => {
      const { resources = [] } = stacks.get(stack) ?? {};
      const [kept] = resources.filter(clusters.isProtected);
      if (kept) {
        const reason = `Cannot delete protected Cluster ${kept.id}, please disable deletion protection and try again`;
        log(stack, 'DELETE_FAILED', kept.logicalId, kept.type, reason);
        settle(stack, { status: '', outputs: {}, resources: [kept] }, 'DELETE_FAILED');
        return;
      }
      for (const resource of resources) clusters.remove(resource);
      stacks.delete(stack);
      changeSets.delete(stack);
      logs.delete(stack);
    },
  };
};
