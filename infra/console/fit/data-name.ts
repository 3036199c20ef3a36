import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Replaces characters other than letters, digits and a few signs, so that every file system accepts the name. */
const plain = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .replace(/[^\p{L}\p{N}._ -]/gu, '-')
    .replace(/^[.\s-]+/, '');

const numbered = (name: string, number: number): string =>
  number === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${number}$1`);

/** A name in data/ for a dropped file. */
export interface DataName {
  readonly name: string;
  /** True if data/ already contains the same file under this name. */
  readonly isThere: boolean;
}

/** Finds a name in data/ for a dropped file, such that no other file is replaced. */
export const findDataName = async (folder: string, dropped: string, bytes: Uint8Array): Promise<DataName> => {
  const wanted = plain(dropped) || 'file.csv';
  for (let number = 1; ; number += 1) {
    const name = numbered(wanted, number);
    const there = await readFile(join(folder, 'data', name)).catch(() => undefined);
    if (there === undefined) return { name, isThere: false };
    if (there.equals(bytes)) return { name, isThere: true };
  }
};
