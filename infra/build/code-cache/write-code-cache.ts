import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { planRehearsal, type Rehearsal } from './rehearsal.ts';
import { startStandIn } from './stand-in.ts';

const warmUp = fileURLToPath(new URL('./warm-up.ts', import.meta.url));

const variables = (taskRoot: string, url: string): Record<string, string> => ({
  LAMBDA_TASK_ROOT: taskRoot,
  WALLFEED_BUCKET: 'rehearsal',
  WALLFEED_CLUSTER_ARN: 'rehearsal',
  WALLFEED_SECRET_ARN: 'rehearsal',
  WALLFEED_DATABASE: 'rehearsal',
  WALLFEED_CACHE_TABLE: 'rehearsal',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'rehearsal',
  AWS_SECRET_ACCESS_KEY: 'rehearsal',
  AWS_ENDPOINT_URL: url,
});

const runWarmUp = async (folder: string, taskRoot: string, { config, objects }: Rehearsal): Promise<void> => {
  const standIn = await startStandIn(objects);
  try {
    await writeFile(join(taskRoot, 'dashboard.json'), JSON.stringify(config));
    const env = variables(taskRoot, standIn.url);
    await promisify(execFile)(process.execPath, [warmUp, folder, ...Object.keys(config.endpoints)], { env });
  } finally {
    standIn.close();
  }
};

/**
 * Writes a V8 code cache beside each script of a wrapped bundle, after running it, so that it holds what requests use.
 * It serves this very version of Node on this processor.
 */
export const writeCodeCache = async (family: string, folder: string): Promise<void> => {
  const rehearsal = await planRehearsal(family);
  const taskRoot = await mkdtemp(join(tmpdir(), 'wallfeed-rehearsal-'));
  try {
    await runWarmUp(folder, taskRoot, rehearsal);
  } finally {
    await rm(taskRoot, { recursive: true });
  }
};
