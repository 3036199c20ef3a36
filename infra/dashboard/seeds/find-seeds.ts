import { join } from 'node:path';
import { listFiles } from '../list-files.ts';

/** True if a file of the data folder seeds the local database. */
export const isSeed = (path: string): boolean => /\.sql$/i.test(path);

/** Lists the seeds of a dashboard folder, in the order in which they are run. */
export const findSeeds = async (folder: string): Promise<readonly string[]> =>
  (await listFiles(join(folder, 'data'), folder)).filter(isSeed).sort();
