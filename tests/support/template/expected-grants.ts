import type { LoadedDashboard, LoadedEndpoint } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { isLake, type LakeDataset } from '../../../infra/dashboard/kinds/athena/resources.ts';
import { resolveIntrinsics, type Template } from '../../../infra/stack/template/template.ts';
import { isFile, type JsonSource, partsOf, type SingleSource } from '../../../shared/config/sources.ts';
import { fields, type Statement, statementsIn } from './statements.ts';

const ACCOUNT = '123456789012';
const NAMES: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': ACCOUNT,
  DataBucket: 'arn:aws:s3:::own',
  'Database.DBClusterArn': 'the cluster',
  ReaderSecret: 'the secret',
  'AnswersTable.Arn': 'the table',
  Workgroup: 'own',
};

const refer = (name: string, attribute?: string): string =>
  NAMES[`${name}.${attribute}`] ?? NAMES[name] ?? `${name}.${attribute}`;

export const grantsOf = ({ Resources }: Template, functionId: string): readonly string[] => {
  const [roleId = ''] = fields(Resources[functionId]?.Properties?.Role)['Fn::GetAtt'] as readonly string[];
  const role = Resources[roleId];
  const own = role ? { ...role, Properties: { Policies: role.Properties?.Policies } } : { Type: '' };
  const statements = resolveIntrinsics(statementsIn(own), refer) as readonly Statement[];
  return Array.from(
    new Set(
      statements.flatMap(({ Action, Resource }) =>
        [Action].flat().flatMap((action) => [Resource].flat().map((on) => `${action} ${on}`)),
      ),
    ),
  ).sort();
};

const SHARED_CACHE = ['GetItem', 'PutItem', 'DeleteItem'].map((action) => `dynamodb:${action} the table`);

const grants = (service: string, actions: string, resource: string): readonly string[] =>
  actions.split(' ').map((action) => `${service}:${action} ${resource}`);

const regional = (service: string, resource: string): string => `arn:aws:${service}:us-east-1:${ACCOUNT}:${resource}`;

const grantsOfPlace = (uri: string, actions: string, bucketActions: string): readonly string[] => {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/(.*)$/.exec(uri) ?? [];
  return [
    ...grants('s3', actions, `arn:aws:s3:::${bucket}/${prefix}*`),
    ...grants('s3', `ListBucket ${bucketActions}`, `arn:aws:s3:::${bucket}`),
  ];
};

const grantsOfTables = (database: string): readonly string[] =>
  ['catalog', `database/${database}`, `table/${database}/*`].flatMap((resource) =>
    grants('glue', 'GetTable GetPartition GetPartitions BatchGetPartition', regional('glue', resource)),
  );

const grantsOfLake = ({ config: { source }, data = [], results }: LakeDataset): readonly string[] => {
  const workgroup = regional('athena', `workgroup/${source.workgroup ?? 'own'}`);
  const names = ['catalog', 'database/default', `database/${source.database}`];
  return [
    ...grants(
      'athena',
      'StartQueryExecution GetQueryExecution GetQueryResults StopQueryExecution ListQueryExecutions BatchGetQueryExecution',
      workgroup,
    ),
    ...(source.catalog
      ? [`athena:GetDataCatalog ${regional('athena', `datacatalog/${source.catalog}`)}`]
      : [...names.map((name) => `glue:GetDatabase ${regional('glue', name)}`), ...grantsOfTables(source.database)]),
    ...data.flatMap((uri) => grantsOfPlace(uri, 'GetObject', 'GetBucketLocation')),
    ...(results
      ? grantsOfPlace(
          results,
          'GetObject PutObject AbortMultipartUpload ListMultipartUploadParts',
          'GetBucketLocation ListBucketMultipartUploads',
        )
      : []),
    ...(data.length === 0 ? ['lakeformation:GetDataAccess *'] : []),
  ];
};

const grantsOfSource = (
  source: SingleSource | JsonSource,
  { bucket = 'own', datasets }: LoadedDashboard,
): readonly string[] => {
  const dataset = source.source === 'dataset' ? datasets[source.dataset] : undefined;
  if (dataset && isLake(dataset)) {
    return [...grantsOfLake(dataset), ...(dataset.config.shared ? SHARED_CACHE : [])];
  }
  const read = (dataset ? dataset.config.source : source) as SingleSource | JsonSource;
  if (read.source === 'sql') {
    return [
      `rds-data:ExecuteStatement ${read.database?.cluster ?? 'the cluster'}`,
      `secretsmanager:GetSecretValue ${read.database?.secret ?? 'the secret'}`,
    ];
  }
  if (read.source !== 'json' && !isFile(read)) return [];
  const on = `arn:aws:s3:::${read.bucket ?? bucket}`;
  return [`s3:GetObject ${on}/${read.key.replace(/[{*].*$/, '*')}`, `s3:ListBucket ${on}`];
};

const grantsOfEndpoint = ({ config }: LoadedEndpoint, dashboard: LoadedDashboard): readonly string[] => [
  ...(config.cache?.shared ? SHARED_CACHE : []),
  ...config.tokens.map(({ name }) => `ssm:GetParameter arn:aws:ssm:us-east-1:${ACCOUNT}:parameter${name}`),
  ...[...Object.values(config.tables).flatMap(partsOf), ...(config.document ? [config.document] : [])].flatMap(
    (source) => grantsOfSource(source, dashboard),
  ),
];

export const expectedGrants = (dashboard: LoadedDashboard, family: string, logGroup: string): readonly string[] => {
  const needed = dashboard.endpoints
    .filter((endpoint) => endpoint.family === family)
    .flatMap((endpoint) => grantsOfEndpoint(endpoint, dashboard));
  const logs = ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => `${action} ${logGroup}.Arn`);
  return Array.from(new Set([...logs, ...needed])).sort();
};
