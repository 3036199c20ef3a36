const INTERVAL_MS = 5_000;

/**
 * Returns options of Node with which `start` and its functions each write their used memory to a file of `folder`, in
 * bytes, at intervals and after a garbage collection. The name of the file is the process id. Resident memory alone
 * also counts garbage, which changes it by a tenth from one moment to the next.
 */
export const recordMemory = (folder: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
  import { renameSync, writeFileSync } from 'node:fs';
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  import { isMainThread } from 'node:worker_threads';
  const { argv, env, pid } = process;
  const isFunction = env.AWS_LAMBDA_RUNTIME_API !== undefined;
  if (isMainThread && (isFunction || argv[1]?.endsWith('main.ts'))) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const file = ${JSON.stringify(folder)} + '/' + pid;
    const record = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      writeFileSync(file + '.new', String(heapUsed + external));
      renameSync(file + '.new', file);
    };
    record();
    setInterval(record, ${INTERVAL_MS}).unref();
  }`)}`;
