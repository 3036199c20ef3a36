import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from './files.ts';
import { startObjects } from './start-objects.ts';
import { installFunction, TOKEN } from './subjects/wallfeed.ts';

/** The files and the function that all subjects of the benchmark share. */
export interface BenchFolder {
  readonly folder: string;
  /** The folder with the files. */
  readonly data: string;
  /** The environment variables of the function: its folder, and the address of its objects. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Creates the files and the function in a temporary folder. */
export const createBenchFolder = async (): Promise<BenchFolder> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-load-'));
  const data = join(folder, 'data');
  const taskRoot = join(folder, 'pie');
  await writeFiles(data);
  await installFunction(taskRoot);
  const objects = await startObjects();
  const environment = {
    LAMBDA_TASK_ROOT: taskRoot,
    WALLFEED_BUCKET: 'bench',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_S3: objects.url,
    [TOKEN.name]: TOKEN.secret,
  };
  const close = async (): Promise<void> => {
    objects.close();
    await rm(folder, { recursive: true });
  };
  return { folder, data, environment, close };
};
