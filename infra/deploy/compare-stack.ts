import type { ResourceChange, ResourceChangeDetail } from '@aws-sdk/client-cloudformation';
import { endpointsIn } from '../stack/endpoint-metadata.ts';
import { type Resource, resourcesOf, type Template } from '../stack/template/template.ts';
import { type DeployedStack, findUpdatableStack, outputOf, type StackAddress } from './aws/stacks.ts';
import { readDeployedTemplate, withDeployedCode } from './deployed-template.ts';
import { publishTemplate } from './publish-template.ts';
import { readChangeSet } from './read-change-set.ts';
import type { BaseUrlChange, ChangeAction, Kept, StackChange, StackDiff, UrlChanges } from './stack-diff.ts';

const SUBNET_GROUP = 'AWS::RDS::DBSubnetGroup';

const subnetsOf = (template: Template): readonly unknown[] =>
  resourcesOf(template, SUBNET_GROUP).flatMap(([, { Properties }]) => Properties?.SubnetIds as readonly unknown[]);

/** True for subnets that the dashboard names, false for those that the stack makes. */
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
      'without the endpoints that have SQL, which keeps a last snapshot, and then with them, which restores the snapshot',
  );
};

/** Compares the paths of the endpoints; undefined if one of the templates does not list its endpoints. */
const comparePaths = (before: Template, after: Template): UrlChanges | undefined => {
  const [old, next] = [endpointsIn(before), endpointsIn(after)];
  if (!old || !next) return undefined;
  return {
    added: Object.keys(next).filter((path) => !(path in old)),
    changed: Object.keys(next).filter((path) => path in old && old[path] !== next[path]),
    removed: Object.keys(old).filter((path) => !(path in next)),
  };
};

/** Returns the URL of a custom domain; undefined for an API with its own address, which AWS chooses. */
const domainUrlOf = ({ Outputs }: Template): string | undefined => {
  const value = Outputs?.HttpApiUrl?.Value;
  return typeof value === 'string' ? value : undefined;
};

/**
 * Compares the beginning of the URLs; undefined if it does not change. An API has either a custom domain or its own
 * address, not both.
 */
export const compareBaseUrls = (before: Template, after: Template, deployedUrl: string): BaseUrlChange | undefined => {
  const next = domainUrlOf(after);
  return domainUrlOf(before) === next ? undefined : { before: deployedUrl, ...(next !== undefined && { after: next }) };
};

export interface CompareOptions {
  readonly address: StackAddress;
  /** The template to deploy. */
  readonly template: Template;
  /** The tags of the dashboard's own stack. */
  readonly tags: Readonly<Record<string, string>>;
}

const DATA_TYPES = new Set(['AWS::RDS::DBCluster', 'AWS::S3::Bucket']);
/** The bucket in which osls stores packages. */
const PACKAGE_BUCKET = 'ServerlessDeploymentBucket';

/** True for a resource with the user's data. The shared cache does not count, because its responses can be rebuilt. */
const holdsData = (logicalId: string, type: string): boolean => DATA_TYPES.has(type) && logicalId !== PACKAGE_BUCKET;

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

const actionOf = ({ Action, Replacement }: ResourceChange): ChangeAction =>
  Replacement === 'True' ? 'replace' : (ACTIONS[Action ?? 'Modify'] ?? 'change');

/**
 * Returns the data that AWS keeps, from the change set's policy action, or else from the template's deletion policy.
 */
const keptBy = ({ PolicyAction, Action }: ResourceChange, before: Resource, after: Resource): Kept => {
  const policy = PolicyAction ?? (Action === 'Remove' ? before.DeletionPolicy : after.UpdateReplacePolicy) ?? '';
  if (policy.includes('Retain')) return 'everything';
  return policy.includes('Snapshot') ? 'snapshot' : 'nothing';
};

/**
 * Returns the names of changed properties. Prefers changes of the template itself over possible consequences of other
 * changes.
 */
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
      ...((mayReplace || action === 'remove' || action === 'replace') && { kept: keptBy(change, old, next) }),
    };
  };

const compareDeployed = async (stack: DeployedStack, options: CompareOptions): Promise<StackDiff> => {
  const { address, template, tags } = options;
  const deployed = await readDeployedTemplate(address);
  requireSameNetwork(deployed, template);
  const place = { bucket: outputOf(stack, 'ServerlessDeploymentBucketName'), region: address.region };
  const found = await publishTemplate(withDeployedCode(template, deployed), place, (source) =>
    readChangeSet(address, source, tags),
  );
  const changes = found.map(readChange(deployed, template));
  const urls = comparePaths(deployed, template);
  const baseUrl = compareBaseUrls(deployed, template, outputOf(stack, 'HttpApiUrl'));
  return { address, stack, changes, ...(urls && { urls }), ...(baseUrl && { baseUrl }) };
};

/**
 * Compares a template with the deployed stack, without changing anything. If the stack does not exist, everything is
 * added.
 * @throws Error if the stack belongs to another dashboard, cannot be updated, or would have to move its database.
 */
export const compareStack = async (options: CompareOptions): Promise<StackDiff> => {
  const { address, template, tags } = options;
  const stack = await findUpdatableStack(address, tags);
  if (stack) return compareDeployed(stack, options);
  const added = Object.keys(endpointsIn(template) ?? {});
  return {
    address,
    changes: Object.entries(template.Resources).map(addition),
    urls: { added, changed: [], removed: [] },
  };
};
