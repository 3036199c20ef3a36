import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadDuckDb } from '../../trino/dialect/duckdb.ts';
import { createRandom } from '../wall/random.ts';
import { parquetOf } from './subjects/subject.ts';

const HEADER =
  'Order ID,Created at,Region,Channel,Category,Product,Customer,Status,Amount,Currency,Discount,Shipping,Note,Weight';
const REGIONS = ['North', 'South', 'East', 'West'];
const CHANNELS = ['web', 'shop', 'phone', 'partner'];
const CATEGORIES = ['Toys', 'Books', 'Garden', 'Food', 'Music'];
const STATUSES = ['paid', 'open', 'cancelled', 'refunded'];
const PRODUCTS = 900;
const CUSTOMERS = 9_000;
const LINES_IN_CHUNK = 1_000;
const SECOND_MS = 1_000;

/** Offset of `TIMEZONE`, which has no daylight saving time. */
const OFFSET_MS = 8 * 3_600_000;

/** The orders are one second apart. */
const FIRST_ORDER_AT = Date.UTC(2020, 0, 1);

/** A file's number of orders is estimated from this average. */
const LINE_BYTES = 107;

/** From the middle of the file to 98 % of its length. */
export const queriedTimes = (bytes: number): { readonly from: number; readonly to: number } => {
  const orders = Math.floor(bytes / LINE_BYTES);
  return {
    from: FIRST_ORDER_AT + Math.floor(orders / 2) * SECOND_MS,
    to: FIRST_ORDER_AT + Math.floor(orders * 0.98) * SECOND_MS,
  };
};

const timeText = (time: number): string => new Date(time + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

const createLine = (): ((order: number) => string) => {
  const random = createRandom(1);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const upTo = (limit: number): number => Math.floor(random() * limit);
  return (order) => {
    const texts = [pick(REGIONS), pick(CHANNELS), pick(CATEGORIES), `Product ${upTo(PRODUCTS)}`];
    const amount = (random() * 1_000).toFixed(2);
    const rest = `EUR,${upTo(10)}%,${(random() * 20).toFixed(2)},,${(random() * 5).toFixed(3)}`;
    const when = timeText(FIRST_ORDER_AT + order * SECOND_MS);
    return `A-${100_000 + order},${when},${texts.join()},Customer ${upTo(CUSTOMERS)},${pick(STATUSES)},${amount},${rest}\n`;
  };
};

function* createChunks(bytes: number): Generator<string> {
  const line = createLine();
  let size = HEADER.length + 1;
  yield `${HEADER}\n`;
  for (let order = 0; size < bytes; ) {
    let chunk = '';
    for (const end = order + LINES_IN_CHUNK; order < end; order += 1) chunk += line(order);
    size += chunk.length;
    yield chunk;
  }
}

/** Times are in UTC. */
export const writeParquet = async (file: string): Promise<void> => {
  const { DuckDBInstance } = await loadDuckDb();
  const instance = await DuckDBInstance.create(':memory:', {});
  const connection = await instance.connect();
  const rows = `select * replace ("Created at" - interval 8 hours as "Created at") from read_csv('${file}')`;
  await connection.runAndReadAll(`copy (${rows}) to '${parquetOf(file)}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
};

/** Writes an order list with 14 columns, of about this size. */
export const writeOrders = (file: string, bytes: number): Promise<void> =>
  pipeline(Readable.from(createChunks(bytes)), createWriteStream(file));
