import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { FunctionError, InvocationResult } from './function-error.ts';
import { type Invocation, startRuntimeApi } from './runtime-api.ts';
import { spawnEnvironment } from './spawn-environment.ts';

/** What an environment of a function needs to be started. */
export interface FunctionSettings {
  /** The unpacked code. */
  readonly taskRoot: string;
  readonly handler: string;
  /** MB. */
  readonly memory: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly arn: string;
  /** Takes what the function writes, line by line. */
  readonly log: (line: string) => void;
}

/** A running environment: one request at a time, until it times out, crashes or is ended. */
export interface Environment {
  invoke(requestId: string, event: string): Promise<InvocationResult>;
  /** False once it has ended, or is about to. */
  readonly alive: boolean;
  readonly pid: number;
  end(): Promise<void>;
}

/** How long Lambda lets a function initialise. */
const INIT_TIMEOUT_MS = 10_000;

const after = <Value>(milliseconds: number, value: Value) => {
  const { promise, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(resolve, milliseconds, value);
  return { promise, cancel: () => clearTimeout(timer) };
};

/** The runtime writes the line breaks inside one log entry as carriage returns. */
const logLines = (stream: Readable | null, log: (line: string) => void): void => {
  if (!stream) return;
  createInterface({ input: stream }).on('line', (entry) => {
    for (const line of entry.split('\r')) if (line) log(line);
  });
};

const failure = (kind: FunctionError['kind'], message: string): { readonly error: FunctionError } => ({
  error: { kind, message },
});

/** Starts an environment and waits until its function is initialised; the error says why it did not come up. */
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

  /** Ends the invocation under way; racing each with `exited` would keep the results of all for as long as the process lives. */
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
