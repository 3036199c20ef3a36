import type { Template } from '../../../../infra/stack/template/template.ts';

/** The parts of a template that an upgrade must keep. */
export interface Outline {
  /** The type of each resource, by its logical id. */
  readonly types: Readonly<Record<string, string>>;
  /** The properties that would replace a resource with data or a URL if they changed. */
  readonly lasting: Readonly<Record<string, unknown>>;
  readonly outputs: readonly string[];
}

/** Properties whose change makes CloudFormation replace the resource. */
const REPLACING: Readonly<Record<string, readonly string[]>> = {
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::RDS::DBCluster': [
    'DBClusterIdentifier',
    'Engine',
    'DBSubnetGroupName',
    'DatabaseName',
    'StorageEncrypted',
    'KmsKeyId',
  ],
  'AWS::RDS::DBInstance': ['DBInstanceIdentifier', 'DBClusterIdentifier', 'Engine'],
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'AttributeDefinitions'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::Lambda::Function': ['FunctionName'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
};

/**
 * True if a resource keeps its id. A function gets a new version, with a hash in its id, for each change of its code.
 */
const isLasting = ({ Type }: { readonly Type: string }): boolean => Type !== 'AWS::Lambda::Version';

export const outlineOf = ({ Resources, Outputs }: Template & { readonly Outputs?: object }): Outline => {
  const resources = Object.entries(Resources)
    .filter(([, resource]) => isLasting(resource))
    .sort();
  const lasting = resources.flatMap(([id, { Type, Properties = {} }]) => {
    const names = REPLACING[Type] ?? [];
    const values = names.filter((name) => name in Properties).map((name) => [name, Properties[name]]);
    return names.length === 0 ? [] : [[id, Object.fromEntries(values)] as const];
  });
  return {
    types: Object.fromEntries(resources.map(([id, { Type }]) => [id, Type])),
    lasting: Object.fromEntries(lasting),
    outputs: Object.keys(Outputs ?? {})
      .filter((name) => !name.includes('LambdaFunctionQualifiedArn'))
      .sort(),
  };
};
