import { rm } from 'node:fs/promises';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { describeStack } from '../stack/describe-stack.ts';
import { packageService } from '../stack/package-service.ts';
import type { Refer } from '../stack/resolve-intrinsics.ts';
import { lakeDatasetsOf, queriesOf } from '../stack/sources.ts';
import { createStagingFolder } from '../stack/staging-folder.ts';
import { resourcesOf, type Template } from '../stack/template.ts';
import { WORKGROUP } from '../stack/workgroup.ts';
import type { Workgroups } from './emulators/athena/account.ts';
import type { TableDefinition } from './emulators/dynamodb.ts';
import { type Emulators, type ReportSeeds, startEmulators } from './emulators/start-emulators.ts';
import type { Gateway } from './gateway/create-gateway.ts';
import { readService, type Service } from './read-service.ts';
import { type RunningService, runService } from './run-service.ts';

const STAGE = 'local';
const REGION = 'us-east-1';
const BUCKET = 'wallfeed-local';
const TABLE = 'wallfeed-local-answers';
const LOCAL_WORKGROUP = 'wallfeed-local';

export interface StackOptions {
  /** The dashboard's folder. */
  readonly folder: string;
  /** The folder of the built bundles, with one folder per family. */
  readonly bundles: string;
  readonly gateway: Gateway;
  /** Logs the functions' output, and errors of refused statements under the sources `sql` and `athena`. */
  readonly log: (source: string, line: string) => void;
  readonly report: ReportSeeds;
  /** Aborts a running packaging. */
  readonly signal: AbortSignal;
  /** Additional environment variables for every function. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The maximum number of environments per function. */
  readonly environments?: number;
}

/** The local stack of a dashboard folder: the packaged service behind the gateway, with emulators of AWS services. */
export interface Stack {
  /** The emulators. Each counts its calls and can be told to fail. */
  readonly emulators: Pick<Emulators, 'objects' | 'database' | 'parameters' | 'answers' | 'athena'>;
  /** Packages and serves the dashboard's endpoints. Running requests finish on the previous deployment. */
  deploy(dashboard: LoadedDashboard): Promise<void>;
  /** Replaces all environments, like a new deployment. */
  restart(): void;
  /** Process ids of a family's environments. */
  processes(family: string): readonly number[];
  /** The folder of a family's unpacked function. */
  taskRoot(family: string): string | undefined;
  /** Applies changes in the data folder. */
  refresh(seedsChanged: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A package that is being served. */
interface Deployment {
  /** The folder of the package. */
  readonly folder: string;
  readonly service: Service;
  readonly table: TableDefinition | undefined;
  readonly workgroups: Workgroups | undefined;
  readonly taskRoots: Readonly<Record<string, string>>;
}

const DATABASE: Readonly<Record<string, string>> = {
  DBClusterArn: `arn:aws:rds:${REGION}:000000000000:cluster:wallfeed-local`,
  'MasterUserSecret.SecretArn': `arn:aws:secretsmanager:${REGION}:000000000000:secret:wallfeed-local`,
};

/** Resolves the template's references in the local stack. */
const refer: Refer = (logicalId, attribute) => {
  if (logicalId === 'DataBucket') return BUCKET;
  if (logicalId === 'AnswersTable') return TABLE;
  if (logicalId === WORKGROUP) return LOCAL_WORKGROUP;
  if (logicalId === 'Database' && attribute !== undefined) return DATABASE[attribute] ?? attribute;
  return logicalId === 'AWS::Region' ? REGION : logicalId;
};

const readTable = (template: Template): TableDefinition | undefined => {
  const [found] = resourcesOf(template, 'AWS::DynamoDB::Table');
  return found && { name: refer(found[0]), properties: found[1].Properties ?? {} };
};

interface WorkgroupProperties {
  readonly WorkGroupConfiguration: { readonly BytesScannedCutoffPerQuery: number };
}

/** Returns the stack's own workgroup with its limit, and those that datasets name; undefined without such datasets. */
const readWorkgroups = (template: Template, dashboard: LoadedDashboard): Workgroups | undefined => {
  const datasets = lakeDatasetsOf(dashboard);
  if (datasets.length === 0) return undefined;
  const own = resourcesOf(template, 'AWS::Athena::WorkGroup').map(([id, { Properties }]) => {
    const { WorkGroupConfiguration: configuration } = Properties as unknown as WorkgroupProperties;
    return [refer(id), { cutoffBytes: configuration.BytesScannedCutoffPerQuery }] as const;
  });
  const named = datasets.flatMap(({ config }) => config.source.workgroup ?? []).map((name) => [name, {}] as const);
  return Object.fromEntries([...own, ...named]);
};

const packageDashboard = async (dashboard: LoadedDashboard, options: StackOptions): Promise<Deployment> => {
  const { bundles, signal } = options;
  const folder = await createStagingFolder();
  try {
    const { template, functions } = await packageService({ dashboard, stage: STAGE, folder, bundles, signal });
    const taskRoots = Object.fromEntries(functions.map(({ family, taskRoot }) => [family, taskRoot]));
    const workgroups = readWorkgroups(template, dashboard);
    return { folder, service: readService(template, refer), table: readTable(template), workgroups, taskRoots };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

/** Returns a key that changes whenever the dashboard has to be packaged again. */
export const definitionOf = (dashboard: LoadedDashboard): string =>
  JSON.stringify([describeStack(dashboard, STAGE), dashboard.timezone, dashboard.datasets, dashboard.endpoints]);

/** Starts the emulators. The gateway answers once a dashboard is deployed. */
export const startStack = async (options: StackOptions): Promise<Stack> => {
  const { folder, gateway, log, report } = options;
  const emulators = await startEmulators({ folder, region: REGION, report, log });
  const draining = new Set<Promise<void>>();
  let deployment: Deployment | undefined;
  let running: RunningService | undefined;

  const retire = (service: RunningService | undefined, staging?: string): void => {
    const work = (async () => {
      await service?.drain();
      if (staging) await rm(staging, { recursive: true, force: true });
    })();
    draining.add(work);
    void work.then(() => draining.delete(work));
  };

  const serve = (next: Deployment): void => {
    const previous = { running, deployment };
    running = runService({
      ...(options.environments && { environments: options.environments }),
      ...next,
      environment: { ...emulators.environment(), ...options.environment },
      log,
    });
    deployment = next;
    gateway.use(next.service, running.invoke);
    retire(previous.running, previous.deployment === next ? undefined : previous.deployment?.folder);
  };

  const deploy = async (dashboard: LoadedDashboard): Promise<void> => {
    const next = await packageDashboard(dashboard, options);
    const database = queriesOf(dashboard).length > 0;
    await emulators.provide({
      dashboard: dashboard.name,
      bucket: dashboard.bucket ?? BUCKET,
      database,
      ...(next.table && { table: next.table }),
      ...(next.workgroups && { workgroups: next.workgroups }),
    });
    serve(next);
  };

  const close = async (): Promise<void> => {
    await running?.end();
    await Promise.all(draining);
    await emulators.close();
    if (deployment) await rm(deployment.folder, { recursive: true, force: true });
  };
  return {
    emulators,
    deploy,
    restart: () => deployment && serve(deployment),
    processes: (family) => running?.processes(family) ?? [],
    taskRoot: (family) => deployment?.taskRoots[family],
    refresh: emulators.refresh,
    close,
  };
};
