import { datasetKeyPrefix, keyPrefixOf } from '../../shared/cache/variants.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { allow, foreignBucketArn, join, listBucket, type Permission, unique } from '../dashboard/kinds/permission.ts';
import type { NeededObject } from '../dashboard/kinds/source-kind.ts';
import { byKind } from '../dashboard/registry/kinds.ts';
import { policyKey } from '../dashboard/sources/locate-object.ts';
import { MAX_POLICY_CHARS, policySize } from './permission.ts';
import { datasetsOf, needsTable, objectsOf, queriesOf, type Sourced, sharedDatasetsOf, tokensOf } from './sources.ts';
import { logicalName, type Value } from './template/template.ts';

/** The input for a function's permissions: its own endpoints, and settings of its dashboard. */
type Needs = Pick<LoadedDashboard, 'name' | 'bucket' | 'database' | 'key'> & Sourced;

/** The name of the database in the stack's own cluster, as in infra/stack/resources/database.yml. */
export const OWN_DATABASE = 'wallfeed';
export const OWN_CLUSTER: Value = { 'Fn::GetAtt': ['Database', 'DBClusterArn'] };
export const READER_SECRET: Value = { Ref: 'ReaderSecret' };

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
 * Allows reading each file of data/ by its key, or the dashboard's whole prefix if the keys would exceed IAM's policy
 * size.
 */
const readObjects = ({ name, bucket: own, ...needs }: Needs, each: boolean): readonly Permission[] =>
  Array.from(keysIn(objectsOf(needs), own), ([bucket, objects]) => {
    const keys = unique(objects.map(({ key, isPrefix }) => `${policyKey(key)}${isPrefix ? '*' : ''}`));
    const folder = `${name}/*`;
    const isInside = (key: string): boolean => bucket === own && key.startsWith(`${name}/`);
    const inside = keys.filter(isInside);
    const outside = keys.filter((key) => !isInside(key));
    const all = inside.length > 0 ? [folder] : [];
    return [
      ...getObjects(bucket, [...(each ? inside : all), ...outside]),
      ...listBucket(bucketArn(bucket), [...all, ...outside]),
    ];
  }).flat();

const readSecrets = ({ endpoints }: Needs): readonly Permission[] =>
  allow(
    ['ssm:GetParameter'],
    tokensOf(endpoints, 'ssm').map((name) => ({
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
 * Allows reading and writing responses, rows and leases in the shared cache, limited to items of the function's family and
 * of the datasets that it shares with other functions.
 */
const shareResponses = (family: string, needs: Needs): readonly Permission[] => {
  const prefixes = [keyPrefixOf(family), ...sharedDatasetsOf(needs).map(datasetKeyPrefix)];
  return allow(
    ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    needsTable(needs) ? [ANSWERS_TABLE] : [],
    { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`) } },
  );
};

/** Allows what the kinds of the datasets need beside objects and databases. */
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
    tokensOf(needs.endpoints, 'ssm').length > 0 ||
    objectsOf(needs).some(isForeign) ||
    ofKinds.length > 0 ||
    queriesOf(needs).some(({ database }) => database !== undefined);
  const writesResults = ofKinds.some(({ Action }) => Action.includes('s3:PutObject'));
  return key !== undefined && isUsed
    ? allow(['kms:Decrypt', ...(writesResults ? ['kms:GenerateDataKey'] : [])], [key].flat())
    : [];
};

/** Returns the permissions of a family's function, as its endpoints need them. */
export const permissionsOf = (family: string, needs: Needs): readonly Permission[] => {
  const withObjects = (each: boolean): readonly Permission[] => [
    ...writeLogs(family),
    ...readObjects(needs, each),
    ...readSecrets(needs),
    ...queryDatabases(needs),
    ...useKinds(needs),
    ...shareResponses(family, needs),
    ...decrypt(needs),
  ];
  const exact = withObjects(true);
  return policySize(exact) <= MAX_POLICY_CHARS ? exact : withObjects(false);
};
