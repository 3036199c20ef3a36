import type { DatasetConfig } from '../config/sources.ts';
import type { KindReader, ReadRows } from '../kinds/source-kind.ts';

/** Loads the reader of a kind of source. The zip of a function has only the readers of the kinds that it uses. */
export const loadReader = (kind: string): Promise<KindReader> => import(`../kinds/${kind}/read.ts`);

/** Binds the source of a dataset, once for all requests. Its reader is loaded with the first read. */
export const bindSource = (config: DatasetConfig, timezone: string): ReadRows => {
  let loading: Promise<ReadRows> | undefined;
  return async (...read) => {
    loading ??= loadReader(config.source.source).then((reader) => reader.bindSource(config, timezone));
    const readRows = await loading;
    return readRows(...read);
  };
};
