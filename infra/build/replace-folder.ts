import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file atomically, so that no other process reads half of it. */
export const writeFileWhole = async (path: string, content: string | Uint8Array): Promise<void> => {
  const unfinished = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(unfinished, content);
  await rename(unfinished, path);
};

/** Replaces a folder with a new, finished one. */
export const replaceFolder = async (finished: string, target: string): Promise<void> => {
  const before = `${finished}.before`;
  await mkdir(dirname(target), { recursive: true });
  await rename(target, before).catch(() => undefined);
  await rename(finished, target);
  await rm(before, { recursive: true, force: true });
};
