import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../../../dashboard/folder/diagnostic.ts';
import { type Seed, seedDiagnostic } from '../../../dashboard/sql/read-seeds.ts';
import { programPath } from '../../../program/program-files.ts';
import { startThread, type Thread } from '../../../program/thread.ts';
import { workFolder } from '../../../program/work-folder.ts';
import type { DatabaseImage, Postgres } from './database-image.ts';
import type { Refusal } from './numbered-statement.ts';
import type { PreparedStatement } from './prepare.ts';
import type { ResultColumn, SqlFailure } from './types.ts';

/** As PostgreSQL writes them. */
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
  readonly changed: number;
}

export interface SeedFailure {
  readonly index: number;
  readonly offset: number;
  readonly message: string;
}

export type Operations = {
  /** Runs the files in order, like psql, and stops at the first error. */
  readonly seed: (seeds: readonly Seed[]) => Promise<SeedFailure | undefined>;
  readonly dump: () => Promise<DatabaseImage>;
  readonly describe: (statement: string) => Promise<Refusal | undefined>;
  readonly query: (statement: PreparedStatement) => Promise<Result | { readonly failure: SqlFailure }>;
};

export type DatabaseWorker = Thread<Operations>;

/** The types of Node lack WebAssembly. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: { readonly Module: new (bytes: Uint8Array) => Postgres };
};

let compiled: Postgres | undefined;

/** Compiles PostgreSQL once for all threads: the compilation is more than half of the processor time of a start. */
const compilePostgres = (): Postgres => {
  compiled ??= new WebAssembly.Module(
    readFileSync(fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))),
  );
  return compiled;
};

/** Starts a database thread from an image of the database files. Without an image, startup takes seconds. */
export const startWorker = (image?: DatabaseImage): DatabaseWorker =>
  startThread(programPath('databaseWorker'), { data: { image, postgres: compilePostgres() } });

/** Returns the first error. */
export const applySeeds = async (worker: DatabaseWorker, seeds: readonly Seed[]): Promise<Diagnostic | undefined> => {
  const failure = await worker.call('seed', seeds);
  const seed = failure && seeds[failure.index];
  return seed && seedDiagnostic(seed, failure.offset, failure.message);
};

const CACHE = join(workFolder, 'local');

const pgliteVersion = async (): Promise<string> => {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(await readFile(resolve(entry, '../../package.json'), 'utf8')) as { version: string };
  return version;
};

const createImage = async (): Promise<DatabaseImage> => {
  const worker = startWorker();
  try {
    return await worker.call('dump');
  } finally {
    await worker.terminate();
  }
};

/** Writes a file under a temporary name and renames it, so that no other process reads an incomplete file. */
const store = async (file: string, image: DatabaseImage): Promise<void> => {
  const partial = `${file}.${randomUUID()}`;
  await mkdir(CACHE, { recursive: true });
  await writeFile(partial, image);
  await rename(partial, file);
};

/** Reads an image into memory that threads share, so that no thread gets a copy. */
const readImage = async (file: string): Promise<DatabaseImage> => {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const image = new Uint8Array(new SharedArrayBuffer(size));
    for (let read = 0; read < size; ) read += (await handle.read(image, read, size - read)).bytesRead;
    return image;
  } finally {
    await handle.close();
  }
};

/**
 * Returns the files of an empty database. The files are cached for each PGlite version, because creating them takes
 * seconds. They are not compressed, so that a database starts sooner.
 */
export const emptyImage = async (): Promise<DatabaseImage> => {
  const file = join(CACHE, `pglite-${await pgliteVersion()}.image`);
  try {
    return await readImage(file);
  } catch {
    const image = await createImage();
    await store(file, image).catch(() => undefined);
    return image;
  }
};
