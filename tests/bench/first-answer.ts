import { once } from 'node:events';
import { startRuntimeApi } from '../../infra/local/runtime/runtime-api.ts';
import { spawnEnvironment } from '../../infra/local/runtime/spawn-environment.ts';

export interface ColdFunction {
  readonly name: string;
  readonly taskRoot: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly event: unknown;
}

const invocationOf = (event: unknown) => ({
  requestId: 'bench',
  event: JSON.stringify(event),
  deadline: Date.now() + 10_000,
  functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:bench',
});

/** Milliseconds from starting a function's process to its first answer, which must be 200. */
export const measureFirstAnswer = async ({ name, taskRoot, environment, event }: ColdFunction): Promise<number> => {
  const api = await startRuntimeApi();
  const start = performance.now();
  const child = spawnEnvironment({
    taskRoot,
    handler: 'index.handler',
    runtimeApi: api.address,
    environment,
    memory: 256,
  });
  const exit = once(child, 'exit').then(() => ({ error: { message: 'the process ended' } }));
  const result = await Promise.race([api.invoke(invocationOf(event)), exit]);
  const elapsed = performance.now() - start;
  child.kill('SIGKILL');
  await exit;
  api.close();
  const answer = 'error' in result ? result.error.message : String(result.payload);
  if (!answer.includes('"statusCode":200')) throw new Error(`${name} did not answer with 200: ${answer}`);
  return elapsed;
};
