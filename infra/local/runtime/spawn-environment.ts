import { type ChildProcess, spawn } from 'node:child_process';
import { programPath } from '../../build/program-files.ts';

export interface EnvironmentOptions {
  /** The folder of the unpacked function. */
  readonly taskRoot: string;
  /** Module and export of the handler, such as `index.handler`. */
  readonly handler: string;
  /** `host:port` of the Lambda Runtime API. */
  readonly runtimeApi: string;
  /** The function's own environment variables, which override Lambda's variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Memory of the function in MB. */
  readonly memory: number;
}

/** Returns the V8 limits that Lambda's Node runtime sets. */
const heapLimits = (memory: number): readonly string[] => [
  `--max-old-space-size=${Math.floor(memory * 0.9)}`,
  `--max-semi-space-size=${Math.max(1, Math.floor(memory * 0.05))}`,
];

/** Returns the variable SystemRoot, without which Windows opens no socket. */
const systemVariables = (): Record<string, string> =>
  process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot };

/**
 * Returns the variables that Lambda sets. Leaves out the environment of this process, which may contain credentials.
 */
const lambdaVariables = ({ taskRoot, handler, runtimeApi, memory }: EnvironmentOptions): Record<string, string> => ({
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: 'function',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/function',
  AWS_LAMBDA_LOG_STREAM_NAME: 'local',
  AWS_LAMBDA_RUNTIME_API: runtimeApi,
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
