import type { Resource } from '../../local/template/template.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../tools/dashboard/load-dashboard.ts';
import { OWN_CLUSTER, OWN_SECRET, type Permission, permissionsOf, queriesOf, tokensOf } from './permissions.ts';
import { regionOf } from './region.ts';
import { furtherRoutes, routeOf } from './routes.ts';
import type { Value } from './value.ts';

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
  /** Variables of osls that include templates of infra/resources, and resources. */
  readonly resources: readonly (string | { readonly Resources: Readonly<Record<string, Resource>> })[];
}

const LOCAL = 'local';

/** Whether a dashboard needs a database of its own stack. */
export const hasOwnDatabase = ({ endpoints }: LoadedDashboard): boolean =>
  queriesOf(endpoints).some(({ database }) => database === undefined);

/** Values of `env:` tokens are the local stack's alone: anywhere else they would put the secret into the template. */
const tokenVariables = ({ endpoints }: LoadedDashboard, stage: string): Readonly<Record<string, string>> => {
  const names = tokensOf(endpoints, 'env');
  if (stage !== LOCAL && names.length > 0) {
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

const familiesOf = ({ endpoints }: LoadedDashboard): ReadonlyMap<string, readonly LoadedEndpoint[]> =>
  Map.groupBy(endpoints, ({ family }) => family);

const functionOf = (family: string): FunctionDeclaration => ({
  handler: 'index.handler',
  package: { artifact: `${family}.zip` },
  events: [{ httpApi: routeOf(family) }],
});

const includesOf = (dashboard: LoadedDashboard): readonly string[] => {
  const names = [
    'extensions',
    ...(dashboard.bucket ? [] : ['bucket']),
    ...(hasOwnDatabase(dashboard) ? ['database'] : []),
  ];
  return names.map((name) => `\${file(infra/resources/${name}.yml)}`);
};

/** Describes a dashboard's stack. Throws when the stage may not have it: `env:` tokens are for the stage `local`. */
export const describeStack = (dashboard: LoadedDashboard, stage: string): StackDescription => {
  const families = familiesOf(dashboard);
  return {
    dashboard: dashboard.name,
    region: regionOf(dashboard, stage),
    memory: dashboard.memory,
    timeout: Math.ceil(dashboard.timeout / 1000),
    origins: dashboard.origins,
    throttle: dashboard.throttle,
    environment: environmentOf(dashboard, stage),
    permissions: permissionsOf(dashboard),
    functions: Object.fromEntries(Array.from(families.keys(), (family) => [family, functionOf(family)])),
    resources: [...includesOf(dashboard), { Resources: furtherRoutes(families) }],
  };
};
