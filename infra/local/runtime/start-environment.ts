import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { FunctionError, InvocationResult } from './function-error.ts';
import { type Invocation, startRuntimeApi } from './runtime-api.ts';
import { spawnEnvironment } from './spawn-environment.ts';

/** The settings of a function's environment. */
export interface FunctionSettings {
  /** The folder of the unpacked code. */
  readonly taskRoot: string;
  readonly handler: string;
  /** Memory of the function in MB. */
  readonly memory: number;
  /** Timeout of the function in milliseconds. */
  readonly timeout: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly arn: string;
  /** Logs the function's output, line by line. */
  readonly log: (line: string) => void;
}

/** A running environment. It handles one request at a time until it times out, crashes or is ended. */
export interface Environment {
  invoke(requestId: string, event: string): Promise<InvocationResult>;
  /** False once it has ended, or is about to. */
  readonly alive: boolean;
  readonly pid: number;
  end(): Promise<void>;
}

/** Lambda's time limit for INIT. */
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

const failure = (kind: FunctionError['kind'], message: string): { readonly error: FunctionError } => ({
  error: { kind, message },
});

/** Starts an environment and waits until its function is initialised. Rejects with the reason if it fails. */
export const startEnvironment = async (
  settings: FunctionSettings,
): Promise<Environment | { readonly error: FunctionError }> => {
  const { taskRoot, handler, memory, environment, timeout, arn, log } = settings;
  const api = await startRuntimeApi();
  const child = spawnEnvironment({ taskRoot, handler, memory, environment, runtimeApi: api.address });
  logLines(child.stdout, log);
  logLines(child.stderr, log);

  let alive = true;
  const exited = once(child, 'exit').then(
    ([code, signal]) => failure('crash', `the process ended (${signal ?? `exit code ${code}`})`),
    (error) => failure('crash', error.message),
  );
  void exited.then(() => {
    alive = false;
    api.close();
  });
  const kill = async (): Promise<void> => {
    alive = false;
    child.kill('SIGKILL');
    await exited;
  };

  const slow = after(INIT_TIMEOUT_MS, failure('timeout', `not initialised after ${INIT_TIMEOUT_MS / 1000} s`));
  const failed = failure('crash', 'the function could not be initialised');
  const first = await Promise.race([api.started.then((fine) => (fine ? undefined : failed)), exited, slow.promise]);
  slow.cancel();
  if (first) {
    await kill();
    return first;
  }

  /** Ends the current invocation. Promise.race with `exited` would keep every result until the process exits. */
  let interrupt = (_: InvocationResult): void => undefined;
  void exited.then((result) => interrupt(result));

  const invoke = async (requestId: string, event: string): Promise<InvocationResult> => {
    const { promise, resolve } = Promise.withResolvers<InvocationResult>();
    interrupt = resolve;
    if (!alive) void exited.then(resolve);
    const message = `Task timed out after ${(timeout / 1000).toFixed(2)} seconds`;
    const timer = setTimeout(resolve, timeout, failure('timeout', message));
    const invocation: Invocation = { requestId, event, deadline: Date.now() + timeout, functionArn: arn };
    void api.invoke(invocation).then(resolve);
    const result = await promise;
    clearTimeout(timer);
    if ('error' in result && result.error.kind === 'timeout') await kill();
    return result;
  };

  return {
    invoke,
    get alive() {
      return alive;
    },
    pid: child.pid ?? 0,
    end: kill,
  };
};
