import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileWhole } from '../write-files.ts';
import type { BundledPackage } from './bundled-packages.ts';

const listFile = (target: string): string => `${target}.packages.json`;

/** Writes the list of packages in the bundle at `target` to a file beside it. */
export const writePackageList = (target: string, packages: readonly BundledPackage[]): Promise<void> =>
  writeFileWhole(listFile(target), JSON.stringify(packages));

/** Reads which packages are in the bundles of these families. */
export const readPackageLists = async (
  bundles: string,
  families: readonly string[],
): Promise<ReadonlyMap<string, readonly BundledPackage[]>> => {
  const read = families.map(async (family) => {
    const text = await readFile(listFile(join(bundles, family)), 'utf8');
    return [family, JSON.parse(text) as readonly BundledPackage[]] as const;
  });
  return new Map(await Promise.all(read));
};
