import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isPacked } from '../../../shared/sources/s3/unpack.ts';
import { portableName, shortStem } from '../../begin/portable-name.ts';

/** Any other ending, such as that of a seed, would say that the file is something else. */
const TABLE_ENDING = /\.(?:csv|tsv|tab|txt)$/i;
const PACKED_ENDING = /(?:\.(?:csv|tsv|tab|txt))?\.gz$/i;

/** Replaces characters other than letters, digits and a few signs, so that every file system accepts the name. */
const plain = (name: string): string =>
  portableName(
    basename(name.replaceAll('\\', '/'))
      .replace(/[^\p{L}\p{N}._ -]/gu, '-')
      .replace(/^[.\s-]+/, ''),
  );

const withoutEnding = (name: string): string => name.replace(/\.[^. ]{1,8}$/, '');

/** Splits the name of a table at its ending. A name with the ending of something else gets that of a table. */
const splitName = (name: string, bytes: Uint8Array): readonly [stem: string, ending: string] => {
  const known = isPacked(bytes) ? PACKED_ENDING : TABLE_ENDING;
  const [ending] = known.exec(name) ?? [];
  if (ending) return [name.slice(0, -ending.length) || 'file', ending];
  return [withoutEnding(name) || 'file', isPacked(bytes) ? '.csv.gz' : '.csv'];
};

/** Returns the name of a dropped table below data/. `number` distinguishes files of the same name. */
export const dataNameOf = (dropped: string, bytes: Uint8Array, number = 1): string => {
  const [stem, ending] = splitName(plain(dropped), bytes);
  return `${shortStem(stem)}${number === 1 ? '' : `-${number}`}${ending}`;
};

interface DataName {
  readonly name: string;
  /** data/ already contains the same file under this name. */
  readonly isThere: boolean;
}

/** Finds a name in data/ for a dropped file, such that no other file is replaced. */
export const findDataName = async (folder: string, dropped: string, bytes: Uint8Array): Promise<DataName> => {
  for (let number = 1; ; number += 1) {
    const name = dataNameOf(dropped, bytes, number);
    const there = await readFile(join(folder, 'data', name)).catch(() => undefined);
    if (there === undefined) return { name, isThere: false };
    if (there.equals(bytes)) return { name, isThere: true };
  }
};
