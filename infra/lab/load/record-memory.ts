/**
 * Writes the used memory of the process that runs a command to MEMORY_FILE, in bytes, every five seconds after a garbage
 * collection. Resident memory alone also counts garbage, which changes it by a tenth from one moment to the next.
 */
export const RECORD_MEMORY = `data:text/javascript,${encodeURIComponent(`
  import { renameSync, writeFileSync } from 'node:fs';
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  import { isMainThread } from 'node:worker_threads';
  const { argv, env } = process;
  if (isMainThread && argv[1]?.endsWith('main.ts')) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const record = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      writeFileSync(env.MEMORY_FILE + '.new', String(heapUsed + external));
      renameSync(env.MEMORY_FILE + '.new', env.MEMORY_FILE);
    };
    record();
    setInterval(record, 5000).unref();
  }`)}`;
