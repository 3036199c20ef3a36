import { datasetKeyPrefix, keyPrefixOf } from '../../shared/cache/variants.ts';
import { BOOK_KEY } from '../../shared/telling/book-key.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { RoleSettings } from '../dashboard/head/dashboard-head.ts';
import { allow, foreignBucketArn, join, listBucket, type Permission, unique } from '../dashboard/kinds/permission.ts';
import type { NeededObject } from '../dashboard/kinds/source-kind.ts';
import { byKind } from '../dashboard/registry/kinds.ts';
import { policyKey } from '../dashboard/sources/locate-object.ts';
import { hasPromises } from './promises.ts';
import {
  datasetsOf,
  needsTable,
  OWN_CLUSTER,
  objectsOf,
  parametersOf,
  queriesOf,
  READER_SECRET,
  type Sourced,
  sharedDatasetsOf,
  topicsOf,
} from './sources.ts';
import { logicalName, type Resource, resolveIntrinsics, type Tag, type Value } from './template/template.ts';

/** IAM quota: the total size of the inline policies of one role. */
export const MAX_POLICY_CHARS = 10_240;

/** The longest value that AWS can insert for each reference. */
const WORST_CASE_VALUES: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws-us-gov',
  'AWS::Region': 'ap-southeast-99',
  'AWS::AccountId': '0'.repeat(12),
  DataBucket: `arn:aws-us-gov:s3:::${'x'.repeat(63)}`,
};
const WORST_CASE_ARN = 'x'.repeat(160);

export const policyDocument = (permissions: readonly Permission[]) => ({
  Version: '2012-10-17',
  Statement: permissions,
});

/** Returns the largest possible size after references are resolved. */
export const policySize = (permissions: readonly Permission[]): number =>
  JSON.stringify(
    resolveIntrinsics(policyDocument(permissions), (name): string => WORST_CASE_VALUES[name] ?? WORST_CASE_ARN),
  ).length;

const roleId = (family: string): string => `${logicalName(family)}Role`;

/** Returns the ARN of a role that the user names. A role without an ARN is one of the stack's account. */
export const namedRole = (role: string): Value =>
  role.startsWith('arn:') ? role : { 'Fn::Sub': `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:role/${role}` };

/**
 * Returns the ARN of a function's role: the one that the user names, or that of the stack. With it, osls generates no
 * shared role for all functions.
 */
export const roleReference = (family: string, { function: named }: RoleSettings = {}): Value =>
  named === undefined ? { 'Fn::GetAtt': [roleId(family), 'Arn'] } : namedRole(named);

const TRUST = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
};

/**
 * Returns the properties by which a company limits its roles. A boundary without an ARN is a policy of the stack's
 * account.
 */
export const roleLimits = ({ boundary, path }: RoleSettings = {}): Readonly<Record<string, Value>> => ({
  ...(boundary !== undefined && {
    PermissionsBoundary: boundary.startsWith('arn:')
      ? boundary
      : { 'Fn::Sub': `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:policy/${boundary}` },
  }),
  ...(path !== undefined && { Path: path }),
});

/** Creates no role if the user names one. CloudFormation names it, as our names could exceed IAM's 64 characters. */
export const functionRole = (
  family: string,
  permissions: readonly Permission[],
  tags: readonly Tag[],
  roles?: RoleSettings,
): Readonly<Record<string, Resource>> =>
  roles?.function !== undefined
    ? {}
    : {
        [roleId(family)]: {
          Type: 'AWS::IAM::Role',
          Properties: {
            ...roleLimits(roles),
            AssumeRolePolicyDocument: TRUST,
            Policies: [{ PolicyName: 'endpoints', PolicyDocument: policyDocument(permissions) }],
            Tags: tags,
          },
        },
      };

type Needs = Pick<LoadedDashboard, 'name' | 'bucket' | 'database' | 'key' | 'storeKey' | 'vpc' | 'watch' | 'alarms'> &
  Sourced;

const ANSWERS_TABLE: Value = { 'Fn::GetAtt': ['AnswersTable', 'Arn'] };

const bucketArn = (bucket: string | undefined): Value =>
  bucket === undefined ? { 'Fn::GetAtt': ['DataBucket', 'Arn'] } : foreignBucketArn(bucket);

/**
 * Allows writing the function's log. The ARN of a log group ends in `:*` for all of its streams, which Lambda names at
 * run time.
 */
const writeLogs = (family: string): readonly Permission[] =>
  allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [{ 'Fn::GetAtt': [`${logicalName(family)}LogGroup`, 'Arn'] }]);

const getObjects = (bucket: string | undefined, keys: readonly string[]): readonly Permission[] =>
  allow(
    ['s3:GetObject'],
    keys.map((key) => join('/', bucketArn(bucket), key)),
  );

const keysIn = (objects: readonly NeededObject[], own: string | undefined) =>
  Map.groupBy(objects, ({ bucket }) => bucket ?? own);

/**
 * Allows each file of data/ by its key, or the dashboard's whole prefix if the keys would exceed IAM's policy size. If
 * the function reads only patterns in data/, it may list only the keys that begin like these patterns.
 */
const readObjects = ({ name, bucket: own, ...needs }: Needs, each: boolean): readonly Permission[] =>
  Array.from(keysIn(objectsOf(needs), own), ([bucket, objects]) => {
    const isInside = ({ key }: NeededObject): boolean => bucket === own && key.startsWith(`${name}/`);
    const keysOf = (some: readonly NeededObject[]): readonly string[] =>
      unique(some.map(({ key, isPrefix }) => `${policyKey(key)}${isPrefix ? '*' : ''}`));
    const inside = objects.filter(isInside);
    const outside = keysOf(objects.filter((object) => !isInside(object)));
    const folder = inside.length > 0 ? [`${name}/*`] : [];
    const read = each ? keysOf(inside) : folder;
    const listed = inside.every(({ isPrefix }) => isPrefix) ? read : folder;
    return [...getObjects(bucket, [...read, ...outside]), ...listBucket(bucketArn(bucket), [...listed, ...outside])];
  }).flat();

const readSecrets = (needs: Needs): readonly Permission[] =>
  allow(
    ['ssm:GetParameter'],
    parametersOf(needs).map((name) => ({
      'Fn::Sub': `arn:\${AWS::Partition}:ssm:\${AWS::Region}:\${AWS::AccountId}:parameter/${name.replace(/^\//, '')}`,
    })),
  );

const queryDatabases = (needs: Needs): readonly Permission[] => {
  const databases = queriesOf(needs).map(({ database }) => database);
  return [
    ...allow(
      ['rds-data:ExecuteStatement'],
      databases.map((database) => database?.cluster ?? OWN_CLUSTER),
    ),
    ...allow(
      ['secretsmanager:GetSecretValue'],
      databases.map((database) => database?.secret ?? READER_SECRET),
    ),
  ];
};

/**
 * Responses, rows and leases in the shared cache, limited to items of the function's family and of the datasets that it
 * shares with other functions.
 */
const shareResponses = (family: string, needs: Needs): readonly Permission[] => {
  const ofPromises = hasPromises(needs) ? [BOOK_KEY] : [];
  const prefixes = [keyPrefixOf(family), ...sharedDatasetsOf(needs).map(datasetKeyPrefix), ...ofPromises];
  return allow(
    ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    needsTable(needs) ? [ANSWERS_TABLE] : [],
    { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) } },
  );
};

const tellTopics = (needs: Needs): readonly Permission[] =>
  allow(['sns:Publish'], needs.watch !== 'none' && hasPromises(needs) ? topicsOf(needs) : []);

/** Allows what the kinds of datasets need besides S3 objects and databases. */
const useKinds = (needs: Sourced): readonly Permission[] =>
  byKind(Object.values(datasetsOf(needs))).flatMap(([kind, datasets]) => kind.needs.permissions?.(datasets) ?? []);

/**
 * Allows decrypting with the dashboard's keys. Resources that the stack creates use AWS's own keys, which need no
 * permission.
 */
const decrypt = ({ key, bucket, ...needs }: Needs): readonly Permission[] => {
  const ofKinds = useKinds(needs);
  const isForeign = (object: NeededObject): boolean => (object.bucket ?? bucket) !== undefined;
  const isUsed =
    parametersOf(needs).length > 0 ||
    objectsOf(needs).some(isForeign) ||
    ofKinds.length > 0 ||
    queriesOf(needs).some(({ database }) => database !== undefined);
  const writesResults = ofKinds.some(({ Action }) => Action.includes('s3:PutObject'));
  return key !== undefined && isUsed
    ? allow(['kms:Decrypt', ...(writesResults ? ['kms:GenerateDataKey'] : [])], [key].flat())
    : [];
};

/** Allows using the key that encrypts what the stack stores: its files, its shared cache, its secret and results. */
export const useStoreKey = ({ storeKey }: Pick<LoadedDashboard, 'storeKey'>): readonly Permission[] =>
  allow(
    ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'],
    storeKey === undefined ? [] : [storeKey],
  );

/** Lambda connects a function to a VPC by these calls. EC2 cannot limit them to a resource. */
const INTERFACE_ACTIONS = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/** Allows calls of Lambda, but not of the function's code: only the code's calls name a function. */
const connectToVpc = ({ vpc }: Needs): readonly Permission[] => {
  if (!vpc) return [];
  const ofCode = { ArnLike: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } };
  return [
    { Effect: 'Allow', Action: INTERFACE_ACTIONS, Resource: ['*'] },
    { Effect: 'Deny', Action: INTERFACE_ACTIONS, Resource: ['*'], Condition: ofCode },
  ];
};

export const permissionsOf = (family: string, needs: Needs): readonly Permission[] => {
  const withObjects = (each: boolean): readonly Permission[] => [
    ...writeLogs(family),
    ...readObjects(needs, each),
    ...readSecrets(needs),
    ...queryDatabases(needs),
    ...useKinds(needs),
    ...shareResponses(family, needs),
    ...tellTopics(needs),
    ...decrypt(needs),
    ...useStoreKey(needs),
    ...connectToVpc(needs),
  ];
  const exact = withObjects(true);
  return policySize(exact) <= MAX_POLICY_CHARS ? exact : withObjects(false);
};
