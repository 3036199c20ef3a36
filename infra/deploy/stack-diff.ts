import type { DeployedStack, StackAddress } from './aws/stacks.ts';

export interface ResourceKind {
  readonly noun: string;
  /** True if the resource only serves another resource of the stack. A diff counts such resources without their names. */
  readonly isPart: boolean;
}

const main = (noun: string): ResourceKind => ({ noun, isPart: false });
const part = (noun: string): ResourceKind => ({ noun, isPart: true });

const KINDS: Readonly<Record<string, ResourceKind>> = {
  'AWS::ApiGatewayV2::Api': main('HTTP API'),
  'AWS::ApiGatewayV2::ApiMapping': part('domain mapping'),
  'AWS::ApiGatewayV2::DomainName': main('domain'),
  'AWS::ApiGatewayV2::Integration': part('integration'),
  'AWS::ApiGatewayV2::Route': main('route'),
  'AWS::ApiGatewayV2::Stage': main('stage of the HTTP API'),
  'AWS::Athena::WorkGroup': main('workgroup'),
  'AWS::Budgets::Budget': main('budget'),
  'AWS::CloudWatch::Alarm': part('alarm'),
  'AWS::CloudWatch::Dashboard': part('CloudWatch dashboard'),
  'AWS::DynamoDB::Table': main('shared cache'),
  'AWS::EC2::SecurityGroup': part('security group'),
  'AWS::EC2::Subnet': part('subnet'),
  'AWS::EC2::VPC': part('network'),
  'AWS::IAM::Role': part('role'),
  'AWS::Lambda::Alias': part('function alias'),
  'AWS::Lambda::Function': main('function'),
  'AWS::Lambda::Permission': part('permission to invoke'),
  'AWS::Lambda::Version': part('function version'),
  'AWS::Logs::LogGroup': part('log group'),
  'AWS::Logs::MetricFilter': part('metric filter'),
  'AWS::RDS::DBCluster': main('database'),
  'AWS::RDS::DBClusterParameterGroup': part('settings of the database'),
  'AWS::RDS::DBInstance': part('database instance'),
  'AWS::RDS::DBSubnetGroup': part('subnet group'),
  'AWS::Route53::RecordSet': part('DNS record'),
  'AWS::S3::Bucket': main('bucket'),
  'AWS::S3::BucketPolicy': part('bucket policy'),
  'AWS::SNS::Subscription': part('alarm subscription'),
  'AWS::SNS::Topic': part('alarm topic'),
  'AWS::SNS::TopicPolicy': part('topic policy'),
  'AWS::Scheduler::Schedule': main('schedule'),
  'AWS::Scheduler::ScheduleGroup': part('schedule group'),
  'AWS::SecretsManager::Secret': part('secret'),
};

/** Returns the plain name of a resource type; unknown types keep AWS's name. */
export const kindOf = (type: string): ResourceKind => KINDS[type] ?? main(type);

const PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api CorsConfiguration': 'CORS',
  'AWS::ApiGatewayV2::Stage AccessLogSettings': 'access log',
  'AWS::ApiGatewayV2::Stage DefaultRouteSettings': 'throttling',
  'AWS::Athena::WorkGroup WorkGroupConfiguration': 'limit of scanned bytes and results',
  'AWS::CloudWatch::Alarm OKActions': 'actions at its end',
  'AWS::IAM::Role Policies': 'permissions',
  'AWS::Lambda::Alias FunctionVersion': 'version',
  'AWS::Lambda::Function Environment': 'variables',
  'AWS::Lambda::Function MemorySize': 'memory',
  'AWS::Lambda::Function Timeout': 'timeout',
  'AWS::RDS::DBCluster EngineVersion': 'engine version',
  'AWS::RDS::DBCluster DeletionProtection': 'deletion protection',
};

export const propertyName = (type: string, property: string): string =>
  PROPERTIES[`${type} ${property}`] ?? property.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

export const CHANGE_ACTIONS = ['add', 'change', 'replace', 'remove'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

export type Kept = 'nothing' | 'snapshot' | 'everything';

export interface StackChange {
  readonly action: ChangeAction;
  readonly logicalId: string;
  /** Such as `AWS::Lambda::Function`. */
  readonly type: string;
  /** The name of the resource in AWS, or else a text that identifies it. */
  readonly name: string;
  /** By CloudFormation's names. */
  readonly properties: readonly string[];
  /** True if AWS decides during the update whether it changes or replaces the resource. */
  readonly mayReplace: boolean;
  /** True if a deployment cannot restore the data. */
  readonly holdsData: boolean;
  readonly kept?: Kept;
  /** Present if somebody has changed or deleted the resource past CloudFormation. A repair undoes this. */
  readonly drift?: 'changed' | 'deleted';
  readonly found?: readonly DriftedValue[];
}

/** Actual value, and value of the last deployment. */
export interface DriftedValue {
  readonly property: string;
  readonly actual: string;
  readonly deployed: string;
}

/** Paths below the base URL. */
export interface UrlChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export interface BaseUrlChange {
  readonly before: string;
  /** The new base URL. Absent if AWS chooses the address. */
  readonly after?: string;
}

/** Adding a domain alone leaves the address open. */
export type AddressChange = 'opens' | 'closes';

export interface StackDiff {
  readonly address: StackAddress;
  readonly stack?: DeployedStack;
  readonly changes: readonly StackChange[];
  /** Absent if the deployed template does not list its endpoints. */
  readonly urls?: UrlChanges;
  /** The name of a function that an earlier version named, and that keeps its name. Absent if there is none. */
  readonly keptName?: string;
  readonly baseUrl?: BaseUrlChange;
  readonly addressChange?: AddressChange;
  readonly comparesActual?: boolean;
}

export const isLoss = ({ action, mayReplace, holdsData, drift }: StackChange): boolean =>
  holdsData && (action === 'remove' || action === 'replace' || mayReplace || drift === 'deleted');

const DATABASE = 'AWS::RDS::DBCluster';

const DATABASE_KEPT: Readonly<Record<Kept, string>> = {
  nothing: 'Its tables are lost for good',
  snapshot:
    'Its tables are deleted. A last snapshot stays in the account, and costs money, until you delete it: a later deployment ' +
    'with SQL can restore it',
  everything: 'It stays in the account, and costs money, but no endpoint reads it any more',
};

const BUCKET_KEPT: Readonly<Record<Kept, string>> = {
  nothing: 'Its files are lost for good',
  snapshot: 'Its files are lost for good',
  everything: 'It stays in the account with its files, but a later deployment makes a new, empty bucket',
};

const verbOf = ({ action, mayReplace, drift }: StackChange): string => {
  if (drift === 'deleted') return 'was deleted outside of this stack, and a new, empty one takes its place';
  if (mayReplace) return 'may be replaced by a new, empty one';
  return action === 'replace' ? 'is replaced by a new, empty one' : 'is removed from the stack';
};

const sentenceFor = (change: StackChange): string => {
  const { type, name, kept = 'nothing' } = change;
  const [noun, words] = type === DATABASE ? ['database', DATABASE_KEPT] : ['bucket', BUCKET_KEPT];
  return `The ${noun} ${name} ${verbOf(change)}. ${words[kept]}.`;
};

/** Describes the data that a deployment would remove, one paragraph for each resource; empty if no data is lost. */
export const describeLosses = (changes: readonly StackChange[]): readonly string[] =>
  changes.filter(isLoss).map(sentenceFor);
