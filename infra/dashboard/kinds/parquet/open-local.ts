import { open, stat } from 'node:fs/promises';
import type { ParquetFile } from '../../../../shared/kinds/parquet/open-parquet.ts';

const readRange = async (file: string, from: number, to: number): Promise<ArrayBuffer> => {
  const handle = await open(file);
  try {
    const bytes = new Uint8Array(to - from);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    if (bytesRead < bytes.length) throw new Error('a part of the file is missing');
    return bytes.buffer;
  } finally {
    await handle.close();
  }
};

/**
 * Opens a Parquet file of data/. Only the parts that are needed are read.
 * @param name the path of the file in data/.
 * @throws WallfeedError SOURCE_INVALID.
 */
export const openLocalParquet = async (file: string, name: string): Promise<ParquetFile> => {
  const { openParquet } = await import('../../../../shared/kinds/parquet/open-parquet.ts');
  const { size } = await stat(file);
  return openParquet({ byteLength: size, slice: (from, to = size) => readRange(file, from, to) }, name);
};
