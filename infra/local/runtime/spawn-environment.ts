import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface EnvironmentOptions {
  /** The unpacked function. */
  readonly taskRoot: string;
  /** `index.handler`. */
  readonly handler: string;
  /** `host:port` of the Lambda Runtime API. */
  readonly runtimeApi: string;
  /** The function's own variables; they win over those that Lambda would set. */
  readonly environment: Readonly<Record<string, string>>;
  /** MB. */
  readonly memory: number;
}

const runtime = createRequire(import.meta.url).resolve('aws-lambda-ric');
const preload = fileURLToPath(new URL('./rapid-client.cjs', import.meta.url));

/** V8's limits as Lambda's Node runtime sets them. */
const heapLimits = (memory: number): readonly string[] => [
  `--max-old-space-size=${Math.floor(memory * 0.9)}`,
  `--max-semi-space-size=${Math.max(1, Math.floor(memory * 0.05))}`,
];

/** What Lambda sets. Nothing of our own environment goes in, so that no credentials do either. */
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
 * One Lambda environment: a process that runs the real runtime against a Lambda Runtime API, one request at a time.
 * Its output and errors are pipes. It ends by itself when the API is gone.
 */
export const spawnEnvironment = (options: EnvironmentOptions): ChildProcess =>
  spawn(process.execPath, [...heapLimits(options.memory), '--require', preload, runtime], {
    cwd: options.taskRoot,
    env: { ...lambdaVariables(options), ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
