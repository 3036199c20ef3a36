import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startThread, type Thread } from '../../../build/thread.ts';
import { workFolder } from '../../../build/work-folder.ts';
import type { Operations } from './messages.ts';

export type DatabaseWorker = Thread<Operations>;

/** Starts a database thread from an image of the database files. Without an image, startup takes seconds. */
export const startWorker = (image?: Uint8Array): DatabaseWorker => startThread('databaseWorker', { image });

const CACHE = join(workFolder, 'local');

const pgliteVersion = async (): Promise<string> => {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(await readFile(resolve(entry, '../../package.json'), 'utf8')) as { version: string };
  return version;
};

const createImage = async (): Promise<Uint8Array> => {
  const worker = startWorker();
  try {
    return await worker.call('dump', 'gzip');
  } finally {
    await worker.terminate();
  }
};

/** Writes a file under a temporary name and renames it, so that no other process reads an incomplete file. */
const store = async (file: string, image: Uint8Array): Promise<void> => {
  const partial = `${file}.${randomUUID()}`;
  await mkdir(CACHE, { recursive: true });
  await writeFile(partial, image);
  await rename(partial, file);
};

/**
 * Returns the files of an empty database. The files are cached for each PGlite version, because creating them takes
 * seconds.
 */
export const emptyImage = async (): Promise<Uint8Array> => {
  const file = join(CACHE, `pglite-${await pgliteVersion()}.tar.gz`);
  try {
    return await readFile(file);
  } catch {
    const image = await createImage();
    await store(file, image).catch(() => undefined);
    return image;
  }
};
