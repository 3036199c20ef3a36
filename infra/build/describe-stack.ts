import type { ObjectLocation, SqlSource, TokenReference } from '../../shared/config/dashboard-config.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../tools/dashboard/load-dashboard.ts';

type Reference = Readonly<Record<string, unknown>>;
type Value = string | Reference;

/** What IAM lets the functions do. */
interface Permission {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly Value[];
  readonly Condition?: Reference;
}

interface FunctionDeclaration {
  readonly handler: string;
  readonly package: { readonly artifact: string };
  readonly events: readonly { readonly httpApi: string }[];
}

/** Everything in serverless.yml that depends on the dashboard. */
export interface StackDescription {
  readonly dashboard: string;
  readonly region: string;
  readonly memory: number;
  /** Seconds. */
  readonly timeout: number;
  readonly origins: readonly string[];
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly environment: Readonly<Record<string, Value>>;
  readonly permissions: readonly Permission[];
  readonly functions: Readonly<Record<string, FunctionDeclaration>>;
  /** Variables of osls that include templates of infra/resources. */
  readonly resources: readonly string[];
}

const OWN_CLUSTER: Value = { 'Fn::GetAtt': ['Database', 'DBClusterArn'] };
const OWN_SECRET: Value = { 'Fn::GetAtt': ['Database', 'MasterUserSecret.SecretArn'] };

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

const queriesOf = (endpoints: readonly LoadedEndpoint[]): readonly SqlSource[] =>
  endpoints.flatMap(sourcesOf).flatMap((source) => (source.source === 'sql' ? [source] : []));

const tokensOf = (endpoints: readonly LoadedEndpoint[], from: TokenReference['from']): readonly string[] =>
  unique(endpoints.flatMap(({ config }) => config.tokens.filter((token) => token.from === from))).map(
    ({ name }) => name,
  );

const bucketArn = ({ bucket }: LoadedDashboard): Value =>
  bucket === undefined ? { 'Fn::GetAtt': ['DataBucket', 'Arn'] } : `arn:aws:s3:::${bucket}`;

const below = (arn: Value, path: string): Value =>
  typeof arn === 'string' ? `${arn}/${path}` : { 'Fn::Join': ['/', [arn, path]] };

const readObjects = (dashboard: LoadedDashboard): readonly Permission[] => {
  const elsewhere = objectsOf(dashboard.endpoints).filter(({ bucket }) => bucket !== undefined);
  return [
    ...allow(
      ['s3:GetObject'],
      [
        below(bucketArn(dashboard), `${dashboard.name}/*`),
        ...elsewhere.map(({ bucket, key }) => `arn:aws:s3:::${bucket}/${key}`),
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

const hasOwnDatabase = ({ endpoints }: LoadedDashboard): boolean =>
  queriesOf(endpoints).some(({ database }) => database === undefined);

/** Values of `env:` tokens are the local stack's alone: anywhere else they would put the secret into the template. */
const tokenVariables = ({ endpoints }: LoadedDashboard, stage: string): Readonly<Record<string, string>> => {
  const names = tokensOf(endpoints, 'env');
  if (stage !== 'local' && names.length > 0) {
    throw new Error(
      `token env:${names[0]} is for the local stack alone; keep it in a parameter, ssm:/<dashboard>/token`,
    );
  }
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );
};

const environmentOf = (dashboard: LoadedDashboard, stage: string): Readonly<Record<string, Value>> => ({
  ...tokenVariables(dashboard, stage),
  WALLFEED_BUCKET: dashboard.bucket ?? { Ref: 'DataBucket' },
  ...(hasOwnDatabase(dashboard)
    ? { WALLFEED_CLUSTER_ARN: OWN_CLUSTER, WALLFEED_SECRET_ARN: OWN_SECRET, WALLFEED_DATABASE: 'wallfeed' }
    : {}),
});

/** What the platform appends to the address that it was given: a chart library's name, or a slash. */
const SUFFIXES: Readonly<Record<string, string>> = { script: '/{library}', frame: '/' };

const routesOf = (family: string, endpoints: readonly LoadedEndpoint[]): readonly string[] => {
  const suffix = SUFFIXES[family];
  return [
    `/${family}/{endpoint}`,
    ...(suffix ? [`/${family}/{endpoint}${suffix}`] : []),
    ...endpoints.flatMap(({ config }) => (config.path === undefined ? [] : [config.path])),
  ];
};

const functionsOf = ({ endpoints }: LoadedDashboard): StackDescription['functions'] =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(endpoints, ({ family }) => family),
      ([family, own]) => [
        family,
        {
          handler: 'index.handler',
          package: { artifact: `${family}.zip` },
          events: routesOf(family, own).map((path) => ({ httpApi: `POST ${path}` })),
        },
      ],
    ),
  );

/** Describes a dashboard's stack. Throws when the stage may not have it: `env:` tokens are for the stage `local`. */
export const describeStack = (dashboard: LoadedDashboard, stage: string): StackDescription => {
  const resources = [
    'extensions',
    ...(dashboard.bucket ? [] : ['bucket']),
    ...(hasOwnDatabase(dashboard) ? ['database'] : []),
  ];
  return {
    dashboard: dashboard.name,
    region: dashboard.region ?? process.env.AWS_REGION ?? 'us-east-1',
    memory: dashboard.memory,
    timeout: Math.ceil(dashboard.timeout / 1000),
    origins: dashboard.origins,
    throttle: dashboard.throttle,
    environment: environmentOf(dashboard, stage),
    permissions: [...readObjects(dashboard), ...readSecrets(dashboard), ...queryDatabases(dashboard)],
    functions: functionsOf(dashboard),
    resources: resources.map((name) => `\${file(infra/resources/${name}.yml)}`),
  };
};
