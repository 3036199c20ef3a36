import { readFileSync } from 'node:fs';
import { programPath } from '../../build/program-files.ts';

type ActionsByName = Readonly<Record<string, readonly string[]>>;

/** The IAM actions that a deployment needs. */
export interface NeededActions {
  /** Actions by the AWS calls of our commands. A call that AWS allows to everybody has none. */
  readonly ownCalls: ActionsByName;
  /** Actions by the AWS calls of osls for a stack that has its own bucket and uses change sets. */
  readonly oslsCalls: ActionsByName;
  /** Actions for the tags of a stack, and to finish a failed rollback. */
  readonly furtherActions: readonly string[];
  /**
   * Actions by the types of resources. CloudFormation acts with the deployer's permissions. The actions are those of the
   * handlers in AWS's resource schemas.
   */
  readonly resources: ActionsByName;
}

/** Reads the IAM actions that a deployment needs. */
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

/**
 * The resources of each service. CloudFormation begins the names of resources with the stack's name, and the name of
 * each stack begins with `wallfeed-`.
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
  iam: { Sid: 'Roles', Resource: 'arn:aws:iam::*:role/wallfeed-*' },
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
  /^(cloudformation:ValidateTemplate|cloudwatch:DescribeAlarms|ec2:.*|ecr:.*|kms:DescribeKey|logs:(Describe.*|.*LogDeliver.*|PutResourcePolicy)|rds:Describe.*|secretsmanager:GetRandomPassword|sns:(Unsubscribe|.*SubscriptionAttributes))$/;

const SPECIAL: Readonly<Record<string, Scope>> = {
  'iam:PassRole': {
    Sid: 'PassRoles',
    Resource: 'arn:aws:iam::*:role/wallfeed-*',
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

/** Wildcards that replace many actions, because IAM limits policies to 6 144 characters. */
const PATTERNS = [
  'athena:*WorkGroup',
  'athena:*Tag*Resource',
  'cloudformation:*ChangeSet',
  'cloudformation:Describe*',
  'rds-data:*Transaction',
  'scheduler:*Schedule',
  'scheduler:*Tag*Resource',
  'scheduler:*ScheduleGroup',
  'secretsmanager:*Secret',
];

const allActions = (): readonly string[] => {
  const { ownCalls, oslsCalls, resources, furtherActions } = readActions();
  const named = [ownCalls, oslsCalls, resources].flatMap((one) => Object.values(one).flat());
  return [...new Set([...PATTERNS, ...named, ...furtherActions])].toSorted();
};

const covers = (pattern: string, action: string): boolean =>
  pattern !== action && new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(action);

/** Removes actions that a wildcard already covers. */
const withoutCovered = (actions: readonly string[]): readonly string[] =>
  actions.filter((action) => !actions.some((pattern) => covers(pattern, action)));

/** Creates the policy with the permissions to deploy, inspect and remove stacks of dashboards. */
export const deployerPolicy = (): Policy => {
  const scopes = Map.groupBy(allActions(), scopeOf);
  const statements = Array.from(scopes, ([{ Sid, ...scope }, actions]): PolicyStatement => {
    return { Sid, Effect: 'Allow', Action: withoutCovered(actions), ...scope };
  });
  return { Version: '2012-10-17', Statement: statements.toSorted((one, other) => (one.Sid < other.Sid ? -1 : 1)) };
};

/** Returns the text of infra/deploy/deployer-policy.json. */
export const deployerPolicyText = (): string => `${JSON.stringify(deployerPolicy(), null, 2)}\n`;
