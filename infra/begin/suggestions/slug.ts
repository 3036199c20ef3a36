import { basename } from 'node:path';
import { readYaml } from '../../dashboard/folder/read-yaml.ts';

const MAX_LETTERS = 40;
const MIN_LETTERS = 2;

/** Returns the fallback if the name has too few Latin letters and digits. */
export const slugOf = (name: string, fallback: string): string => {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-?[0-9][a-z0-9]*-/, '')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_LETTERS)
    .replace(/-+$/, '');
  return slug.length < MIN_LETTERS ? fallback : slug;
};

export const freeSlug = (slug: string, taken: ReadonlySet<string>): string => {
  for (let number = 2; ; number += 1) {
    const end = `-${number}`;
    if (!taken.has(slug)) return slug;
    const next = `${slug.slice(0, MAX_LETTERS - end.length)}${end}`;
    if (!taken.has(next)) return next;
  }
};

/** Returns `sales` for `data/sales.csv.gz`. */
export const nameOfFile = (file: string): string => basename(file).replace(/(?:\.\w+)?(?:\.gz)?$/i, '');

const MIN_TELLING_LETTERS = 2;

/** Returns `table` for a name with fewer than two letters from a to z. */
export const proposeKey = (name: string, taken: ReadonlySet<string>): string => {
  const slug = slugOf(name, '');
  const isTelling = slug.replaceAll(/[^a-z]/g, '').length >= MIN_TELLING_LETTERS;
  return freeSlug(isTelling ? slug : 'table', taken);
};

export const endpointKeysOf = (text: string): ReadonlySet<string> =>
  new Set(
    readYaml(text)
      .keysAt(['endpoints'])
      .map(({ name }) => name),
  );
