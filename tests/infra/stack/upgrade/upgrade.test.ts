import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { withKeptNames } from '../../../../infra/deploy/kept-names.ts';
import { withLegacyBucket } from '../../../../infra/deploy/legacy-bucket.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import type { Template } from '../../../../infra/stack/template/template.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { packageFolder } from '../../../support/template/package-folder.ts';

/** The parts of a template that an upgrade must keep. */
interface Outline {
  /** The type of each resource, by its logical id. */
  readonly types: Readonly<Record<string, string>>;
  /** The properties that an upgrade must not change, by logical id: CloudFormation would replace the resource. */
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

const outlineOf = ({ Resources, Outputs }: Template & { readonly Outputs?: object }): Outline => {
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

const OUTLINES = join(projectRoot, 'tests/infra/stack/upgrade');

/** A dashboard with each resource that holds data: a bucket, a database and a shared cache. */
const FILES = {
  'dashboard.yml': `dashboard: upgrade
token: ssm:/upgrade/token
cache: { ttl: 1m, shared: true }
endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv }
  orders: { component: Pie Chart, sql: "select 'a', 'b', 1" }
`,
  'data/pie.csv': 'name,value,score,pv\na,1,,\n',
};

const releases = (await readdir(OUTLINES)).filter((name) => name.endsWith('.json'));

/** Returns the outline of the template that an upgrade of this stack deploys. The default is a new stack. */
const outlineNow = async (
  { types, lasting, outputs }: Outline = { types: {}, lasting: {}, outputs: [] },
): Promise<Outline> => {
  const { template } = await packageFolder(await writeFolder(FILES));
  const Resources = Object.fromEntries(
    Object.entries(types).map(([id, Type]) => [id, { Type, Properties: Object(lasting[id]) }]),
  );
  const Outputs = Object.fromEntries(outputs.map((name) => [name, { Value: '' }]));
  const deployed = { Resources, Outputs };
  return outlineOf(withKeptNames(withLegacyBucket(template, deployed), deployed, 'wallfeed-upgrade-dev'));
};

test('the outline of the template is recorded for 1.0.0, and for the version in package.json', async () => {
  expect(releases).toContain('1.0.0.json');
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  if (releases.includes(`${version}.json`)) return;
  throw new Error(`Save this as ${version}.json beside 1.0.0.json:\n${JSON.stringify(await outlineNow(), null, 2)}`);
});

describe.each(releases)('an upgrade of the stack that is recorded in %s', (file) => {
  let before: Outline;
  let after: Outline;
  beforeAll(async () => {
    before = JSON.parse(await readFile(join(OUTLINES, file), 'utf8'));
    after = await outlineNow(before);
  });

  test('an upgrade keeps each resource with the same id and type', () => {
    const kept = Object.fromEntries(Object.keys(before.types).map((id) => [id, after.types[id]]));
    expect(kept).toEqual(before.types);
  });

  test('an upgrade replaces nothing that holds data or that URLs depend on', () => {
    expect(after.lasting).toEqual(before.lasting);
  });

  test('an upgrade keeps the outputs that commands read', () => {
    expect(after.outputs).toEqual(expect.arrayContaining([...before.outputs]));
  });
});
