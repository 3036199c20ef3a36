import { createReadStream } from 'node:fs';

export const TIMEZONE = 'Asia/Shanghai';

export const parquetOf = (file: string): string => file.replace(/\.csv$/, '.parquet');

export const packedOf = (file: string): string => `${file}.gz`;

/** The query takes orders between the times. */
export interface QueriedFile {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** The six products with the highest turnover. */
export type Answer = readonly (readonly [product: string, turnover: number, orders: number])[];

export const chunksOf = (file: string): AsyncIterable<Buffer> => createReadStream(file, { highWaterMark: 64 * 1024 });
