import type { Resource, Template } from './template/template.ts';

type Fields = Readonly<Record<string, unknown>>;

const ENCRYPTIONS: Readonly<Record<string, (key: string, properties: Fields) => Fields>> = {
  'AWS::Athena::WorkGroup': (key, { WorkGroupConfiguration }) => ({
    WorkGroupConfiguration: {
      ...(WorkGroupConfiguration as Fields),
      ManagedQueryResultsConfiguration: { Enabled: true, EncryptionConfiguration: { KmsKey: key } },
    },
  }),
  'AWS::DynamoDB::Table': (key) => ({
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: key },
  }),
  'AWS::Logs::LogGroup': (key) => ({ KmsKeyId: key }),
  'AWS::RDS::DBCluster': (key) => ({ KmsKeyId: key, MasterUserSecret: { KmsKeyId: key } }),
  'AWS::S3::Bucket': (key) => ({
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [
        { BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: key } },
      ],
    },
  }),
  'AWS::SNS::Topic': (key) => ({ KmsMasterKeyId: key }),
  'AWS::SecretsManager::Secret': (key) => ({ KmsKeyId: key }),
};

const encrypt = (resource: Resource, key: string): Resource => {
  const { Properties = {} } = resource;
  const encryption = ENCRYPTIONS[resource.Type]?.(key, Properties);
  return encryption ? { ...resource, Properties: { ...Properties, ...encryption } } : resource;
};

/** Encrypts everything that a stack stores with a key of the user. Without one, AWS's own keys encrypt it. */
export const withStoreKey = (template: Template, key: string | undefined): Template =>
  key === undefined
    ? template
    : {
        ...template,
        Resources: Object.fromEntries(
          Object.entries(template.Resources).map(([id, resource]) => [id, encrypt(resource, key)]),
        ),
      };
