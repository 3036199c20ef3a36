import type { Template } from '../../../../infra/stack/template/template.ts';
import { type FakeResource, type FakeStack, outputsOf } from '../fake-stack.ts';
import type { State } from '../listen.ts';
import type { S3 } from '../start-s3.ts';
import { type AccountResources, createAccountResources } from './account-resources.ts';
import type { ChangeSet, StackEvent, WantedTemplate } from './change-set.ts';
import type { Databases } from './cluster-handler.ts';
import { withDrift } from './compare-drift.ts';
import { compareTemplates, type ResourceChange } from './compare-templates.ts';
import { withParameters } from './parameters.ts';
import { type Pace, SLOW_PACE } from './render-stack.ts';
import { continueRollback, type ResourceFailure, removeResources, retainedIn, runUpdate, STACK } from './run-update.ts';

export interface StackStore {
  readonly state: State;
  readonly pace: Pace;
  readonly stacks: Map<string, FakeStack>;
  readonly account: AccountResources;
  readonly roles: Map<string, string>;
  changeSets(stack: string): Map<string, ChangeSet>;
  /** The newest first. */
  events(stack: string): readonly StackEvent[];
  compare(stack: string, after: WantedTemplate, revertsDrift: boolean): readonly ResourceChange[];
  execute(stack: string, changeSet: ChangeSet): Promise<void>;
  /** Undefined after `callsInProgress` calls. */
  progress(stack: string): string | undefined;
  isBusy(stack: string): boolean;
  remove(stack: string): Promise<void>;
  continueRollback(stack: string, skipped: readonly string[]): Promise<void>;
  isDeleted(arn: string): boolean;
  /** A new stack with the name of a deleted one has another ARN. */
  arnOf(stack: string, region: string): string;
}

const exportsOf = ({ Outputs = {} }: Pick<Template, 'Outputs'>): readonly string[] =>
  Object.values(Outputs).flatMap((output) => {
    const { Name } = Object((output as { readonly Export?: unknown }).Export) as { readonly Name?: unknown };
    return typeof Name === 'string' ? [Name] : [];
  });

/** Returns the template of a stack. If the stack has none, returns a template with the types of its resources. */
const templateOf = ({ template, resources, parameters = {} }: FakeStack): Template =>
  withParameters(
    template ?? { Resources: Object.fromEntries(resources.map(({ logicalId, type }) => [logicalId, { Type: type }])) },
    parameters,
  );

const noDatabases = (): Databases => ({ clusters: new Map(), snapshots: [] });

export const createStackStore = (
  s3?: S3,
  databases: Databases = noDatabases(),
  pace: Pace = SLOW_PACE,
  givenOutputs: Readonly<Record<string, string>> = {},
): StackStore => {
  const account = createAccountResources(databases, s3);
  const stacks = new Map<string, FakeStack>();
  const changeSets = new Map<string, Map<string, ChangeSet>>();
  const logs = new Map<string, StackEvent[]>();
  const running = new Map<string, { readonly status: string; calls: number }>();
  const created = new Map<string, number>();
  const deleted = new Set<string>();
  const roles = new Map<string, string>();

  const log = (stack: string, status: string, logicalId = stack, type = STACK, reason?: string): void => {
    const events = logs.get(stack) ?? [];
    const id = `${events.length}-${logicalId}-${status}`;
    logs.set(stack, [{ id, logicalId, type, status, ...(reason && { reason }) }, ...events]);
  };
  const begin = (name: string, status: string): void => {
    running.set(name, { status, calls: pace.callsInProgress });
    log(name, status);
  };
  const settle = (name: string, stack: FakeStack, status: string): void => {
    log(name, status);
    stacks.set(name, { ...stack, status });
  };
  const logFailures = (name: string, verb: string, failures: readonly ResourceFailure[]): void => {
    for (const { logicalId, type, reason } of failures) log(name, `${verb}_FAILED`, logicalId, type, reason);
  };
  const arnOf = (name: string, region: string): string => {
    const number = String(created.get(name) ?? 0).padStart(12, '0');
    return `arn:aws:cloudformation:${region}:000000000000:stack/${name}/0a1b2c3d-0000-4000-8000-${number}`;
  };

  const exportRefusal = (name: string, template: Template): string | undefined => {
    const own = exportsOf(template);
    for (const [other, stack] of stacks) {
      const taken = other === name ? undefined : exportsOf(stack.template ?? {}).find((one) => own.includes(one));
      if (taken !== undefined) return `Export with name ${taken} is already exported by stack ${other}`;
    }
    return undefined;
  };
  const logRollback = (name: string, status: string, failed: ResourceFailure): void => {
    const isOfOutputs = failed.type === STACK;
    if (!isOfOutputs) logFailures(name, status.startsWith('UPDATE') ? 'UPDATE' : 'CREATE', [failed]);
    log(name, status, name, STACK, isOfOutputs ? `${failed.reason}. Rollback requested by user.` : undefined);
  };

  const endRollback = (name: string, before: FakeStack, stuck: readonly ResourceFailure[]): void => {
    logFailures(name, 'UPDATE', stuck);
    const resources = before.resources.map(({ status: _, reason: __, ...resource }): FakeResource => {
      const found = stuck.find(({ logicalId }) => logicalId === resource.logicalId);
      return found ? { ...resource, status: 'UPDATE_FAILED', reason: found.reason } : resource;
    });
    const status = stuck.length > 0 ? 'UPDATE_ROLLBACK_FAILED' : 'UPDATE_ROLLBACK_COMPLETE';
    settle(name, { ...before, resources }, status);
  };

  const create = async (name: string, before: FakeStack, changeSet: ChangeSet): Promise<void> => {
    const { template, tags, parameters } = changeSet.after;
    const outputRefusal = exportRefusal(name, template);
    const wanted = withParameters(template, parameters);
    const update = { name, before, template: wanted, changes: changeSet.changes, outputRefusal };
    const { resources, failed, kept } = await runUpdate(account, update);
    if (!failed) {
      const outputs = { ...outputsOf(name, update.template, resources), ...givenOutputs };
      return settle(name, { ...before, template, tags, parameters, resources, outputs }, 'CREATE_COMPLETE');
    }
    logRollback(name, 'ROLLBACK_IN_PROGRESS', failed);
    logFailures(name, 'DELETE', kept);
    const rest = {
      ...before,
      template,
      tags,
      parameters,
      resources: kept.map(({ resource }) => resource),
      outputs: {},
    };
    settle(name, rest, kept.length > 0 ? 'ROLLBACK_FAILED' : 'ROLLBACK_COMPLETE');
  };

  const update = async (name: string, before: FakeStack, changeSet: ChangeSet): Promise<void> => {
    const { template, tags, parameters } = changeSet.after;
    const outputRefusal = exportRefusal(name, template);
    const wanted = {
      name,
      before,
      template: withParameters(template, parameters),
      changes: changeSet.changes,
      outputRefusal,
    };
    const { resources, failed, kept, stuck } = await runUpdate(account, wanted);
    if (!failed) {
      logFailures(name, 'DELETE', kept);
      const outputs = { ...outputsOf(name, wanted.template, resources), ...givenOutputs };
      return settle(name, { ...before, template, tags, parameters, resources, outputs }, 'UPDATE_COMPLETE');
    }
    logRollback(name, 'UPDATE_ROLLBACK_IN_PROGRESS', failed);
    endRollback(name, before, stuck);
    logFailures(name, 'DELETE', kept);
  };

  const forget = (name: string): void => {
    deleted.add(arnOf(name, ''));
    stacks.delete(name);
    changeSets.delete(name);
    logs.delete(name);
    created.set(name, (created.get(name) ?? 0) + 1);
  };

  return {
    state: [stacks, changeSets, logs, running, created, deleted, ...account.state],
    pace,
    stacks,
    account,
    roles,
    arnOf,
    isDeleted: (arn) => deleted.has(arn.replace(/^(arn:aws:cloudformation:)[^:]*/, '$1')),
    changeSets: (stack) => {
      const found = changeSets.get(stack) ?? new Map<string, ChangeSet>();
      changeSets.set(stack, found);
      return found;
    },
    events: (stack) => {
      if (!logs.has(stack)) log(stack, stacks.get(stack)?.status ?? '');
      return logs.get(stack) ?? [];
    },
    compare: (stack, { template, parameters, tags }, revertsDrift) => {
      const before = stacks.get(stack);
      const after = { template: withParameters(template, parameters), tags };
      if (!before) return compareTemplates({ template: { Resources: {} }, tags: {} }, after);
      const changes = compareTemplates({ template: templateOf(before), tags: before.tags ?? {} }, after);
      return revertsDrift ? withDrift(changes, before.resources, after.template, account) : changes;
    },
    execute: async (name, changeSet) => {
      const before = stacks.get(name) ?? { status: '', outputs: {}, resources: [] };
      changeSets.delete(name);
      begin(name, changeSet.isCreation ? 'CREATE_IN_PROGRESS' : 'UPDATE_IN_PROGRESS');
      await (changeSet.isCreation ? create : update)(name, before, changeSet);
    },
    isBusy: (stack) => (running.get(stack)?.calls ?? 0) > 0,
    progress: (stack) => {
      const current = running.get(stack);
      if (!current || current.calls === 0) return undefined;
      current.calls -= 1;
      return current.status;
    },
    remove: async (name) => {
      const stack = stacks.get(name);
      if (!stack) return;
      log(name, 'DELETE_IN_PROGRESS');
      const kept = await removeResources(account, stack);
      if (kept.length === 0) return forget(name);
      logFailures(name, 'DELETE', kept);
      const left = kept.map(({ resource, reason }) => ({ ...resource, status: 'DELETE_FAILED', reason }));
      const skipped = retainedIn(stack).map((resource) => ({ ...resource, status: 'DELETE_SKIPPED' }));
      for (const { logicalId, type } of skipped) log(name, 'DELETE_SKIPPED', logicalId, type);
      settle(name, { ...stack, outputs: {}, resources: [...left, ...skipped] }, 'DELETE_FAILED');
    },
    continueRollback: async (name, skipped) => {
      const stack = stacks.get(name);
      if (!stack) return;
      begin(name, 'UPDATE_ROLLBACK_IN_PROGRESS');
      endRollback(name, stack, await continueRollback(account, name, stack, skipped));
    },
  };
};
