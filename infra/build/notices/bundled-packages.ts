import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { projectRoot } from '../project-root.ts';
import { writeFileWhole } from '../write-files.ts';

/** An npm package whose code is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier or expression. */
  readonly licence: string;
  /** Path from the project's root. */
  readonly folder: string;
}

const MODULES = 'node_modules/';

/** Finds the package of a file: `node_modules/a/node_modules/@b/c`. */
const folderOf = (path: string): string | undefined => {
  const at = path.lastIndexOf(MODULES);
  if (at === -1) return undefined;
  const start = at + MODULES.length;
  const parts = path.slice(start).split('/');
  return path.slice(0, start) + parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join('/');
};

const readPackage = async (folder: string): Promise<BundledPackage> => {
  const { name, version, license } = JSON.parse(await readFile(join(projectRoot, folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${folder}/package.json names no licence: bundle another package`);
  return { name, version, licence: license, folder };
};

const isBefore = (one: BundledPackage, other: BundledPackage): number =>
  one.name < other.name ? -1 : Number(one.name > other.name);

/** Lists the packages that have at least one byte in bundles, sorted by name. */
export const bundledPackages = async (bundles: readonly Metafile[]): Promise<readonly BundledPackage[]> => {
  const files = bundles.flatMap(({ outputs }) => Object.values(outputs));
  const inputs = files.flatMap((file) => Object.entries(file.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => folderOf(path));
  const folders = [...new Set(used)].filter((folder) => folder !== undefined);
  return (await Promise.all(folders.map(readPackage))).sort(isBefore);
};

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
