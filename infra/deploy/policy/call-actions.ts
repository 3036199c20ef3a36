/** The IAM actions that each call of the AWS SDK needs. A call that AWS allows to everybody has an empty list. */
export type CallActions = Readonly<Record<string, readonly string[]>>;

const cloudFormation = (...names: readonly string[]): CallActions =>
  Object.fromEntries(names.map((name) => [name, [`cloudformation:${name}`]]));

const sameName = (service: string, ...names: readonly string[]): CallActions =>
  Object.fromEntries(names.map((name) => [name, [`${service}:${name}`]]));

/** The AWS calls of the commands diff, deploy, upload, urls and remove, except for the calls of osls. */
export const OWN_CALLS: CallActions = {
  ...cloudFormation(
    'CreateChangeSet',
    'DeleteChangeSet',
    'DescribeChangeSet',
    'DescribeStacks',
    'GetTemplate',
    'ListStackResources',
    'SetStackPolicy',
  ),
  ...sameName('rds', 'DescribeDBClusterSnapshots', 'ModifyDBCluster'),
  ...sameName('rds-data', 'BeginTransaction', 'CommitTransaction', 'ExecuteStatement', 'RollbackTransaction'),
  ...sameName('secretsmanager', 'GetSecretValue'),
  ...sameName('s3', 'DeleteBucket', 'GetObject', 'PutObject'),
  DeleteObject: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
  DeleteObjects: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
  HeadObject: ['s3:GetObject'],
  ListObjectVersions: ['s3:ListBucketVersions'],
  ListObjectsV2: ['s3:ListBucket'],
};

/**
 * The AWS calls of osls when it deploys, rolls back or removes a stack that has its own bucket and uses change sets.
 */
export const OSLS_CALLS: CallActions = {
  ...cloudFormation(
    'CreateChangeSet',
    'DeleteChangeSet',
    'DeleteStack',
    'DescribeChangeSet',
    'DescribeStackEvents',
    'DescribeStackResource',
    'DescribeStacks',
    'ExecuteChangeSet',
    'ListStackResources',
    'ValidateTemplate',
  ),
  ...sameName('s3', 'GetObject', 'PutObject'),
  ...sameName('ecr', 'DescribeRepositories'),
  GetCallerIdentity: [],
  DeleteObjects: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
  HeadBucket: ['s3:ListBucket'],
  ListObjectVersions: ['s3:ListBucketVersions'],
  ListObjectsV2: ['s3:ListBucket'],
};

/** Additional actions: for stack tags, and to finish a failed rollback. */
export const FURTHER_STACK_ACTIONS = [
  'cloudformation:ContinueUpdateRollback',
  'cloudformation:TagResource',
  'cloudformation:UntagResource',
] as const;
