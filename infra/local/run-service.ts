import type { Invoke } from './gateway/create-responder.ts';
import type { Service, ServiceFunction } from './read-service.ts';
import { createPool, type Pool } from './runtime/create-pool.ts';
import { startEnvironment } from './runtime/start-environment.ts';

/** Maximum number of environments per function: enough for concurrent requests, few enough for a laptop. */
const MAX_ENVIRONMENTS = 8;
/** The maximum time that a request waits for a free environment. */
const QUEUE_TIMEOUT_MS = 10_000;

export interface RunOptions {
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
    timeout: one.timeout,
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
