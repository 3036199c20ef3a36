import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startThread, type Thread } from '../../../build/thread.ts';
import { workFolder } from '../../../build/work-folder.ts';
import type { Diagnostic } from '../../../dashboard/folder/diagnostic.ts';
import type { Seed } from '../../../dashboard/sql/read-seeds.ts';
import type { Refusal } from './describe-statement.ts';
import type { PreparedStatement } from './prepare.ts';
import type { ResultColumn, SqlFailure } from './types.ts';

/** The cells of a row, as PostgreSQL writes them. */
export type Row = readonly (string | null)[];

/**
 * A type whose number is not in the table of supported types: an enumeration of the seeds, or a type that the service
 * refuses.
 */
export interface NamedType {
  readonly oid: number;
  readonly name: string;
  readonly isEnum: boolean;
}

export interface Result {
  readonly columns: readonly ResultColumn[];
  readonly namedTypes: readonly NamedType[];
  readonly rows: readonly Row[];
  /** The error message if the result exceeds a limit; the rows are then incomplete. */
  readonly tooLarge: string | undefined;
  /** Number of rows that a statement without a result set has changed. */
  readonly changed: number;
}

/** The operations of the database thread, with their input and output. */
export type Operations = {
  readonly seed: (seeds: readonly Seed[]) => Promise<Diagnostic | undefined>;
  /** Returns an image of the database files. */
  readonly dump: () => Promise<Uint8Array>;
  readonly describe: (statement: string) => Promise<Refusal | undefined>;
  readonly query: (statement: PreparedStatement) => Promise<Result | { readonly failure: SqlFailure }>;
};

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
    return await worker.call('dump');
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
 * seconds. They are not compressed, so that a database starts sooner.
 */
export const emptyImage = async (): Promise<Uint8Array> => {
  const file = join(CACHE, `pglite-${await pgliteVersion()}.tar`);
  try {
    return await readFile(file);
  } catch {
    const image = await createImage();
    await store(file, image).catch(() => undefined);
    return image;
  }
};
