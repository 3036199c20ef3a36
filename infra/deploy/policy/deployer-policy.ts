import { readFileSync } from 'node:fs';
import type { Partition } from '../../dashboard/head/region.ts';
import { programPath } from '../../program/program-files.ts';

type ActionsByName = Readonly<Record<string, readonly string[]>>;

export interface NeededActions {
  /** By the AWS calls that the commands of Wallfeed make. A call that AWS allows to everybody needs no action. */
  readonly ownCalls: ActionsByName;
  /** For the tags of a stack, to finish a failed rollback, and for permissions boundaries. */
  readonly furtherActions: readonly string[];
  /**
   * By the types of resources. CloudFormation acts with the deployer's permissions. The actions are those of the
   * handlers in AWS's resource schemas.
   */
  readonly resources: ActionsByName;
}

export const readActions = (): NeededActions =>
  JSON.parse(readFileSync(programPath('policyActions'), 'utf8')) as NeededActions;

export interface PolicyStatement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: object;
}

export interface Policy {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatement[];
}

type Scope = Omit<PolicyStatement, 'Effect' | 'Action'>;

const ROLES = ['arn:aws:iam::*:role/wallfeed-*', 'arn:aws:iam::*:role/*/wallfeed-*'];

/**
 * CloudFormation begins the names of resources with the stack's name, and the name of each stack begins with
 * `wallfeed-`.
 */
const SCOPES: Readonly<Record<string, Scope>> = {
  apigateway: { Sid: 'HttpApis', Resource: 'arn:aws:apigateway:*::/*' },
  athena: { Sid: 'Workgroups', Resource: 'arn:aws:athena:*:*:workgroup/wallfeed-*' },
  budgets: { Sid: 'Budgets', Resource: 'arn:aws:budgets::*:budget/wallfeed-*' },
  cloudformation: { Sid: 'Stacks', Resource: 'arn:aws:cloudformation:*:*:stack/wallfeed-*' },
  cloudwatch: {
    Sid: 'Alarms',
    Resource: ['arn:aws:cloudwatch:*:*:alarm:wallfeed-*', 'arn:aws:cloudwatch::*:dashboard/wallfeed-*'],
  },
  dynamodb: { Sid: 'SharedCache', Resource: 'arn:aws:dynamodb:*:*:table/wallfeed-*' },
  iam: { Sid: 'Roles', Resource: ROLES },
  lambda: { Sid: 'Functions', Resource: 'arn:aws:lambda:*:*:function:*' },
  logs: {
    Sid: 'LogGroups',
    Resource: [
      'arn:aws:logs:*:*:log-group:/aws/lambda/*',
      'arn:aws:logs:*:*:log-group:/aws/vendedlogs/http-api/wallfeed-*',
    ],
  },
  rds: { Sid: 'Databases', Resource: ['arn:aws:rds:*:*:*:wallfeed-*', 'arn:aws:rds:*:*:*:default*'] },
  'rds-data': { Sid: 'DataApi', Resource: 'arn:aws:rds:*:*:cluster:wallfeed-*' },
  route53: { Sid: 'DnsRecords', Resource: ['arn:aws:route53:::hostedzone/*', 'arn:aws:route53:::change/*'] },
  s3: { Sid: 'Buckets', Resource: ['arn:aws:s3:::wallfeed-*'] },
  scheduler: { Sid: 'Schedules', Resource: 'arn:aws:scheduler:*:*:schedule*/wallfeed-*' },
  secretsmanager: {
    Sid: 'DatabaseSecrets',
    Resource: ['arn:aws:secretsmanager:*:*:secret:ReaderSecret-*', 'arn:aws:secretsmanager:*:*:secret:rds!cluster-*'],
  },
  sns: { Sid: 'AlarmTopics', Resource: 'arn:aws:sns:*:*:wallfeed-*' },
};

/** Actions that AWS cannot limit to a resource, and list actions. */
const ANYWHERE: Scope = { Sid: 'WithoutResource', Resource: '*' };
const UNLIMITED =
  /^(cloudformation:ValidateTemplate|cloudwatch:DescribeAlarms|ec2:.*|kms:DescribeKey|logs:(Describe.*|.*LogDeliver.*|PutResourcePolicy)|rds:Describe.*|s3:ListAllMyBuckets|secretsmanager:GetRandomPassword|sns:(Unsubscribe|.*SubscriptionAttributes))$/;

const SPECIAL: Readonly<Record<string, Scope>> = {
  'iam:PassRole': {
    Sid: 'PassRoles',
    Resource: ROLES,
    Condition: { StringEquals: { 'iam:PassedToService': ['lambda.amazonaws.com', 'scheduler.amazonaws.com'] } },
  },
  'iam:CreateServiceLinkedRole': {
    Sid: 'ServiceLinkedRoles',
    Resource: 'arn:aws:iam::*:role/aws-service-role/*',
    Condition: { StringEquals: { 'iam:AWSServiceName': ['ops.apigateway.amazonaws.com', 'rds.amazonaws.com'] } },
  },
  'kms:CreateGrant': {
    Sid: 'KeysOfServices',
    Resource: '*',
    Condition: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
  },
};

const scopeOf = (action: string): Scope => {
  const [service = ''] = action.split(':');
  const scope = SPECIAL[action] ?? (UNLIMITED.test(action) ? ANYWHERE : SCOPES[service]);
  if (!scope) throw new Error(`${action} has no scope`);
  return scope;
};

/** IAM limits policies to 6 144 characters. */
const PATTERNS = [
  'athena:*WorkGroup',
  'athena:*Tag*Resource',
  'cloudformation:*ChangeSet',
  'cloudformation:Describe*',
  'iam:*RolePermissionsBoundary',
  'rds-data:*Transaction',
  'scheduler:*Schedule',
  'scheduler:*Tag*Resource',
  'scheduler:*ScheduleGroup',
  'secretsmanager:*Secret',
];

const allActions = (): readonly string[] => {
  const { ownCalls, resources, furtherActions } = readActions();
  const named = [ownCalls, resources].flatMap((one) => Object.values(one).flat());
  return [...new Set([...PATTERNS, ...named, ...furtherActions])].toSorted();
};

const READING = /^[a-z0-9-]+:(?:Get|Describe|List|View|GET)/;
/** Actions that read data or secrets, not settings of a resource. */
const OF_DATA = /^(?:s3:GetObject|secretsmanager:Get|rds:Describe\*$|ec2:Describe\*$|lambda:Get\*$)/;
/** In place of wildcards that would allow reading more than the resources of a stack. */
const IN_DETAIL = [
  'ec2:DescribeSecurityGroups',
  'ec2:DescribeSubnets',
  'ec2:DescribeVpcAttribute',
  'ec2:DescribeVpcs',
  'lambda:GetAlias',
  'lambda:GetFunction',
  'lambda:GetFunctionConcurrency',
  'lambda:GetPolicy',
  'rds:DescribeDBClusterParameterGroups',
  'rds:DescribeDBClusterParameters',
  'rds:DescribeDBClusters',
  'rds:DescribeDBInstances',
  'rds:DescribeDBSubnetGroups',
  'rds:DescribeEngineDefaultClusterParameters',
  'sns:GetSubscriptionAttributes',
  'sns:GetTopicAttributes',
];

/** Returns the actions by which CloudFormation reads the actual state of the resources of a stack. */
export const readingActions = (): readonly string[] => {
  const all = Object.values(readActions().resources).flat();
  return [...new Set([...all.filter((one) => READING.test(one) && !OF_DATA.test(one)), ...IN_DETAIL])].toSorted();
};

const covers = (pattern: string, action: string): boolean =>
  pattern !== action && new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(action);

const withoutCovered = (actions: readonly string[]): readonly string[] =>
  actions.filter((action) => !actions.some((pattern) => covers(pattern, action)));

/**
 * The statements of the second policy: those for resources that hold data, and for resources that monitor or call the
 * functions.
 */
const SECOND: ReadonlySet<string> = new Set([
  'AlarmTopics',
  'Alarms',
  'Budgets',
  'DataApi',
  'DatabaseSecrets',
  'Databases',
  'DnsRecords',
  'Schedules',
  'SharedCache',
  'Workgroups',
]);

const inPartition = (resource: PolicyStatement['Resource'], partition: string): PolicyStatement['Resource'] =>
  typeof resource === 'string'
    ? resource.replace(/^arn:aws:/, `arn:${partition}:`)
    : resource.map((one) => one.replace(/^arn:aws:/, `arn:${partition}:`));

const allStatements = (partition: string): readonly PolicyStatement[] =>
  Array.from(Map.groupBy(allActions(), scopeOf), ([{ Sid, Resource, ...scope }, actions]): PolicyStatement => {
    return {
      Sid,
      Effect: 'Allow',
      Action: withoutCovered(actions),
      Resource: inPartition(Resource, partition),
      ...scope,
    };
  }).toSorted((one, other) => (one.Sid < other.Sid ? -1 : 1));

/**
 * Creates the two policies with the permissions to deploy, inspect and remove stacks of dashboards. Together they
 * exceed IAM's limit for one policy.
 */
export const deployerPolicies = (partition: string): readonly [Policy, Policy] => {
  const all = allStatements(partition);
  const policyOf = (Statement: readonly PolicyStatement[]): Policy => ({ Version: '2012-10-17', Statement });
  return [policyOf(all.filter(({ Sid }) => !SECOND.has(Sid))), policyOf(all.filter(({ Sid }) => SECOND.has(Sid)))];
};

const textOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

export const deployerPolicyFiles = (partition: Partition): Readonly<Record<string, string>> => {
  const [first, second] = deployerPolicies(partition);
  return { 'deployer-policy.json': textOf(first), 'deployer-policy-data.json': textOf(second) };
};
