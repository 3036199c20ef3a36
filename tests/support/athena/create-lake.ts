import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadDuckDb } from '../../../infra/trino/dialect/duckdb.ts';
import { createFolder, type Folder } from '../folders/folder.ts';

/** Three days, 1 000 orders a day. */
const ORDERS = `
  select i as id, ['north', 'south', 'east'][i % 3 + 1] as "Region", cast(i % 1000 as double) / 10 as amount,
    cast(i % 7 as decimal(10, 2)) / 4 as price, timestamp '2026-11-18 00:00:00' + to_seconds(i * 86) as at,
    cast(timestamp '2026-11-18 00:00:00' + to_seconds(i // 1000 * 86400) as date) as day
  from range(3000) t(i)`;

export interface TestLake extends Folder {
  /** Partitioned by the column `partition` if it is given. */
  writeParquet(name: string, sql: string, partition?: string): Promise<void>;
}

/** Creates a folder with `orders` as Parquet and `visits` as CSV, both by day. */
export const createLake = async (): Promise<TestLake> => {
  const folder = await createFolder();
  const { DuckDBInstance } = await loadDuckDb();
  const writeParquet: TestLake['writeParquet'] = async (name, sql, partition) => {
    const instance = await DuckDBInstance.create(':memory:', {});
    const connection = await instance.connect();
    await mkdir(join(folder.path, 'lake'), { recursive: true });
    const options = partition ? `, partition_by (${partition})` : '';
    await connection.runAndReadAll(`copy (${sql}) to '${join(folder.path, name)}' (format parquet${options})`);
    connection.closeSync();
    instance.closeSync();
  };
  await writeParquet('lake/orders', ORDERS, 'day');
  await folder.write('lake/visits/day=2026-11-18/a.csv', 'page,visits,at\nhome,10,2026-11-18 08:00:00\nshop,3,\n');
  await folder.write('lake/visits/day=2026-11-19/b.csv', 'page,visits,at\nhome,1.5,2026-11-19 08:00:00\n');
  await folder.write('stock.csv', 'article,count\ntea,5\ncoffee,7\n');
  return { ...folder, writeParquet };
};
