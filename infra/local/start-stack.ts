import { rm } from 'node:fs/promises';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { describeStack } from '../stack/describe-stack.ts';
import { packageService } from '../stack/package-service.ts';
import type { Refer } from '../stack/resolve-intrinsics.ts';
import { queriesOf } from '../stack/sources.ts';
import { createStagingFolder } from '../stack/staging-folder.ts';
import { resourcesOf, type Template } from '../stack/template.ts';
import type { TableDefinition } from './emulators/dynamodb.ts';
import { type Emulators, type ReportSeeds, startEmulators } from './emulators/start-emulators.ts';
import type { Gateway } from './gateway/create-gateway.ts';
import { readService, type Service } from './read-service.ts';
import { type RunningService, runService } from './run-service.ts';

const STAGE = 'local';
const REGION = 'us-east-1';
const BUCKET = 'wallfeed-local';
const TABLE = 'wallfeed-local-answers';

export interface StackOptions {
  /** The dashboard's folder. */
  readonly folder: string;
  /** The built bundles, a folder a family. */
  readonly bundles: string;
  readonly gateway: Gateway;
  /** Takes what functions write, and under `sql` what the database refuses. */
  readonly log: (source: string, line: string) => void;
  readonly report: ReportSeeds;
  /** Aborts a packaging under way. */
  readonly signal: AbortSignal;
  /** Variables that every function gets besides its own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** How many environments of one function run at once. */
  readonly environments?: number;
}

/** The local stack of a dashboard folder: the packaged service behind the gateway, with stand-ins for what it talks to. */
export interface Stack {
  /** What the functions talk to: each can be made to fail, and counts its calls. */
  readonly emulators: Pick<Emulators, 'objects' | 'database' | 'parameters' | 'answers'>;
  /** Packages the dashboard's endpoints and serves them from now on; requests under way finish as they began. */
  deploy(dashboard: LoadedDashboard): Promise<void>;
  /** Replaces all environments, as a new deployment would. */
  restart(): void;
  /** The processes that serve a family, one an environment. */
  processes(family: string): readonly number[];
  /** Where the unpacked function of a family is. */
  taskRoot(family: string): string | undefined;
  /** Takes over what changed in the data folder. */
  refresh(seedsChanged: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A package as it is served. */
interface Deployment {
  /** Where it was packaged. */
  readonly folder: string;
  readonly service: Service;
  readonly table: TableDefinition | undefined;
  readonly taskRoots: Readonly<Record<string, string>>;
}

const DATABASE: Readonly<Record<string, string>> = {
  DBClusterArn: `arn:aws:rds:${REGION}:000000000000:cluster:wallfeed-local`,
  'MasterUserSecret.SecretArn': `arn:aws:secretsmanager:${REGION}:000000000000:secret:wallfeed-local`,
};

/** What the template's references stand for here. */
const refer: Refer = (logicalId, attribute) => {
  if (logicalId === 'DataBucket') return BUCKET;
  if (logicalId === 'AnswersTable') return TABLE;
  if (logicalId === 'Database' && attribute !== undefined) return DATABASE[attribute] ?? attribute;
  return logicalId === 'AWS::Region' ? REGION : logicalId;
};

const readTable = (template: Template): TableDefinition | undefined => {
  const [found] = resourcesOf(template, 'AWS::DynamoDB::Table');
  return found && { name: refer(found[0]), properties: found[1].Properties ?? {} };
};

const packageDashboard = async (dashboard: LoadedDashboard, options: StackOptions): Promise<Deployment> => {
  const { bundles, signal } = options;
  const folder = await createStagingFolder();
  try {
    const { template, functions } = await packageService({ dashboard, stage: STAGE, folder, bundles, signal });
    const taskRoots = Object.fromEntries(functions.map(({ family, taskRoot }) => [family, taskRoot]));
    return { folder, service: readService(template, refer), table: readTable(template), taskRoots };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

/** What distinguishes one packaging of a dashboard from the next. */
export const definitionOf = (dashboard: LoadedDashboard): string =>
  JSON.stringify([describeStack(dashboard, STAGE), dashboard.timezone, dashboard.endpoints]);

/** Starts the stand-ins; the gateway serves once something is deployed. */
export const startStack = async (options: StackOptions): Promise<Stack> => {
  const { folder, gateway, log, report } = options;
  const emulators = await startEmulators({ folder, region: REGION, report, log: (line) => log('sql', line) });
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
    const database = queriesOf(dashboard.endpoints).length > 0;
    await emulators.provide({
      dashboard: dashboard.name,
      bucket: dashboard.bucket ?? BUCKET,
      database,
      ...(next.table && { table: next.table }),
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
