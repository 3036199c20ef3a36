import { FURTHER_STACK_ACTIONS, OSLS_CALLS, OWN_CALLS } from './call-actions.ts';
import { RESOURCE_ACTIONS } from './resource-actions.ts';

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
  const calls = [OWN_CALLS, OSLS_CALLS].flatMap((one) => Object.values(one).flat());
  const all = [...PATTERNS, ...calls, ...FURTHER_STACK_ACTIONS, ...Object.values(RESOURCE_ACTIONS).flat()];
  return [...new Set(all)].toSorted();
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
