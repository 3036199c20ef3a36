import { readFile, stat } from 'node:fs/promises';
import { partitionsOf } from '../../../../shared/kinds/parquet/partitions.ts';

/** The columns of a Parquet file of data/. */
export interface LocalColumns {
  readonly file: string;
  /** The names of the columns that can be read, with those of the folders of its path. */
  readonly names: readonly string[];
  /** The names of columns with lists, maps and structs. */
  readonly nested: readonly string[];
}

/**
 * Reads the columns of a Parquet file of data/ from its footer.
 * @param name the path of the file in data/.
 */
export const readColumns = async (file: string, name: string): Promise<LocalColumns> => {
  const { openParquet } = await import('../../../../shared/kinds/parquet/open-parquet.ts');
  const { size } = await stat(file);
  const bytes = await readFile(file);
  const slice = (from: number, to = size): ArrayBuffer =>
    bytes.buffer.slice(bytes.byteOffset + from, bytes.byteOffset + to) as ArrayBuffer;
  const { columns, nested } = await openParquet({ byteLength: size, slice }, `data/${name}`);
  const own = [...columns.map((column) => column.name), ...nested];
  const added = partitionsOf(name).flatMap(([key]) => (own.includes(key) ? [] : [key]));
  return { file, names: [...columns.map((column) => column.name), ...added], nested };
};
