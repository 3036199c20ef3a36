import { createReadStream } from 'node:fs';

/** Zone of the times in the file. */
export const TIMEZONE = 'Asia/Shanghai';

/** Returns the path of the same orders as Parquet. */
export const parquetOf = (file: string): string => file.replace(/\.csv$/, '.parquet');

/** Returns the path of the same orders in gzip. */
export const packedOf = (file: string): string => `${file}.gz`;

/** The file that a subject reads, and the times between which the query takes its orders. */
export interface QueriedFile {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** The six products with the highest turnover: name, sum and number of orders. */
export type Answer = readonly (readonly [product: string, turnover: number, orders: number])[];

export const chunksOf = (file: string): AsyncIterable<Buffer> => createReadStream(file, { highWaterMark: 64 * 1024 });
