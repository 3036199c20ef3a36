import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import type { Permission } from '../dashboard/kinds/permission.ts';
import { byKind } from '../dashboard/registry/kinds.ts';
import { LAMBDA_RUNTIME } from '../program/lambda-runtime.ts';
import { WEBHOOK } from '../program/program-files.ts';
import { checkLimits, resourceTypes, stagelessRefusals } from './check-limits.ts';
import { type DatabaseSettings, databaseResources, databaseSettings } from './database.ts';
import { functionNames, stackName } from './function-name.ts';
import {
  addressType,
  type CorsSettings,
  corsOf,
  customDomain,
  domainIn,
  exposedHeaders,
  furtherRoutes,
  routeKeys,
  routeOf,
} from './http-api.ts';
import { judgements } from './judgements.ts';
import { functionRole, permissionsOf, roleReference } from './permissions.ts';
import { promiseAlarms, withReceivers } from './promise-alarms.ts';
import { isPromising } from './promises.ts';
import { datasetsOf, functionEnvironment, needsDatabase, needsTable } from './sources.ts';
import {
  artefactName,
  logicalName,
  type Resource,
  regionOf,
  type Tag,
  tagList,
  tagsOf,
  type Value,
} from './template/template.ts';
import { warmUps } from './warm-ups.ts';
import type { AlarmedFunction } from './watching/alarms.ts';
import { watchingResources } from './watching/watching.ts';
import { hasWebhook, webhookFunction, webhookResources } from './webhook.ts';

interface FunctionDeclaration {
  readonly name: string;
  readonly handler: string;
  readonly role: Value;
  readonly package: { readonly artifact: string };
  readonly environment: Readonly<Record<string, Value>>;
  readonly reservedConcurrency?: number;
  readonly vpc?: { readonly subnetIds: readonly string[]; readonly securityGroupIds: readonly string[] };
  readonly memorySize?: number;
  readonly timeout?: number;
  readonly events: readonly { readonly httpApi: string }[];
}

interface Fragment extends Partial<Readonly<Record<'extensions' | 'Outputs', object>>> {
  readonly Resources: Readonly<Record<string, Resource>>;
}

/** Everything in serverless.yml and infra/stack/resources that depends on the dashboard. */
export interface StackDescription {
  /** `wallfeed-<dashboard>-<stage>`. */
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly tagList: readonly Tag[];
  readonly region: string;
  readonly runtime: string;
  readonly memory: number;
  /** In seconds. */
  readonly timeout: number;
  readonly origins: readonly string[];
  readonly cors: CorsSettings;
  /** Response headers that pages may read. */
  readonly exposed: readonly string[];
  readonly throttle: LoadedDashboard['throttle'];
  /** Set if the dashboard has no access log. Replaces the log's format in serverless.yml. */
  readonly accessLog?: false;
  /** How long log groups keep lines, if dashboard.yml says so. */
  readonly logDays?: number;
  readonly budget?: LoadedDashboard['budget'];
  readonly database?: DatabaseSettings;
  readonly functions: Readonly<Record<string, FunctionDeclaration>>;
  /** osls variables that include infra/stack/resources, and resources generated for this dashboard. */
  readonly resources: readonly (string | Fragment)[];
}

type Families = ReadonlyMap<string, readonly LoadedEndpoint[]>;

const LOCAL = 'local';

const familiesOf = ({ endpoints }: LoadedDashboard): Families => Map.groupBy(endpoints, ({ family }) => family);

const functionName = (dashboard: LoadedDashboard, stage: string, family: string): string =>
  functionNames(dashboard, stage, family)[0];

const functionOf = (family: string, needs: LoadedDashboard, stage: string): FunctionDeclaration => ({
  name: functionName(needs, stage, family),
  handler: 'index.handler',
  role: roleReference(family, needs.roles),
  package: { artifact: artefactName(family) },
  environment: functionEnvironment(needs, stage),
  ...(needs.concurrency === undefined ? {} : { reservedConcurrency: needs.concurrency }),
  ...(needs.vpc && { vpc: { subnetIds: needs.vpc.subnets, securityGroupIds: needs.vpc.securityGroups } }),
  events: [{ httpApi: routeOf(family) }],
});

const functionsOf = (dashboard: LoadedDashboard, stage: string): StackDescription['functions'] => ({
  ...Object.fromEntries(
    Array.from(familiesOf(dashboard), ([family, endpoints]) => [
      family,
      functionOf(family, { ...dashboard, endpoints }, stage),
    ]),
  ),
  ...(hasWebhook(dashboard, stage) && {
    [WEBHOOK]: { name: functionName(dashboard, stage, WEBHOOK), ...webhookFunction(dashboard, stage) },
  }),
});

const resourceFiles = ({ accessLog, bucket, budget, watch, ...sourced }: LoadedDashboard): readonly string[] => {
  return [
    'extensions',
    ...(accessLog === 'none' ? [] : ['access-log']),
    ...(watch === 'none' ? [] : ['alarms']),
    ...(bucket ? [] : ['bucket']),
    ...(needsDatabase(sourced) ? ['database'] : []),
    ...(needsTable(sourced) ? ['cache'] : []),
    ...(budget ? ['budget'] : []),
  ];
};

const includesOf = (dashboard: LoadedDashboard): readonly string[] =>
  resourceFiles(dashboard).map((name) => `\${file(infra/stack/resources/${name}.yml)}`);

const permissionsByFamily = (dashboard: LoadedDashboard, families: Families) =>
  new Map<string, readonly Permission[]>(
    Array.from(families, ([family, endpoints]) => [family, permissionsOf(family, { ...dashboard, endpoints })]),
  );

/** CloudWatch keeps lines for one of these lengths in days. */
const KEPT_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** Returns the shortest length of CloudWatch that is at least `days`. */
const keptDays = (days: number): number => KEPT_DAYS.find((kept) => kept >= days) ?? days;

/** Leaves out Lambda's lines START, END and REPORT, and keeps those of timeouts and crashes. */
const QUIET_SYSTEM_LOG = { Properties: { LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' } } };

/** Returns the resources that are generated for this dashboard, and the tags of its log groups. */
const fragmentOf = (
  dashboard: LoadedDashboard,
  stage: string,
  permissions: ReadonlyMap<string, readonly Permission[]>,
): Fragment => {
  const tags = tagList(tagsOf(dashboard, stage));
  const functions = Array.from(permissions.keys(), (family): AlarmedFunction => {
    return { family, name: functionName(dashboard, stage, family), timeout: dashboard.timeout };
  });
  const hasDatabase = needsDatabase(dashboard);
  const name = stackName(dashboard, stage);
  const ofKind = { name, watch: dashboard.watch, tags };
  const kinds = byKind(Object.values(datasetsOf(dashboard)));
  const watched = {
    name,
    stage,
    region: regionOf(dashboard, stage),
    functions,
    hasDatabase,
    alarms: Object.assign({}, ...kinds.map(([kind, datasets]) => kind.needs.alarms?.(datasets, ofKind))),
    tags,
  };
  const roles = Array.from(permissions, ([family, ones]) => functionRole(family, ones, tags, dashboard.roles));
  return {
    Resources: Object.assign(
      {},
      ...roles,
      withReceivers(dashboard, { ...watchingResources(dashboard, watched), ...promiseAlarms(dashboard, watched) }),
      furtherRoutes(familiesOf(dashboard)),
      hasDatabase ? databaseResources(dashboard, tags) : {},
      ...kinds.map(([kind, datasets]) => kind.needs.resources?.(datasets, ofKind)),
      warmUps(dashboard, [...permissions.keys()], tags),
      judgements(dashboard, tags),
      hasWebhook(dashboard, stage) ? ofWebhook(dashboard, stage, tags) : {},
    ),
    extensions: Object.fromEntries([
      ['HttpApi', { Properties: addressType(regionOf(dashboard, stage)) }],
      ...(hasWebhook(dashboard, stage) ? [[`${logicalName(WEBHOOK)}LogGroup`, { Properties: { Tags: tags } }]] : []),
      ...functions.flatMap(({ family }) => [
        [`${logicalName(family)}LogGroup`, { Properties: { Tags: tags } }],
        ...(dashboard.log === 'summary' ? [[`${logicalName(family)}LambdaFunction`, QUIET_SYSTEM_LOG]] : []),
      ]),
    ]),
  };
};

const ofWebhook = (dashboard: LoadedDashboard, stage: string, tags: readonly Tag[]): Fragment['Resources'] =>
  withReceivers(
    dashboard,
    webhookResources(
      dashboard,
      { stack: stackName(dashboard, stage), function: functionName(dashboard, stage, WEBHOOK) },
      tags,
    ),
  );

/** Returns the type of each resource of a dashboard's stack in the stage that has the domain. */
export const typesInStack = (dashboard: LoadedDashboard): readonly string[] => {
  const families = familiesOf(dashboard);
  const { Resources } = fragmentOf(dashboard, LOCAL, permissionsByFamily(dashboard, families));
  const domain = dashboard.domain ? customDomain(dashboard.domain, {}, '').Resources : {};
  return resourceTypes({
    functions: families.size,
    hasAccessLog: dashboard.accessLog !== 'none',
    files: resourceFiles(dashboard),
    generated: { ...Resources, ...domain },
  });
};

/** Returns the reasons why AWS would refuse the stack in every stage and region; empty if it would not. */
export const stackRefusals = (dashboard: LoadedDashboard): readonly string[] => {
  const families = familiesOf(dashboard);
  return stagelessRefusals({
    routeKeys: routeKeys(families),
    permissions: permissionsByFamily(dashboard, families),
    types: typesInStack(dashboard),
  });
};

/** Throws if AWS would refuse the stack, or if it has `env:` tokens outside the stage `local`. */
export const describeStack = (dashboard: LoadedDashboard, stage: string): StackDescription => {
  const families = familiesOf(dashboard);
  const permissions = permissionsByFamily(dashboard, families);
  const fragment = fragmentOf(dashboard, stage, permissions);
  const tags = tagsOf(dashboard, stage);
  const region = regionOf(dashboard, stage);
  const domain = domainIn(dashboard, stage);
  if (stage !== LOCAL) {
    const functionNames = Array.from(families.keys(), (family) => functionName(dashboard, stage, family));
    checkLimits({ stage, region, domain, functionNames, routeKeys: routeKeys(families), permissions });
  }
  return {
    name: stackName(dashboard, stage),
    tags,
    tagList: tagList(tags),
    region,
    runtime: LAMBDA_RUNTIME,
    memory: dashboard.memory,
    timeout: Math.ceil(dashboard.timeout / 1000),
    origins: dashboard.origins,
    cors: corsOf(dashboard.endpoints),
    exposed: exposedHeaders(isPromising(dashboard)),
    throttle: dashboard.throttle,
    ...(dashboard.accessLog === 'none' ? { accessLog: false } : {}),
    ...(dashboard.logDays === undefined ? {} : { logDays: keptDays(dashboard.logDays) }),
    ...(dashboard.budget ? { budget: dashboard.budget } : {}),
    ...(needsDatabase(dashboard) ? { database: databaseSettings(dashboard) } : {}),
    functions: functionsOf(dashboard, stage),
    resources: [...includesOf(dashboard), fragment, ...(domain ? [customDomain(domain, tags, region)] : [])],
  };
};
