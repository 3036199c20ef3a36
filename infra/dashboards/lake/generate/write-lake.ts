import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { utcText } from '../../../../shared/tabular/civil-time.ts';
import { type Connection, loadDuckDb, quoteText } from '../../../trino/dialect/duckdb.ts';

const DAY_SECONDS = 86_400;

/** Rows a day in each table. The rows of all days together are about a million. */
const ORDERS_A_DAY = 50_000;
const VISITS_A_DAY = 25_000;

/** Returns an SQL expression for a number from 0 to 1, which depends only on the row and the salt. */
const chance = (salt: number): string => `(hash(id, ${salt}) % 1000000 / 1e6)`;

/** Prefers the first values. */
const pick = (values: readonly string[], salt: number): string => {
  const list = values.map((value) => `'${value}'`).join(', ');
  return `[${list}][1 + floor(pow(${chance(salt)}, 1.4) * ${values.length})::int]`;
};

/** An SQL expression. Three quarters of the rows are around the afternoon, and the others anywhere in the day. */
const SECOND = `floor(${DAY_SECONDS} * case when ${chance(1)} < 0.25 then ${chance(2)}
  else 0.35 + 0.6 * (${chance(2)} + ${chance(3)}) / 2 end)::bigint`;

const REGIONS = ['North', 'West', 'Central', 'South', 'East', 'Islands'];
const CHANNELS = ['web', 'app', 'store', 'partner'];
const CATEGORIES = ['Coffee', 'Tea', 'Kitchen', 'Books', 'Garden', 'Toys'];
const DEVICES = ['phone', 'laptop', 'tablet'];
const SOURCES = ['search', 'newsletter', 'direct', 'social', 'adverts', 'partners'];
const STEPS = ['Home', 'Article', 'Basket', 'Address', 'Payment'];

/** Returns an SQL query for the ids and times of the rows of a day. `day` is `2026-11-20`. */
const rowsOf = (day: string, count: number): string => `
  select id, timestamp '${day}' + to_seconds(${SECOND}) as "at"
  from (select epoch(date '${day}')::bigint // ${DAY_SECONDS} * 100000 + i as id from range(${count}) t(i))`;

const ordersOf = (day: string, until: string): string => `
  select id, "at", ${pick(REGIONS, 4)} as region, ${pick(CHANNELS, 5)} as channel, ${pick(CATEGORIES, 6)} as category,
    1 + floor(3 * pow(${chance(7)}, 2))::int as quantity,
    (4 + 80 * pow(${chance(8)}, 3) + 6 * ${chance(9)})::decimal(10, 2) as amount,
    case when ${chance(10)} < 0.03 then 'cancelled' when ${chance(10)} < 0.07 then 'refunded' else 'paid' end as status,
    (hash(id, 11) % 40000)::bigint as customer
  from (${rowsOf(day, ORDERS_A_DAY)}) where "at" <= timestamp '${until}' order by "at"`;

const visitsOf = (day: string, until: string): string => `
  select id, "at", (hash(id, 11) % 30000)::bigint as visitor, [${STEPS.map((step) => `'${step}'`).join(', ')}][rank] as step,
    rank, ${pick(DEVICES, 5)} as device, ${pick(SOURCES, 6)} as source,
    round(5 + rank * 8 + 60 * pow(${chance(8)}, 3), 1) as seconds
  from (select *, 1 + floor(${STEPS.length} * pow(${chance(4)}, 2.2))::int as rank from (${rowsOf(day, VISITS_A_DAY)}))
  where "at" <= timestamp '${until}' order by "at"`;

const DAY_MS = 86_400_000;
const COMPLETE_DAYS = 14;

/** Each day is one file in a folder of its own. */
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

const daysUpTo = (now: number): readonly string[] =>
  Array.from({ length: COMPLETE_DAYS + 1 }, (_, ago) => dayOf(now - ago * DAY_MS)).reverse();

const modifiedAt = async (file: string): Promise<number | undefined> =>
  (await stat(file).catch(() => undefined))?.mtimeMs;

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
  /** Milliseconds. */
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
