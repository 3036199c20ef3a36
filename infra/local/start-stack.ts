import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { refusedEndpoints } from '../dashboard/definition/refusals.ts';
import { kindOf } from '../dashboard/registry/kinds.ts';
import { readProxies } from '../program/web-agents.ts';
import { datasetsOf, queriesOf } from '../stack/sources.ts';
import type { Service, ServiceFunction } from '../stack/template/read-service.ts';
import { localDatabaseOf } from './emulators/local-database.ts';
import { type Emulators, type ReportSeeds, type StartMetrics, startEmulators } from './emulators/start-emulators.ts';
import type { Gateway } from './gateway/create-gateway.ts';
import type { Invoke } from './gateway/create-responder.ts';
import { BUCKET, type Deployment, type PackageOptions, packageDeployment, REGION } from './package-deployment.ts';
import { createPool, type Pool } from './runtime/create-pool.ts';
import { startEnvironment } from './runtime/start-environment.ts';

/** Maximum number of environments per function: enough for concurrent requests, few enough for a laptop. */
const MAX_ENVIRONMENTS = 8;
const QUEUE_TIMEOUT_MS = 10_000;

interface RunOptions {
  readonly service: Service;
  /** Keyed by the name of a function's code. */
  readonly taskRoots: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly log: (code: string, line: string) => void;
  readonly environments?: number;
  readonly maxWaitMs?: number;
  /** Milliseconds. The default is the timeout of the function. */
  readonly maxInvocationMs?: number;
  /** The functions of the service before. Those with the same code and settings are kept with their environments. */
  readonly previous?: readonly RunningFunction[];
}

interface RunningFunction {
  readonly code: string;
  /** Changes with the code and the settings of the function. */
  readonly version: string;
  readonly taskRoot: string;
  readonly pool: Pool;
}

export interface RunningService {
  readonly functions: readonly RunningFunction[];
  readonly invoke: Invoke;
  end(): Promise<void>;
}

const versionOf = (one: ServiceFunction, { environment }: RunOptions): string => JSON.stringify([one, environment]);

const runFunction = (one: ServiceFunction, options: RunOptions): RunningFunction => {
  const { taskRoots, environment, log, environments = MAX_ENVIRONMENTS, maxWaitMs = QUEUE_TIMEOUT_MS } = options;
  const taskRoot = taskRoots[one.code];
  if (taskRoot === undefined) throw new Error(`the template's function ${one.name} has no code ${one.code}`);
  const settings = {
    taskRoot,
    handler: one.handler,
    memory: one.memory,
    timeout: options.maxInvocationMs ?? one.timeout,
    environment: { AWS_LAMBDA_FUNCTION_NAME: one.name, ...environment, ...one.environment },
    arn: `arn:aws:lambda:${environment.AWS_REGION}:000000000000:function:${one.name}`,
    log: (line: string) => log(one.code, line),
  };
  const pool = createPool({ start: () => startEnvironment(settings), limit: environments, maxWaitMs });
  return { code: one.code, version: versionOf(one, options), taskRoot, pool };
};

export const runService = (options: RunOptions): RunningService => {
  const { service, log, previous = [] } = options;
  const kept = new Map(previous.map((one) => [one.version, one]));
  const running = new Map(
    service.functions.map((one) => [one.logicalId, kept.get(versionOf(one, options)) ?? runFunction(one, options)]),
  );

  const invoke: Invoke = async (target, requestId, event) => {
    const found = running.get(target);
    if (!found) return 'unavailable';
    const result = await found.pool.invoke(requestId, event);
    if (result === 'unavailable') log(found.code, `${requestId} no environment became free in time`);
    else if ('error' in result) log(found.code, `${requestId} ${result.error.message}`);
    return result;
  };
  const functions = [...running.values()];
  const end = async (): Promise<void> => {
    await Promise.all(functions.map(({ pool }) => pool.end()));
  };
  return { functions, invoke, end };
};

export interface StackOptions extends PackageOptions {
  readonly folder: string;
  readonly gateway: Gateway;
  /** Errors of refused statements are logged with the sources `sql` and `athena`. */
  readonly log: (source: string, line: string) => void;
  readonly report: ReportSeeds;
  readonly startMetrics?: StartMetrics | undefined;
  readonly onInvoked?: ((requestId: string, milliseconds: number) => void) | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  readonly environments?: number;
  /** Milliseconds. The default is the timeout of the function. */
  readonly maxInvocationMs?: number;
}

export interface Stack {
  /** The emulators. Each one counts its calls, and can inject faults. */
  readonly emulators: Pick<Emulators, 'objects' | 'database' | 'parameters' | 'answers' | 'athena' | 'environment'>;
  /**
   * Packages and serves the dashboard's endpoints. As in AWS, functions that do not change keep their environments.
   * Requests to the others finish on the previous deployment.
   */
  deploy(dashboard: LoadedDashboard): Promise<void>;
  /** Answers requests for endpoints that are not served with the errors of their definitions. */
  refuse(dashboard: LoadedDashboard): void;
  restart(): void;
  processes(family: string): readonly number[];
  taskRoot(family: string): string | undefined;
  refresh(seedsChanged: boolean, paths?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface StackState {
  readonly options: StackOptions;
  readonly emulators: Emulators;
  /** The folders of this deployment, and of previous ones whose functions still run. */
  readonly folders: Set<string>;
  readonly draining: Set<RunningFunction>;
  /** Resolve once functions of previous deployments have ended, and their folders are removed. */
  readonly ending: Set<Promise<void>>;
  deployment: Deployment | undefined;
  running: RunningService | undefined;
}

/** Returns the variables with which the functions call hosts through the proxy of a company. */
const webVariables = (): Readonly<Record<string, string>> => {
  const { NODE_EXTRA_CA_CERTS, AWS_CA_BUNDLE } = process.env;
  return {
    ...readProxies(),
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
    ...(AWS_CA_BUNDLE && { AWS_CA_BUNDLE }),
  };
};

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

const removeUnused = async ({ folders, draining, deployment, running }: StackState): Promise<void> => {
  const used = [...draining, ...(running?.functions ?? [])].map(({ taskRoot }) => dirname(taskRoot));
  const unused = folders.difference(new Set([...used, deployment?.folder]));
  for (const folder of unused) folders.delete(folder);
  await Promise.all(Array.from(unused, removeFolder));
};

const retire = (stack: StackState, functions: readonly RunningFunction[]): void => {
  const { draining, ending } = stack;
  const drain = async (one: RunningFunction): Promise<void> => {
    draining.add(one);
    await one.pool.drain();
    draining.delete(one);
  };
  const work = Promise.all(functions.map(drain)).then(() => removeUnused(stack));
  ending.add(work);
  void work.then(() => ending.delete(work));
};

const timeInvocations =
  (invoke: Invoke, onInvoked: StackOptions['onInvoked']): Invoke =>
  async (target, requestId, event) => {
    const startedAt = performance.now();
    const result = await invoke(target, requestId, event);
    if (result !== 'unavailable') onInvoked?.(requestId, performance.now() - startedAt);
    return result;
  };

/** Serves a deployment. `kept` are the functions that may keep their environments. */
const serve = (stack: StackState, next: Deployment, kept: readonly RunningFunction[]): void => {
  const { options, emulators, running: previous } = stack;
  const running = runService({
    previous: kept,
    ...(options.environments && { environments: options.environments }),
    ...(options.maxInvocationMs && { maxInvocationMs: options.maxInvocationMs }),
    ...next,
    environment: { ...emulators.environment(), ...webVariables(), ...options.environment },
    log: options.log,
  });
  stack.running = running;
  stack.deployment = next;
  stack.folders.add(next.folder);
  options.gateway.use(next.service, timeInvocations(running.invoke, options.onInvoked));
  retire(stack, previous?.functions.filter((one) => !running.functions.includes(one)) ?? []);
};

const deploy = async (stack: StackState, dashboard: LoadedDashboard): Promise<void> => {
  const next = await packageDeployment(dashboard, stack.options);
  const { table, workgroups } = next;
  await stack.emulators.provide({
    dashboard: dashboard.name,
    bucket: dashboard.bucket ?? BUCKET,
    database: queriesOf(dashboard).length > 0 && localDatabaseOf(dashboard),
    ...(table && { table }),
    ...(workgroups && { workgroups }),
    metrics: Object.values(datasetsOf(dashboard)).some(({ config }) => kindOf(config.source).isOfAccount),
  });
  serve(stack, next, stack.running?.functions ?? []);
};

const close = async (stack: StackState): Promise<void> => {
  await stack.running?.end();
  await Promise.all(stack.ending);
  await stack.emulators.close();
  await Promise.all(Array.from(stack.folders, removeFolder));
};

/** Starts the emulators. The gateway serves the endpoints once a dashboard is deployed. */
export const startStack = async (options: StackOptions): Promise<Stack> => {
  const { folder, log, report, startMetrics } = options;
  const emulators = await startEmulators({ folder, region: REGION, report, log, startMetrics });
  const stack: StackState = {
    options,
    emulators,
    folders: new Set(),
    draining: new Set(),
    ending: new Set(),
    deployment: undefined,
    running: undefined,
  };
  return {
    emulators,
    deploy: (dashboard) => deploy(stack, dashboard),
    refuse: (dashboard) => options.gateway.refuse(refusedEndpoints(dashboard)),
    restart: () => stack.deployment && serve(stack, stack.deployment, []),
    processes: (family) =>
      (stack.running?.functions ?? []).flatMap(({ code, pool }) => (code === family ? pool.processes() : [])),
    taskRoot: (family) => stack.deployment?.taskRoots[family],
    refresh: emulators.refresh,
    close: () => close(stack),
  };
};
