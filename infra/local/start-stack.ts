import { rm } from 'node:fs/promises';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { refusedEndpoints } from '../dashboard/definition/refusals.ts';
import { queriesOf } from '../stack/sources.ts';
import type { Service, ServiceFunction } from '../stack/template/read-service.ts';
import { type Emulators, type ReportSeeds, startEmulators } from './emulators/start-emulators.ts';
import type { Gateway } from './gateway/create-gateway.ts';
import type { Invoke } from './gateway/create-responder.ts';
import { BUCKET, type Deployment, type PackageOptions, packageDeployment, REGION } from './package-deployment.ts';
import { createPool, type Pool } from './runtime/create-pool.ts';
import { startEnvironment } from './runtime/start-environment.ts';

/** Maximum number of environments per function: enough for concurrent requests, few enough for a laptop. */
const MAX_ENVIRONMENTS = 8;
/** The maximum time that a request waits for a free environment. */
const QUEUE_TIMEOUT_MS = 10_000;

interface RunOptions {
  readonly service: Service;
  /** The folder of each function's unpacked code, keyed by the name of its zip. */
  readonly taskRoots: Readonly<Record<string, string>>;
  /** Additional environment variables for every function. */
  readonly environment: Readonly<Record<string, string>>;
  /** Logs the functions' output and their failures. */
  readonly log: (code: string, line: string) => void;
  /** The maximum number of environments per function. */
  readonly environments?: number;
  /** The maximum time that a request waits for a free environment, in milliseconds. */
  readonly maxWaitMs?: number;
  /** Time limit of an invocation in milliseconds. The default is the timeout of the function. */
  readonly maxInvocationMs?: number;
}

/** The functions of a running service. Environments start on demand. */
export interface RunningService {
  readonly invoke: Invoke;
  /** Returns the process ids of a function's environments. `code` is the name of the function's zip. */
  processes(code: string): readonly number[];
  /** Lets running requests finish, then ends the environments. */
  drain(): Promise<void>;
  /** Ends all environments at once. */
  end(): Promise<void>;
}

const poolOf = (one: ServiceFunction, options: RunOptions): Pool => {
  const { taskRoots, environment, log, environments = MAX_ENVIRONMENTS, maxWaitMs = QUEUE_TIMEOUT_MS } = options;
  const taskRoot = taskRoots[one.code];
  if (taskRoot === undefined) throw new Error(`the template's function ${one.name} has no code ${one.code}.zip`);
  const settings = {
    taskRoot,
    handler: one.handler,
    memory: one.memory,
    timeout: options.maxInvocationMs ?? one.timeout,
    environment: { AWS_LAMBDA_FUNCTION_NAME: one.name, ...environment, ...one.environment },
    arn: `arn:aws:lambda:${environment.AWS_REGION}:000000000000:function:${one.name}`,
    log: (line: string) => log(one.code, line),
  };
  return createPool({ start: () => startEnvironment(settings), limit: environments, maxWaitMs });
};

/** Runs the functions of a service, each in its own processes. */
export const runService = (options: RunOptions): RunningService => {
  const { service, log } = options;
  const pools = new Map(
    service.functions.map((one) => [one.logicalId, { code: one.code, pool: poolOf(one, options) }]),
  );

  const invoke: Invoke = async (target, requestId, event) => {
    const found = pools.get(target);
    if (!found) return 'unavailable';
    const result = await found.pool.invoke(requestId, event);
    if (result === 'unavailable') log(found.code, `${requestId} no environment became free in time`);
    else if ('error' in result) log(found.code, `${requestId} ${result.error.message}`);
    return result;
  };
  const all = async (work: (pool: Pool) => Promise<void>): Promise<void> => {
    await Promise.all(Array.from(pools.values(), ({ pool }) => work(pool)));
  };
  const processes = (code: string): readonly number[] =>
    Array.from(pools.values()).flatMap(({ code: own, pool }) => (own === code ? pool.processes() : []));
  return { invoke, processes, drain: () => all((pool) => pool.drain()), end: () => all((pool) => pool.end()) };
};

export interface StackOptions extends PackageOptions {
  /** The dashboard's folder. */
  readonly folder: string;
  readonly gateway: Gateway;
  /** Logs the functions' output. Errors of refused statements are logged with the sources `sql` and `athena`. */
  readonly log: (source: string, line: string) => void;
  readonly report: ReportSeeds;
  /** Called after each invocation of a function with the time that it took. */
  readonly onInvoked?: ((requestId: string, milliseconds: number) => void) | undefined;
  /** Additional environment variables for every function. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The maximum number of environments per function. */
  readonly environments?: number;
  /** Time limit of an invocation in milliseconds. The default is the timeout of the function. */
  readonly maxInvocationMs?: number;
}

/** The local stack of a dashboard folder: the packaged service behind the gateway, with emulators of AWS services. */
export interface Stack {
  /** The emulators. Each one counts its calls, and can inject faults. */
  readonly emulators: Pick<Emulators, 'objects' | 'database' | 'parameters' | 'answers' | 'athena'>;
  /** Packages and serves the dashboard's endpoints. Running requests finish on the previous deployment. */
  deploy(dashboard: LoadedDashboard): Promise<void>;
  /** Answers requests for endpoints that are not served with the errors of their definitions. */
  refuse(dashboard: LoadedDashboard): void;
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

/** Returns a function like `invoke` that also passes the duration of each invocation to `onInvoked`. */
const timeInvocations =
  (invoke: Invoke, onInvoked: StackOptions['onInvoked']): Invoke =>
  async (target, requestId, event) => {
    const startedAt = performance.now();
    const result = await invoke(target, requestId, event);
    if (result !== 'unavailable') onInvoked?.(requestId, performance.now() - startedAt);
    return result;
  };

const serve = (stack: StackState, next: Deployment): void => {
  const { options, emulators, running: previous, deployment: replaced } = stack;
  const running = runService({
    ...(options.environments && { environments: options.environments }),
    ...(options.maxInvocationMs && { maxInvocationMs: options.maxInvocationMs }),
    ...next,
    environment: { ...emulators.environment(), ...options.environment },
    log: options.log,
  });
  stack.running = running;
  stack.deployment = next;
  options.gateway.use(next.service, timeInvocations(running.invoke, options.onInvoked));
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
    refuse: (dashboard) => options.gateway.refuse(refusedEndpoints(dashboard)),
    restart: () => stack.deployment && serve(stack, stack.deployment),
    processes: (family) => stack.running?.processes(family) ?? [],
    taskRoot: (family) => stack.deployment?.taskRoots[family],
    refresh: emulators.refresh,
    close: () => close(stack),
  };
};
