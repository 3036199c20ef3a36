import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { utcText } from '../../../../shared/tabular/civil-time.ts';
import { quoteText } from '../../../local/emulators/athena/lake/sql-text.ts';
import { type Connection, loadDuckDb } from '../../../trino/dialect/duckdb.ts';
import { ordersOf, visitsOf } from './rows.ts';

const DAY_MS = 86_400_000;
/** Complete days before today. Their rows and those of today are a million. */
const COMPLETE_DAYS = 14;

/** A table of the lake. Each day is one file in a folder of its own. */
interface Table {
  readonly name: string;
  readonly file: string;
  readonly options: string;
  readonly rows: (day: string, until: string) => string;
}

const TABLES: readonly Table[] = [
  { name: 'orders', file: 'part-0.parquet', options: 'format parquet, compression zstd', rows: ordersOf },
  { name: 'visits', file: 'part-0.csv', options: 'format csv, header', rows: visitsOf },
];

const FOLDER = /^day=(\d{4}-\d\d-\d\d)$/;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Lists the days of the lake, the last one today. */
const daysUpTo = (now: number): readonly string[] =>
  Array.from({ length: COMPLETE_DAYS + 1 }, (_, ago) => dayOf(now - ago * DAY_MS)).reverse();

const modifiedAt = async (file: string): Promise<number | undefined> =>
  (await stat(file).catch(() => undefined))?.mtimeMs;

/** True if the file of a day holds all rows up to `since`. */
const isFresh = async (file: string, day: string, since: number): Promise<boolean> => {
  const modified = await modifiedAt(file);
  return modified !== undefined && modified >= Math.min(since, Date.parse(day) + DAY_MS);
};

const removeOthers = async (folder: string, days: readonly string[]): Promise<void> => {
  const found = await readdir(folder).catch(() => []);
  const old = found.filter((name) => !days.includes(FOLDER.exec(name)?.[1] ?? ''));
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true })));
};

/** Writes a file under another name first, so that a running query reads the old one or the new one. */
const writeDay = async (
  connection: Connection,
  { file, options }: Table,
  folder: string,
  sql: string,
): Promise<void> => {
  const partial = join(folder, `.${file}`);
  await mkdir(folder, { recursive: true });
  await connection.runAndReadAll(`copy (${sql}) to ${quoteText(partial)} (${options})`);
  await rename(partial, join(folder, file));
};

interface Missing {
  readonly table: Table;
  readonly day: string;
  readonly folder: string;
}

const findMissing = async (lake: string, now: number, maxAgeMs: number): Promise<readonly Missing[]> => {
  const days = daysUpTo(now);
  const missing = TABLES.flatMap((table) => {
    const known = days.map((day) => ({ table, day, folder: join(lake, table.name, `day=${day}`) }));
    return known.map(async (one) =>
      (await isFresh(join(one.folder, table.file), one.day, now - maxAgeMs)) ? [] : one,
    );
  });
  return (await Promise.all(missing)).flat();
};

export interface WriteLakeOptions {
  /** Age in milliseconds after which the rows of today are written again. */
  readonly maxAgeMs: number;
  /** Called before anything is written, with the number of files. */
  readonly report: (files: number) => void;
  /** Called before DuckDB is installed. */
  readonly onInstall?: () => void;
}

/**
 * Writes the days of the lake that are missing, and today if its file is older than `maxAgeMs`. Removes the files of
 * earlier days. The rows depend on nothing but their day, so a later lake repeats the rows of an earlier one.
 */
export const writeLake = async (
  lake: string,
  now: number,
  { maxAgeMs, report, onInstall }: WriteLakeOptions,
): Promise<void> => {
  await Promise.all(TABLES.map(({ name }) => removeOthers(join(lake, name), daysUpTo(now))));
  const missing = await findMissing(lake, now, maxAgeMs);
  if (missing.length === 0) return;
  report(missing.length);
  const { DuckDBInstance } = await loadDuckDb(onInstall);
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '1GB' });
  const connection = await instance.connect();
  for (const { table, day, folder } of missing) {
    await writeDay(connection, table, folder, table.rows(day, utcText(now)));
  }
  connection.closeSync();
  instance.closeSync();
};
