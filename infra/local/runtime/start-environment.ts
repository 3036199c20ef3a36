import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { LAMBDA_RUNTIME } from '../../program/lambda-runtime.ts';
import { programPath } from '../../program/program-files.ts';
import {
  type FunctionError,
  type Invocation,
  type InvocationResult,
  type RuntimeApi,
  startRuntimeApi,
} from './runtime-api.ts';

export interface EnvironmentOptions {
  readonly taskRoot: string;
  /** Module and export of the handler, such as `index.handler`. */
  readonly handler: string;
  /** `host:port` of the Lambda Runtime API. */
  readonly runtimeApi: string;
  /** Override Lambda's variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** MB. */
  readonly memory: number;
}

const heapLimits = (memory: number): readonly string[] => [
  `--max-old-space-size=${Math.floor(memory * 0.9)}`,
  `--max-semi-space-size=${Math.max(1, Math.floor(memory * 0.05))}`,
];

/** Returns the variable SystemRoot, without which Windows opens no socket. */
const systemVariables = (): Record<string, string> =>
  process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot };

/**
 * Returns the variables that Lambda sets, and a home folder in which the AWS clients find no settings of the user. Leaves
 * out the environment of this process, which may contain credentials.
 */
const lambdaVariables = ({ taskRoot, handler, runtimeApi, memory }: EnvironmentOptions): Record<string, string> => ({
  AWS_EXECUTION_ENV: `AWS_Lambda_${LAMBDA_RUNTIME}`,
  AWS_LAMBDA_FUNCTION_NAME: 'function',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/function',
  AWS_LAMBDA_LOG_STREAM_NAME: 'local',
  AWS_LAMBDA_RUNTIME_API: runtimeApi,
  HOME: taskRoot,
  LAMBDA_TASK_ROOT: taskRoot,
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
  _HANDLER: handler,
});

/**
 * Spawns a Lambda environment: a process that runs the real runtime against a Lambda Runtime API, one request at a
 * time. The stdout and stderr of the process are pipes. The process exits when the API is closed.
 */
export const spawnEnvironment = (options: EnvironmentOptions): ChildProcess =>
  spawn(
    process.execPath,
    [...heapLimits(options.memory), '--require', programPath('runtimePreload'), programPath('interfaceClient')],
    {
      cwd: options.taskRoot,
      env: { ...systemVariables(), ...lambdaVariables(options), ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );

export interface FunctionSettings {
  readonly taskRoot: string;
  readonly handler: string;
  /** MB. */
  readonly memory: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly arn: string;
  readonly log: (line: string) => void;
}

/** Handles one request at a time until it times out, crashes or is ended. */
export interface Environment {
  invoke(requestId: string, event: string): Promise<InvocationResult>;
  /** False once the environment has ended or is about to end. */
  readonly alive: boolean;
  readonly pid: number;
  end(): Promise<void>;
}

/**
 * Lambda's time limit for INIT. After it, Lambda starts INIT again in the first invocation, and then the function's timeout
 * is the limit.
 */
const INIT_TIMEOUT_MS = 10_000;

const after = <Value>(milliseconds: number, value: Value) => {
  const { promise, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(resolve, milliseconds, value);
  return { promise, cancel: () => clearTimeout(timer) };
};

/** Logs the lines of a stream. The runtime writes line breaks inside a log entry as carriage returns. */
const logLines = (stream: Readable | null, log: (line: string) => void): void => {
  if (!stream) return;
  createInterface({ input: stream }).on('line', (entry) => {
    for (const line of entry.split('\r')) if (line) log(line);
  });
};

type Failure = { readonly error: FunctionError };

const failure = (kind: FunctionError['kind'], message: string): Failure => ({ error: { kind, message } });

interface EnvironmentState {
  readonly settings: FunctionSettings;
  readonly api: RuntimeApi;
  readonly child: ChildProcess;
  /** Resolves with the reason once the process has ended. */
  readonly exited: Promise<Failure>;
  isAlive: boolean;
  /**
   * Ends the current invocation with a result. Used in place of `Promise.race` with `exited`, which would keep every
   * result in memory until the process exits.
   */
  interrupt: (result: InvocationResult) => void;
}

const exitOf = (child: ChildProcess): Promise<Failure> =>
  once(child, 'exit').then(
    ([code, signal]) => failure('crash', `the process ended (${signal ?? `exit code ${code}`})`),
    (error) => failure('crash', error.message),
  );

const startProcess = async (settings: FunctionSettings): Promise<EnvironmentState> => {
  const { taskRoot, handler, memory, environment, log } = settings;
  const api = await startRuntimeApi();
  const child = spawnEnvironment({ taskRoot, handler, memory, environment, runtimeApi: api.address });
  logLines(child.stdout, log);
  logLines(child.stderr, log);
  const exited = exitOf(child);
  const state: EnvironmentState = { settings, api, child, exited, isAlive: true, interrupt: () => undefined };
  void exited.then((result) => {
    state.isAlive = false;
    api.close();
    state.interrupt(result);
  });
  return state;
};

const kill = async (state: EnvironmentState): Promise<void> => {
  state.isAlive = false;
  state.child.kill('SIGKILL');
  await state.exited;
};

/**
 * Waits until the function is initialised. Returns the reason if the initialisation fails. A slow INIT is not started
 * again: it goes on for as long as Lambda would wait for both.
 */
const awaitInit = async ({ settings, api, exited }: EnvironmentState): Promise<Failure | undefined> => {
  const limit = INIT_TIMEOUT_MS + settings.timeout;
  const slow = after(limit, failure('timeout', `not initialised after ${limit / 1000} s`));
  const failed = failure('crash', 'the function could not be initialised');
  const started = api.started.then((isStarted) => (isStarted ? undefined : failed));
  const first = await Promise.race([started, exited, slow.promise]);
  slow.cancel();
  return first;
};

const timedOut = (timeout: number): Failure =>
  failure('timeout', `Task timed out after ${(timeout / 1000).toFixed(2)} seconds`);

/** Ends the environment if the request takes too long. */
const invoke = async (state: EnvironmentState, requestId: string, event: string): Promise<InvocationResult> => {
  const { timeout, arn } = state.settings;
  const { promise, resolve } = Promise.withResolvers<InvocationResult>();
  state.interrupt = resolve;
  if (!state.isAlive) void state.exited.then(resolve);
  const timer = setTimeout(resolve, timeout, timedOut(timeout));
  const invocation: Invocation = { requestId, event, deadline: Date.now() + timeout, functionArn: arn };
  void state.api.invoke(invocation).then(resolve);
  const result = await promise;
  clearTimeout(timer);
  if ('error' in result && result.error.kind === 'timeout') await kill(state);
  return result;
};

/** Resolves to the reason if the function is not initialised. */
export const startEnvironment = async (settings: FunctionSettings): Promise<Environment | Failure> => {
  const state = await startProcess(settings);
  const failed = await awaitInit(state);
  if (failed) {
    await kill(state);
    return failed;
  }
  return {
    invoke: (requestId, event) => invoke(state, requestId, event),
    get alive() {
      return state.isAlive;
    },
    pid: state.child.pid ?? 0,
    end: () => kill(state),
  };
};
