import type { DatasetConfig } from '../config/sources.ts';
import type { KindReader, ReadRows } from '../kinds/source-kind.ts';

/**
 * The paths are written out, because the build of the npm package replaces paths in imports. The zip of a function has
 * only the readers of the kinds that it uses.
 */
const READERS: ReadonlyMap<string, () => Promise<KindReader>> = new Map([
  ['athena', () => import('../kinds/athena/read.ts')],
  ['cloudwatch', () => import('../kinds/cloudwatch/read.ts')],
  ['csv', () => import('../kinds/csv/read.ts')],
  ['http', () => import('../kinds/http/read.ts')],
  ['parquet', () => import('../kinds/parquet/read.ts')],
  ['prometheus', () => import('../kinds/prometheus/read.ts')],
  ['sql', () => import('../kinds/sql/read.ts')],
]);

export const loadReader = async (kind: string): Promise<KindReader> => {
  const load = READERS.get(kind);
  if (!load) throw new Error(`there is no kind of source ${kind}`);
  return load();
};

/** Loads the reader with the first read. */
export const bindSource = (config: DatasetConfig, timezone: string): ReadRows => {
  let loading: Promise<ReadRows> | undefined;
  return async (...read) => {
    loading ??= loadReader(config.source.source).then((reader) => reader.bindSource(config, timezone));
    const readRows = await loading;
    return readRows(...read);
  };
};
