import type { DatasetSource } from '../../config/sources.ts';

/** `key` is the key of one file, or a pattern of keys. */
export interface ParquetSource extends DatasetSource {
  readonly source: 'parquet';
  readonly key: string;
}

/** Hive's name of a partition without a value. */
const NO_VALUE = '__HIVE_DEFAULT_PARTITION__';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the columns that the folders of a path give to all rows of a file: `day=2026-11-20/` is the column `day`. */
export const partitionsOf = (path: string): readonly (readonly [name: string, value: string | null])[] =>
  path
    .split('/')
    .slice(0, -1)
    .flatMap((part) => {
      const [, name, value] = /^([^=]+)=(.*)$/.exec(part) ?? [];
      if (name === undefined || value === undefined) return [];
      return [[decoded(name), value === NO_VALUE ? null : decoded(value)] as const];
    });
