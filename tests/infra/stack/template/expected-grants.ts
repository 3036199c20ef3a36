import type { LoadedDashboard, LoadedEndpoint } from '../../../../infra/dashboard/load-dashboard.ts';
import { resolveIntrinsics } from '../../../../infra/stack/resolve-intrinsics.ts';
import type { Template } from '../../../../infra/stack/template.ts';
import { isFile, partsOf } from '../../../../shared/config/sources.ts';
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
};

const refer = (name: string, attribute?: string): string =>
  NAMES[`${name}.${attribute}`] ?? NAMES[name] ?? `${name}.${attribute}`;

/** Lists the permissions of a function's role, as lines of an action and a resource. */
export const grantsOf = ({ Resources }: Template, functionId: string): readonly string[] => {
  const [roleId = ''] = fields(Resources[functionId]?.Properties?.Role)['Fn::GetAtt'] as readonly string[];
  const role = Resources[roleId];
  const own = role ? { ...role, Properties: { Policies: role.Properties?.Policies } } : { Type: '' };
  const statements = resolveIntrinsics(statementsIn(own), refer) as readonly Statement[];
  return statements
    .flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((on) => `${action} ${on}`)),
    )
    .sort();
};

const SHARED_CACHE = ['GetItem', 'PutItem', 'DeleteItem'].map((action) => `dynamodb:${action} the table`);

const grantsOfEndpoint = ({ config }: LoadedEndpoint, { bucket = 'own' }: LoadedDashboard): readonly string[] => [
  ...(config.cache?.shared ? SHARED_CACHE : []),
  ...config.tokens.map(({ name }) => `ssm:GetParameter arn:aws:ssm:us-east-1:${ACCOUNT}:parameter${name}`),
  ...[...Object.values(config.tables).flatMap(partsOf), ...(config.document ? [config.document] : [])].flatMap(
    (source) =>
      source.source === 'sql'
        ? [
            `rds-data:ExecuteStatement ${source.database?.cluster ?? 'the cluster'}`,
            `secretsmanager:GetSecretValue ${source.database?.secret ?? 'the secret'}`,
          ]
        : source.source === 'json' || isFile(source)
          ? [
              `s3:GetObject arn:aws:s3:::${source.bucket ?? bucket}/${source.key}`,
              `s3:ListBucket arn:aws:s3:::${source.bucket ?? bucket}`,
            ]
          : [],
  ),
];

/** Returns exactly the permissions that a family's endpoints need, from their definitions. */
export const expectedGrants = (dashboard: LoadedDashboard, family: string, logGroup: string): readonly string[] => {
  const needed = dashboard.endpoints
    .filter((endpoint) => endpoint.family === family)
    .flatMap((endpoint) => grantsOfEndpoint(endpoint, dashboard));
  const logs = ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => `${action} ${logGroup}.Arn`);
  return Array.from(new Set([...logs, ...needed])).sort();
};
