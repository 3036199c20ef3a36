import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { workFolder } from '../build/work-folder.ts';

const stacks = join(workFolder, 'stacks');

/** Folders of killed processes are deleted after a day. Until then the process may be alive in another container. */
const ABANDONED_AFTER_MS = 24 * 60 * 60_000;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const removeLeft = async (name: string): Promise<void> => {
  const folder = join(stacks, name);
  const { mtimeMs } = await stat(folder);
  const isLeft = Date.now() - mtimeMs > ABANDONED_AFTER_MS && !isRunning(Number.parseInt(name, 10));
  if (isLeft) await rm(folder, { recursive: true, force: true });
};

/** Creates a folder for one packaging that no other process uses: dist/stacks/<process>-<unique>. */
export const createStagingFolder = async (): Promise<string> => {
  const folder = join(stacks, `${process.pid}-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  await Promise.allSettled((await readdir(stacks)).map(removeLeft));
  return folder;
};
