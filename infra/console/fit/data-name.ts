import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Keeps letters of all languages, digits and a few signs, so that the name is one in every file system. */
const plain = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .replace(/[^\p{L}\p{N}._ -]/gu, '-')
    .replace(/^[.\s-]+/, '');

const numbered = (name: string, number: number): string =>
  number === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${number}$1`);

/** A name in data/ for a dropped file. */
export interface DataName {
  readonly name: string;
  /** True if the file is there already, byte for byte. */
  readonly isThere: boolean;
}

/** Finds a name in data/ for a dropped file, which replaces no other file. */
export const findDataName = async (folder: string, dropped: string, bytes: Uint8Array): Promise<DataName> => {
  const wanted = plain(dropped) || 'file.csv';
  for (let number = 1; ; number += 1) {
    const name = numbered(wanted, number);
    const there = await readFile(join(folder, 'data', name)).catch(() => undefined);
    if (there === undefined) return { name, isThere: false };
    if (there.equals(bytes)) return { name, isThere: true };
  }
};
