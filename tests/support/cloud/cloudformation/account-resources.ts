import { type Resource, resolveIntrinsics, type Template } from '../../../../infra/stack/template/template.ts';
import { type FakeResource, physicalId } from '../fake-stack.ts';
import type { State } from '../listen.ts';
import type { S3 } from '../start-s3.ts';
import { CLUSTER, createClusterHandler, type Databases, tagsIn } from './cluster-handler.ts';
import { createFunctionVersions, type FunctionVersions } from './function-versions.ts';
import { createHandChanges, type HandChanges } from './hand-changes.ts';
import { dependenciesOf } from './references.ts';

const BUCKET = 'AWS::S3::Bucket';

/** Types of resources that AWS does not delete while another resource of these types names them. */
const HOLDERS = /^AWS::(EC2|RDS)::/;

/** By resource type. The name must be unique in an account. */
const UNIQUE_NAMES: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::Athena::WorkGroup': 'Name',
  'AWS::ApiGatewayV2::DomainName': 'DomainName',
  'AWS::Budgets::Budget': 'Budget/BudgetName',
};

/** In stacks and outside of them. Services refuse what AWS refuses. */
export interface AccountResources {
  readonly state: State;
  conflictOf(resource: Resource): NameConflict | undefined;
  /** @throws Error with the reason why the service does not create the resource. */
  create(stack: string, logicalId: string, template: Template): Promise<FakeResource>;
  /** @throws Error with the reason why the service does not update the resource. */
  update(stack: string, logicalId: string, template: Template, properties: readonly string[]): Promise<void>;
  /** @throws Error with the reason why the service does not delete the resource. */
  remove(resource: FakeResource): Promise<void>;
  readonly versions: FunctionVersions;
  failAt(logicalId: string, reason: string): void;
  failAlways(logicalId: string, reason: string | undefined): void;
  readonly byHand: HandChanges;
  /** Only properties that others than CloudFormation have changed. */
  actual(resource: FakeResource): Readonly<Record<string, unknown>>;
  /** A function takes its versions, aliases and permissions with it. */
  deleteByHand(resource: FakeResource): Promise<void>;
  outside(stacks: Iterable<readonly FakeResource[]>): readonly FakeResource[];
}

const uniqueName = ({ Type, Properties = {} }: Resource): string | undefined => {
  const path = UNIQUE_NAMES[Type]?.split('/') ?? [''];
  const name = path.reduce<unknown>((value, key) => Object(value)[key], Properties);
  return typeof name === 'string' ? `${Type} ${name}` : undefined;
};

export interface NameConflict {
  readonly path: string;
  readonly name: string;
  readonly reason: string;
}

interface Existing extends FakeResource {
  readonly stack: string;
  readonly name: string | undefined;
  readonly uses: readonly string[];
}

const notFound = ({ type, id }: FakeResource): string =>
  `Resource handler returned message: "Resource of type '${type}' with identifier '${id}' was not found." (HandlerErrorCode: NotFound)`;

const keyOf = ({ id, type }: FakeResource): string => `${type} ${id}`;

const resourceIn = (logicalId: string, { Resources }: Template): Resource => {
  const resource = Resources[logicalId];
  if (!resource) throw new Error(`${logicalId} is not in the template`);
  return resource;
};

export const createAccountResources = (databases: Databases, s3?: S3): AccountResources => {
  const clusters = createClusterHandler(databases);
  const versions = createFunctionVersions();
  const existing = new Map<string, Existing>();
  const failures = new Map<string, string>();
  const lasting = new Map<string, string>();
  const byHand = createHandChanges();

  const find = (stack: string, logicalId: string): Existing | undefined =>
    Array.from(existing.values()).findLast((one) => one.stack === stack && one.logicalId === logicalId);

  /** Adds a number if a replaced or retained resource of the type has the given name. */
  const freeName = async (given: string, type: string): Promise<string> => {
    let id = given;
    const isTaken = async () =>
      existing.has(`${type} ${id}`) || (type === BUCKET && (await s3?.keys(id)) !== undefined);
    for (let next = 2; await isTaken(); next += 1) id = `${given}-${next}`;
    return id;
  };

  const refusePlanned = (logicalId: string): void => {
    const planned = failures.get(logicalId);
    failures.delete(logicalId);
    const reason = planned ?? lasting.get(logicalId);
    if (reason !== undefined) throw new Error(reason);
  };

  const requireCode = async (stack: string, { Type, Properties = {} }: Resource): Promise<void> => {
    if (Type !== 'AWS::Lambda::Function' || !s3) return;
    const refer = (id: string): string => find(stack, id)?.id ?? id;
    const { S3Bucket = '', S3Key = '' } = Object(resolveIntrinsics(Properties.Code, refer)) as Record<string, string>;
    const keys = await s3.keys(S3Bucket);
    if (keys?.includes(S3Key)) return;
    const code = keys ? 'NoSuchKey' : 'NoSuchBucket';
    throw new Error(`Error occurred while GetObject. S3 Error Code: ${code}. S3 Error Message: it does not exist`);
  };

  const conflictOf = (resource: Resource): NameConflict | undefined => {
    const unique = uniqueName(resource);
    const isTaken = Array.from(existing.values()).some((one) => one.name === unique && !byHand.isGone(one));
    if (unique === undefined || !isTaken) return undefined;
    const { Type } = resource;
    const name = unique.slice(Type.length + 1);
    const reason = `Resource of type '${Type}' with identifier '${name}' already exists.`;
    return { path: UNIQUE_NAMES[Type] ?? '', name, reason };
  };

  const refuseTwice = (resource: Resource): void => {
    const conflict = conflictOf(resource);
    if (conflict) throw new Error(conflict.reason);
  };

  return {
    state: [existing, failures, lasting, ...clusters.state, ...versions.state, ...byHand.state],
    byHand,
    actual: (resource) => ({ ...byHand.actual(resource), ...(resource.type === CLUSTER && clusters.actual(resource)) }),
    versions,
    conflictOf,
    create: async (stack, logicalId, template) => {
      const resource = resourceIn(logicalId, template);
      const { Type: type } = resource;
      refusePlanned(logicalId);
      refuseTwice(resource);
      await requireCode(stack, resource);
      const refusal = type === CLUSTER ? clusters.refusalOf(resource) : undefined;
      if (refusal !== undefined) throw new Error(refusal);
      const made = { logicalId, type, id: await freeName(physicalId(stack, logicalId, resource), type) };
      if (type === BUCKET) await s3?.create(made.id, tagsIn(resource));
      if (type === CLUSTER) clusters.create(made.id, resource);
      versions.publish(made, resource, (id) => find(stack, id)?.id ?? id);
      const uses = dependenciesOf(resource).flatMap((one) => find(stack, one) ?? []);
      byHand.overwrite(made);
      existing.set(keyOf(made), { ...made, stack, name: uniqueName(resource), uses: uses.map(keyOf) });
      return made;
    },
    update: async (stack, logicalId, template, properties) => {
      refusePlanned(logicalId);
      const found = find(stack, logicalId);
      if (found && byHand.isGone(found)) throw new Error(notFound(found));
      if (found) byHand.overwrite(found, properties);
      if (found?.type === CLUSTER && properties.includes('Tags'))
        clusters.writeTags(found.id, resourceIn(logicalId, template));
      await requireCode(stack, resourceIn(logicalId, template));
    },
    remove: async (resource) => {
      if (clusters.isProtected(resource)) {
        throw new Error(
          `Cannot delete protected Cluster ${resource.id}, please disable deletion protection and try again.`,
        );
      }
      const user = Array.from(existing.values()).find(
        ({ type, uses }) => HOLDERS.test(type) && HOLDERS.test(resource.type) && uses.includes(keyOf(resource)),
      );
      if (user) throw new Error(`${resource.id} has dependencies and cannot be deleted: ${user.id} uses it.`);
      if (resource.type === BUCKET && ((await s3?.keys(resource.id)) ?? []).length > 0) {
        throw new Error('The bucket you tried to delete is not empty');
      }
      if (resource.type === BUCKET) await s3?.remove(resource.id);
      clusters.remove(resource);
      versions.forget(resource);
      existing.delete(keyOf(resource));
    },
    failAt: (logicalId, reason) => void failures.set(logicalId, reason),
    failAlways: (logicalId, reason) =>
      void (reason === undefined ? lasting.delete(logicalId) : lasting.set(logicalId, reason)),
    deleteByHand: async (resource) => {
      const parts = Array.from(existing.values()).filter(
        ({ type, uses }) => type.startsWith('AWS::Lambda::') && uses.includes(keyOf(resource)),
      );
      for (const one of [...parts, resource]) {
        byHand.delete(one);
        versions.forget(one);
      }
      if (resource.type === BUCKET) await s3?.remove(resource.id);
      if (resource.type === CLUSTER) databases.clusters.delete(resource.id);
    },
    outside: (stacks) => {
      const inStacks = new Set(Array.from(stacks).flat().map(keyOf));
      return Array.from(existing.values())
        .filter((one) => !inStacks.has(keyOf(one)) && !byHand.isGone(one))
        .map(({ logicalId, type, id }) => ({ logicalId, type, id }));
    },
  };
};
