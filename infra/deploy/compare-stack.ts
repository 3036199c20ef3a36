import type { ResourceChange, ResourceChangeDetail } from '@aws-sdk/client-cloudformation';
import { endpointsIn } from '../stack/package-service.ts';
import { type Resource, resourcesOf, type Template } from '../stack/template/template.ts';
import { createChangeSet, deleteChangeSet } from './aws/change-sets.ts';
import { type CodeBucket, codeBucketExists, publishTemplate } from './aws/code-bucket.ts';
import { cleaningUp } from './aws/interruption.ts';
import { judgeState, type Outlook } from './aws/stack-states.ts';
import {
  type DeployedStack,
  findStack,
  readDeployedTemplate,
  refuseForeignStack,
  type StackAddress,
} from './aws/stacks.ts';
import { olderName, withKeptNames } from './kept-names.ts';
import { LEGACY_BUCKET, LEGACY_OUTPUT, withLegacyBucket } from './legacy-bucket.ts';
import { isOwnTag, readDrift } from './read-drift.ts';
import { requireDataBucket } from './requirements.ts';
import type {
  AddressChange,
  BaseUrlChange,
  ChangeAction,
  Kept,
  StackChange,
  StackDiff,
  UrlChanges,
} from './stack-diff.ts';

const SUBNET_GROUP = 'AWS::RDS::DBSubnetGroup';

const subnetsOf = (template: Template): readonly unknown[] =>
  resourcesOf(template, SUBNET_GROUP).flatMap(([, { Properties }]) => Properties?.SubnetIds as readonly unknown[]);

/** True for subnets that dashboard.yml names, in place of those that the stack makes. */
const areGiven = (subnets: readonly unknown[]): boolean => subnets.every((subnet) => typeof subnet === 'string');

/**
 * Refuses a deployment that would move the database to another VPC. AWS cannot do that: CloudFormation would fail after
 * minutes, and roll back.
 * @throws Error if a stack's database would move between the network of the stack and given subnets.
 */
export const requireSameNetwork = (before: Template, after: Template): void => {
  const [old, next] = [subnetsOf(before), subnetsOf(after)];
  if (old.length === 0 || next.length === 0 || areGiven(old) === areGiven(next)) return;
  const remedy = areGiven(next) ? 'Take subnets and securityGroup out of' : 'Put subnets and securityGroup back into';
  throw new Error(
    `AWS cannot move the stack's database to another VPC. ${remedy} dashboard.yml. To move the database, deploy once ` +
      'without the endpoints that have SQL: AWS keeps a last snapshot. Then deploy with them, and restore the snapshot',
  );
};

const comparePaths = (before: Template, after: Template): UrlChanges | undefined => {
  const [old, next] = [endpointsIn(before), endpointsIn(after)];
  if (!old || !next) return undefined;
  return {
    added: Object.keys(next).filter((path) => !Object.hasOwn(old, path)),
    changed: Object.keys(next).filter((path) => Object.hasOwn(old, path) && old[path] !== next[path]),
    removed: Object.keys(old).filter((path) => !Object.hasOwn(next, path)),
  };
};

/** Returns undefined for an API with its own address, which AWS chooses. */
const domainUrlOf = ({ Outputs }: Template): string | undefined => {
  const value = Outputs?.HttpApiUrl?.Value;
  return typeof value === 'string' ? value : undefined;
};

export const compareBaseUrls = (before: Template, after: Template, deployedUrl: string): BaseUrlChange | undefined => {
  const next = domainUrlOf(after);
  return domainUrlOf(before) === next ? undefined : { before: deployedUrl, ...(next !== undefined && { after: next }) };
};

const DATA_TYPES = new Set(['AWS::RDS::DBCluster', 'AWS::S3::Bucket']);

/** True for a resource with the user's data. The shared cache does not count, because its responses can be rebuilt. */
const holdsData = (logicalId: string, type: string): boolean => DATA_TYPES.has(type) && logicalId !== LEGACY_BUCKET;

const NAMES = ['FunctionName', 'RouteKey', 'LogGroupName', 'AlarmName', 'DashboardName', 'BucketName'];

const nameOf = (logicalId: string, { Properties = {} }: Resource): string => {
  const own = NAMES.map((name) => Properties[name]).find((value) => typeof value === 'string');
  return own === undefined ? logicalId : String(own);
};

const addition = ([logicalId, resource]: readonly [string, Resource]): StackChange => ({
  action: 'add',
  logicalId,
  type: resource.Type,
  name: nameOf(logicalId, resource),
  properties: [],
  mayReplace: false,
  holdsData: holdsData(logicalId, resource.Type),
});

const ACTIONS: Readonly<Record<string, ChangeAction>> = { Add: 'add', Modify: 'change', Remove: 'remove' };

const actionOf = ({ Action, Replacement, ResourceDriftStatus }: ResourceChange): ChangeAction => {
  if (ResourceDriftStatus === 'DELETED') return 'add';
  return Replacement === 'True' ? 'replace' : (ACTIONS[Action ?? 'Modify'] ?? 'change');
};

/**
 * Returns which data AWS keeps of a resource: by the policy action in the change set, or else by the resource's policy
 * in the template.
 */
const keptBy = ({ PolicyAction, Action }: ResourceChange, before: Resource, after: Resource): Kept => {
  const policy = PolicyAction ?? (Action === 'Remove' ? before.DeletionPolicy : after.UpdateReplacePolicy) ?? '';
  if (policy.includes('Retain')) return 'everything';
  return policy.includes('Snapshot') ? 'snapshot' : 'nothing';
};

/** Prefers changes of the template itself over possible consequences of other changes. */
const propertiesOf = (details: readonly ResourceChangeDetail[]): readonly string[] => {
  const direct = details.filter(({ Evaluation }) => Evaluation !== 'Dynamic');
  const names = (direct.length > 0 ? direct : details).flatMap(({ Target }) => Target?.Name ?? Target?.Attribute ?? []);
  return Array.from(new Set(names));
};

const readChange =
  (before: Template, after: Template) =>
  (change: ResourceChange): StackChange => {
    const { LogicalResourceId: logicalId = '', PhysicalResourceId, ResourceType: type = '', Details = [] } = change;
    const old = before.Resources[logicalId] ?? { Type: type };
    const next = after.Resources[logicalId] ?? old;
    const action = actionOf(change);
    const mayReplace = action === 'change' && change.Replacement === 'Conditional';
    const given = nameOf(logicalId, next);
    return {
      action,
      logicalId,
      type,
      name: given === logicalId && !next.Type.includes('Lambda') ? (PhysicalResourceId ?? given) : given,
      properties: propertiesOf(Details),
      mayReplace,
      holdsData: holdsData(logicalId, type),
      ...readDrift(change),
      ...((mayReplace || action === 'remove' || action === 'replace') && { kept: keptBy(change, old, next) }),
    };
  };

const isClosed = (template: Template): boolean =>
  resourcesOf(template, 'AWS::ApiGatewayV2::Api').some(
    ([, { Properties }]) => Properties?.DisableExecuteApiEndpoint === true,
  );

/** Returns undefined if an update neither opens nor closes the address of API Gateway. */
const compareAddresses = (before: Template, after: Template): AddressChange | undefined => {
  if (isClosed(before) === isClosed(after)) return undefined;
  return isClosed(after) ? 'closes' : 'opens';
};

type Tags = Readonly<Record<string, string>>;

export interface StackState {
  readonly address: StackAddress;
  readonly outlook: Outlook;
  /** Absent if the stack does not exist, or has no resources. */
  readonly stack?: DeployedStack;
  readonly deployed: Template;
}

/** @throws Error if the stack belongs to somebody else, cannot be updated, or has lost its data bucket. */
export const examineStack = async (address: StackAddress, tags: Tags): Promise<StackState> => {
  const stack = await findStack(address);
  if (stack) refuseForeignStack(stack, tags);
  const outlook = await judgeState(stack);
  if (!stack || outlook !== 'update') return { address, outlook, deployed: { Resources: {} } };
  await requireDataBucket(stack);
  return { address, outlook, stack, deployed: await readDeployedTemplate(address) };
};

/**
 * Keeps the bucket for packages that a stack of version 1.0.0 has, and the names that functions have from earlier
 * versions.
 * @throws Error if the stack would have to move its database.
 */
export const templateFor = ({ deployed, address }: StackState, template: Template): Template => {
  requireSameNetwork(deployed, template);
  return withKeptNames(withLegacyBucket(template, deployed), deployed, address.name);
};

export const describeDiff = (
  state: StackState,
  template: Template,
  found: readonly ResourceChange[],
  comparesActual = false,
): StackDiff => {
  const { address, stack, deployed } = state;
  if (!stack) {
    return {
      address,
      changes: Object.entries(template.Resources).map(addition),
      urls: { added: Object.keys(endpointsIn(template) ?? {}), changed: [], removed: [] },
    };
  }
  const urls = comparePaths(deployed, template);
  const { HttpApiUrl } = stack.outputs;
  const baseUrl = HttpApiUrl === undefined ? undefined : compareBaseUrls(deployed, template, HttpApiUrl);
  const changes = found.filter((change) => !isOwnTag(change)).map(readChange(deployed, template));
  const addressChange = compareAddresses(deployed, template);
  const kept = olderName(deployed, address.name);
  return {
    address,
    stack,
    changes,
    ...(urls && { urls }),
    ...(baseUrl && { baseUrl }),
    ...(addressChange && { addressChange }),
    ...(comparesActual && { comparesActual }),
    ...(kept !== undefined && { keptName: kept }),
  };
};

export interface CompareOptions {
  readonly address: StackAddress;
  readonly template: Template;
  readonly parameters: Readonly<Record<string, string>>;
  readonly tags: Tags;
  readonly bucket: CodeBucket;
  readonly comparesActual?: boolean;
}

/** Finds a bucket for a long template: the one for packages, or else that of a stack of version 1.0.0. */
const findBucket = async ({ bucket, address }: CompareOptions, { stack }: StackState): Promise<CodeBucket> => {
  if (await codeBucketExists(bucket)) return bucket;
  const legacy = stack?.outputs[LEGACY_OUTPUT];
  if (legacy !== undefined) return { name: legacy, region: address.region };
  throw new Error(
    `There is no bucket ${bucket.name}, from which CloudFormation reads a long template. The next deployment makes it`,
  );
};

/**
 * Changes nothing. If the stack does not exist, everything is added.
 * @throws Error if the stack belongs to somebody else, cannot be updated, or would have to move its database.
 */
export const compareStack = async (options: CompareOptions): Promise<StackDiff> => {
  const { address, parameters, tags, comparesActual: revertsDrift = false } = options;
  const state = await examineStack(address, tags);
  if (!state.stack) return describeDiff(state, options.template, []);
  const template = templateFor(state, options.template);
  const found = await publishTemplate(
    template,
    () => findBucket(options, state),
    async (source) => {
      const made = await createChangeSet({ address, source, parameters, tags, type: 'UPDATE', revertsDrift });
      await cleaningUp(() => deleteChangeSet(made));
      return made.changes;
    },
  );
  return describeDiff(state, template, found, revertsDrift);
};
