import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface FileSize {
  readonly path: string;
  readonly bytes: number;
  readonly zipped: number;
}

/** Returns the sizes of all files in a folder, plain and compressed, the largest first. */
export const folderSizes = async (folder: string): Promise<readonly FileSize[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sizes = files.map(async (file) => {
    const content = await readFile(file);
    return { path: file.slice(folder.length + 1), bytes: content.length, zipped: gzipSync(content).length };
  });
  return (await Promise.all(sizes)).sort((a, b) => b.bytes - a.bytes);
};

export const sumSizes = (path: string, sizes: readonly FileSize[]): FileSize => ({
  path,
  bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  zipped: sizes.reduce((sum, { zipped }) => sum + zipped, 0),
});
