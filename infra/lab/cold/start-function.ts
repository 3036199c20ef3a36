import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startRuntimeApi } from '../../local/runtime/runtime-api.ts';
import { spawnEnvironment } from '../../local/runtime/start-environment.ts';

export interface ColdFunction {
  readonly name: string;
  readonly taskRoot: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface StartedFunction {
  readonly pid: number;
  /** Loading the handler's module. */
  readonly initMs: number;
  /** From the start of the process until its runtime asks for the first event. */
  readonly startMs: number;
  /** Returns the milliseconds until the response. Throws unless the status is 200. */
  ask(event: unknown): Promise<number>;
  end(): Promise<void>;
}

const MARK = 'bench-init ';

/** Loads the function as the runtime would, and prints how long that took. */
const ENTRY = `const start = performance.now();
const { handler } = await import('./' + process.env.BENCH_ENTRY);
process.stdout.write('${MARK}' + (performance.now() - start) + '\\n');
export { handler };
`;

const invocationOf = (event: unknown, id: number) => ({
  requestId: `bench-${id}`,
  event: JSON.stringify(event),
  deadline: Date.now() + 30_000,
  functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:bench',
});

/** Writes the module that measures INIT into a function's folder. */
export const installEntry = (taskRoot: string): Promise<void> => writeFile(join(taskRoot, 'bench.mjs'), ENTRY);

/** Starts a function in a separate process, under the real runtime, at full CPU speed. */
export const startFunction = async (coldFunction: ColdFunction, memoryMb: number): Promise<StartedFunction> => {
  const api = await startRuntimeApi();
  const startedAt = performance.now();
  const child = spawnEnvironment({
    taskRoot: coldFunction.taskRoot,
    handler: 'bench.handler',
    runtimeApi: api.address,
    environment: coldFunction.environment,
    memory: memoryMb,
  });
  const errors: string[] = [];
  const exit = once(child, 'exit').then(() => ({ error: { message: `the process ended: ${errors.join('\n')}` } }));
  let initMs = Number.NaN;
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith(MARK)) initMs = Number(line.slice(MARK.length));
    });
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
    api.close();
  };
  const isUp = await Promise.race([api.started, exit.then(() => false)]);
  const startMs = performance.now() - startedAt;
  if (!isUp) {
    await end();
    throw new Error(`${coldFunction.name} did not start: ${errors.join('\n')}`);
  }
  let asked = 0;
  const ask = async (event: unknown): Promise<number> => {
    asked += 1;
    const sentAt = performance.now();
    const result = await Promise.race([api.invoke(invocationOf(event, asked)), exit]);
    const elapsed = performance.now() - sentAt;
    const answer = 'error' in result ? result.error.message : String(result.payload);
    if (!answer.includes('"statusCode":200'))
      throw new Error(`${coldFunction.name} did not respond with status 200: ${answer}`);
    return elapsed;
  };
  return { pid: child.pid ?? 0, initMs, startMs, ask, end };
};
