import { type Resource, resourcesOf, type Template } from '../../../infra/stack/template/template.ts';
import { type Fields, fields, isTlsOnly, type Statement, statementsOf } from './statements.ts';

export type Rule = (template: Template) => readonly string[];

export const breaking =
  (type: string, keeps: (properties: Fields, template: Template, name: string, resource: Resource) => boolean): Rule =>
  (template) => {
    const resources = resourcesOf(template, type);
    const broken = resources.filter(
      ([name, resource]) => !keeps(fields(resource.Properties), template, name, resource),
    );
    return broken.map(([name]) => name);
  };

const policyOf = (template: Template, bucket: string): readonly Statement[] =>
  resourcesOf(template, 'AWS::S3::BucketPolicy')
    .filter(([, { Properties }]) => fields(Properties?.Bucket).Ref === bucket)
    .flatMap(([, { Properties }]) => statementsOf(Properties?.PolicyDocument));

const BLOCKS = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];

const isPrivate = ({ PublicAccessBlockConfiguration, AccessControl, WebsiteConfiguration }: Fields): boolean =>
  BLOCKS.every((name) => fields(PublicAccessBlockConfiguration)[name] === true) &&
  !AccessControl &&
  !WebsiteConfiguration;

const isEncrypted = ({ BucketEncryption }: Fields): boolean =>
  /AES256|aws:kms/.test(JSON.stringify(fields(BucketEncryption).ServerSideEncryptionConfiguration ?? ''));

const scalingOf = ({ ServerlessV2ScalingConfiguration }: Fields): Fields => fields(ServerlessV2ScalingConfiguration);

export const dataRules: Readonly<Record<string, Rule>> = {
  'buckets are encrypted': breaking('AWS::S3::Bucket', isEncrypted),
  'buckets are private': breaking('AWS::S3::Bucket', isPrivate),
  'buckets are versioned': breaking(
    'AWS::S3::Bucket',
    (bucket) => fields(bucket.VersioningConfiguration).Status === 'Enabled',
  ),
  'buckets delete old versions': breaking('AWS::S3::Bucket', (bucket) =>
    JSON.stringify(bucket.LifecycleConfiguration ?? '').includes('NoncurrentVersionExpiration'),
  ),
  'buckets accept only TLS': breaking('AWS::S3::Bucket', (_, template, name) =>
    policyOf(template, name).some(isTlsOnly),
  ),
  'buckets of data outlive the stack, unless its creation failed': (template) =>
    resourcesOf(template, 'AWS::S3::Bucket')
      .filter(([name]) => name !== 'ServerlessDeploymentBucket')
      .filter(
        ([, { DeletionPolicy, UpdateReplacePolicy }]) =>
          DeletionPolicy !== 'RetainExceptOnCreate' || UpdateReplacePolicy !== 'Retain',
      )
      .map(([name]) => name),
  'databases are encrypted': breaking('AWS::RDS::DBCluster', ({ StorageEncrypted, SnapshotIdentifier }) =>
    // A restored cluster has the encryption of its snapshot. AWS does not accept another setting.
    SnapshotIdentifier === undefined ? StorageEncrypted === true : StorageEncrypted === undefined,
  ),
  'databases have an owner, or the snapshot’s owner if they are restored': breaking(
    'AWS::RDS::DBCluster',
    ({ MasterUsername, SnapshotIdentifier }) => (SnapshotIdentifier === undefined) === (MasterUsername === 'wallfeed'),
  ),
  'databases pause': breaking('AWS::RDS::DBCluster', (cluster) => {
    const { MinCapacity, SecondsUntilAutoPause } = scalingOf(cluster);
    return MinCapacity === 0 && Number(SecondsUntilAutoPause) >= 300;
  }),
  'databases run the tested version, or the configured one': breaking('AWS::RDS::DBCluster', ({ EngineVersion }) =>
    /^(17\.7|16\.11)$/.test(String(EngineVersion)),
  ),
  'databases are upgraded only by deployments': breaking(
    'AWS::RDS::DBInstance',
    ({ AutoMinorVersionUpgrade }) => AutoMinorVersionUpgrade === false,
  ),
  'databases have each subnet in a different Availability Zone': breaking(
    'AWS::RDS::DBSubnetGroup',
    ({ SubnetIds }, { Resources }) => {
      const subnets = [SubnetIds].flat();
      const own = subnets.flatMap((subnet) => Resources[String(fields(subnet).Ref)] ?? []);
      const zones = own.map(({ Properties }) => JSON.stringify(Properties?.AvailabilityZone));
      return subnets.length >= 3 && (own.length === 0 || new Set(zones).size === subnets.length);
    },
  ),
  'databases have the Data API and a managed secret': breaking(
    'AWS::RDS::DBCluster',
    ({ EnableHttpEndpoint, ManageMasterUserPassword, MasterUserPassword }) =>
      EnableHttpEndpoint === true && ManageMasterUserPassword === true && MasterUserPassword === undefined,
  ),
  'databases are not lost with the stack': breaking('AWS::RDS::DBCluster', (_, __, ___, resource) =>
    ['Snapshot', 'Retain'].includes(String(fields(resource).DeletionPolicy)),
  ),
  'databases are not protected by the template, because a rollback could not delete them': breaking(
    'AWS::RDS::DBCluster',
    ({ DeletionProtection }) => DeletionProtection === undefined,
  ),
  'databases are not in a public network': breaking(
    'AWS::RDS::DBInstance',
    ({ PubliclyAccessible }) => PubliclyAccessible === false,
  ),
  'tables are billed by request': breaking(
    'AWS::DynamoDB::Table',
    ({ BillingMode, ProvisionedThroughput }) =>
      BillingMode === 'PAY_PER_REQUEST' && ProvisionedThroughput === undefined,
  ),
  'tables expire their items': breaking('AWS::DynamoDB::Table', ({ TimeToLiveSpecification }) => {
    const { AttributeName, Enabled } = fields(TimeToLiveSpecification);
    return AttributeName === 'expiresAt' && Enabled === true;
  }),
  'tables are encrypted with the key that AWS owns': breaking(
    'AWS::DynamoDB::Table',
    ({ SSESpecification }) => SSESpecification === undefined,
  ),
  'workgroups limit the scanned bytes of a query, and no caller can lift the limit': breaking(
    'AWS::Athena::WorkGroup',
    ({ WorkGroupConfiguration }) => {
      const { BytesScannedCutoffPerQuery: bytes, EnforceWorkGroupConfiguration } = fields(WorkGroupConfiguration);
      return EnforceWorkGroupConfiguration === true && Number.isInteger(bytes) && Number(bytes) >= 10_000_000;
    },
  ),
  'workgroups keep results where they expire': breaking('AWS::Athena::WorkGroup', ({ WorkGroupConfiguration }) => {
    const { ManagedQueryResultsConfiguration, ResultConfiguration } = fields(WorkGroupConfiguration);
    return fields(ManagedQueryResultsConfiguration).Enabled === true && ResultConfiguration === undefined;
  }),
  'workgroups are removed with the stack, with their history of queries': breaking(
    'AWS::Athena::WorkGroup',
    ({ RecursiveDeleteOption }) => RecursiveDeleteOption === true,
  ),
  'secrets are generated': breaking(
    'AWS::SecretsManager::Secret',
    ({ GenerateSecretString, SecretString }) => GenerateSecretString !== undefined && SecretString === undefined,
  ),
};
