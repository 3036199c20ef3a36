import { rm } from 'node:fs/promises';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { queriesOf } from '../stack/sources.ts';
import { type Emulators, type ReportSeeds, startEmulators } from './emulators/start-emulators.ts';
import type { Gateway } from './gateway/create-gateway.ts';
import { BUCKET, type Deployment, type PackageOptions, packageDeployment, REGION } from './package-deployment.ts';
import { type RunningService, runService } from './run-service.ts';

export interface StackOptions extends PackageOptions {
  /** The dashboard's folder. */
  readonly folder: string;
  readonly gateway: Gateway;
  /** Logs the functions' output. Errors of refused statements are logged with the sources `sql` and `athena`. */
  readonly log: (source: string, line: string) => void;
  readonly report: ReportSeeds;
  /** Additional environment variables for every function. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The maximum number of environments per function. */
  readonly environments?: number;
}

/** The local stack of a dashboard folder: the packaged service behind the gateway, with emulators of AWS services. */
export interface Stack {
  /** The emulators. Each one counts its calls, and can inject faults. */
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

/** The stack, and the deployment that it serves. */
interface StackState {
  readonly options: StackOptions;
  readonly emulators: Emulators;
  /** Previous deployments whose requests are still running. */
  readonly draining: Set<Promise<void>>;
  /** Undefined until the first deployment. */
  deployment: Deployment | undefined;
  running: RunningService | undefined;
}

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Ends a service once its requests have finished, and then removes the folder of its package. */
const retire = ({ draining }: StackState, service: RunningService | undefined, folder: string | undefined): void => {
  const work = (async () => {
    await service?.drain();
    if (folder) await removeFolder(folder);
  })();
  draining.add(work);
  void work.then(() => draining.delete(work));
};

const serve = (stack: StackState, next: Deployment): void => {
  const { options, emulators, running: previous, deployment: replaced } = stack;
  const running = runService({
    ...(options.environments && { environments: options.environments }),
    ...next,
    environment: { ...emulators.environment(), ...options.environment },
    log: options.log,
  });
  stack.running = running;
  stack.deployment = next;
  options.gateway.use(next.service, running.invoke);
  retire(stack, previous, replaced === next ? undefined : replaced?.folder);
};

const deploy = async (stack: StackState, dashboard: LoadedDashboard): Promise<void> => {
  const next = await packageDeployment(dashboard, stack.options);
  const { table, workgroups } = next;
  await stack.emulators.provide({
    dashboard: dashboard.name,
    bucket: dashboard.bucket ?? BUCKET,
    database: queriesOf(dashboard).length > 0,
    ...(table && { table }),
    ...(workgroups && { workgroups }),
  });
  serve(stack, next);
};

const close = async (stack: StackState): Promise<void> => {
  await stack.running?.end();
  await Promise.all(stack.draining);
  await stack.emulators.close();
  if (stack.deployment) await removeFolder(stack.deployment.folder);
};

/** Starts the emulators. The gateway serves the endpoints once a dashboard is deployed. */
export const startStack = async (options: StackOptions): Promise<Stack> => {
  const { folder, log, report } = options;
  const emulators = await startEmulators({ folder, region: REGION, report, log });
  const stack: StackState = { options, emulators, draining: new Set(), deployment: undefined, running: undefined };
  return {
    emulators,
    deploy: (dashboard) => deploy(stack, dashboard),
    restart: () => stack.deployment && serve(stack, stack.deployment),
    processes: (family) => stack.running?.processes(family) ?? [],
    taskRoot: (family) => stack.deployment?.taskRoots[family],
    refresh: emulators.refresh,
    close: () => close(stack),
  };
};
