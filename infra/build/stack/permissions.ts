import type { ObjectLocation, SqlSource, TokenReference } from '../../../shared/config/dashboard-config.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../tools/dashboard/load-dashboard.ts';
import type { Reference, Value } from './value.ts';

/** What IAM lets the functions do. */
export interface Permission {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly Value[];
  readonly Condition?: Reference;
}

export const OWN_CLUSTER: Value = { 'Fn::GetAtt': ['Database', 'DBClusterArn'] };
export const OWN_SECRET: Value = { 'Fn::GetAtt': ['Database', 'MasterUserSecret.SecretArn'] };

const unique = <V>(values: readonly V[]): readonly V[] =>
  Array.from(new Map(values.map((value) => [JSON.stringify(value), value])).values());

const allow = (action: readonly string[], resource: readonly Value[], condition?: Reference): readonly Permission[] =>
  resource.length === 0
    ? []
    : [{ Effect: 'Allow', Action: action, Resource: unique(resource), ...(condition ? { Condition: condition } : {}) }];

const sourcesOf = ({ config }: LoadedEndpoint) => [
  ...Object.values(config.tables),
  ...(config.document ? [config.document] : []),
];

const objectsOf = (endpoints: readonly LoadedEndpoint[]): readonly ObjectLocation[] =>
  endpoints.flatMap(sourcesOf).flatMap((source) => (source.source === 'sql' ? [] : [source]));

export const queriesOf = (endpoints: readonly LoadedEndpoint[]): readonly SqlSource[] =>
  endpoints.flatMap(sourcesOf).flatMap((source) => (source.source === 'sql' ? [source] : []));

export const tokensOf = (endpoints: readonly LoadedEndpoint[], from: TokenReference['from']): readonly string[] =>
  unique(endpoints.flatMap(({ config }) => config.tokens.filter((token) => token.from === from))).map(
    ({ name }) => name,
  );

const s3Arn = (path: string): Value => ({ 'Fn::Sub': `arn:\${AWS::Partition}:s3:::${path}` });

const bucketArn = ({ bucket }: LoadedDashboard): Value =>
  bucket === undefined ? { 'Fn::GetAtt': ['DataBucket', 'Arn'] } : s3Arn(bucket);

const readObjects = (dashboard: LoadedDashboard): readonly Permission[] => {
  const elsewhere = objectsOf(dashboard.endpoints).filter(({ bucket }) => bucket !== undefined);
  return [
    ...allow(
      ['s3:GetObject'],
      [
        { 'Fn::Join': ['/', [bucketArn(dashboard), `${dashboard.name}/*`]] },
        ...elsewhere.map(({ bucket, key }) => s3Arn(`${bucket}/${key}`)),
      ],
    ),
    // Without it a missing object reads as a denied one.
    ...allow(['s3:ListBucket'], [bucketArn(dashboard)], { StringLike: { 's3:prefix': `${dashboard.name}/*` } }),
  ];
};

const readSecrets = (dashboard: LoadedDashboard): readonly Permission[] =>
  allow(
    ['ssm:GetParameter'],
    tokensOf(dashboard.endpoints, 'ssm').map((name) => ({
      'Fn::Sub': `arn:\${AWS::Partition}:ssm:\${AWS::Region}:\${AWS::AccountId}:parameter/${name.replace(/^\//, '')}`,
    })),
  );

const queryDatabases = (dashboard: LoadedDashboard): readonly Permission[] => {
  const databases = queriesOf(dashboard.endpoints).map(({ database }) => database);
  return [
    ...allow(
      ['rds-data:ExecuteStatement'],
      databases.map((database) => database?.cluster ?? OWN_CLUSTER),
    ),
    ...allow(
      ['secretsmanager:GetSecretValue'],
      databases.map((database) => database?.secret ?? OWN_SECRET),
    ),
  ];
};

/** All that the functions of a dashboard may do besides writing their logs. */
export const permissionsOf = (dashboard: LoadedDashboard): readonly Permission[] => [
  ...readObjects(dashboard),
  ...readSecrets(dashboard),
  ...queryDatabases(dashboard),
];
