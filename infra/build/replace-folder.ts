import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a folder with a new, finished one. */
export const replaceFolder = async (finished: string, target: string): Promise<void> => {
  const before = `${finished}.before`;
  await mkdir(dirname(target), { recursive: true });
  await rename(target, before).catch(() => undefined);
  await rename(finished, target);
  await rm(before, { recursive: true, force: true });
};
