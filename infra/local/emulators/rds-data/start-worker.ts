import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { programPath } from '../../../build/program-files.ts';
import { workFolder } from '../../../build/work-folder.ts';
import type { OperationName, Operations } from './messages.ts';

export interface DatabaseWorker {
  call<Name extends OperationName>(
    operation: Name,
    input: Parameters<Operations[Name]>[0],
  ): ReturnType<Operations[Name]>;
  terminate(): Promise<void>;
}

interface WorkerReply {
  readonly id: number;
  readonly output?: unknown;
  readonly error?: unknown;
}

/** Starts a database thread from an image of the database files. Without an image, startup takes seconds. */
export const startWorker = (image?: Uint8Array): DatabaseWorker => {
  const worker = new Worker(programPath('databaseWorker'), { workerData: { image } });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let orders = 0;

  const failAll = (reason: unknown) => {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  worker.on('message', ({ id, output, error }: WorkerReply) => {
    const order = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) order?.resolve(output);
    else order?.reject(error);
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('The database was stopped.')));

  return {
    call: (operation, input) => {
      const id = ++orders;
      const order = Promise.withResolvers<unknown>();
      waiting.set(id, order);
      worker.postMessage({ id, operation, input });
      return order.promise as ReturnType<Operations[typeof operation]>;
    },
    terminate: async () => {
      await worker.terminate();
    },
  };
};

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
