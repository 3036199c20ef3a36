import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { projectRoot } from './project-root.ts';
import { writeFileWhole } from './write-files.ts';

const LICENCE_FILE = /^(licen[cs]e|copying)(\.\w+)?$/i;
const NOTICE_FILE = /^notice(\.\w+)?$/i;
const README_FILE = /^readme\.md$/i;

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * File with the licence text for packages of the AWS SDK that ship none. Another package of the AWS SDK ships this
 * file.
 */
const APACHE_SOURCE = 'node_modules/@smithy/core/LICENSE';

const readFirst = async (folder: string, pattern: RegExp): Promise<string | undefined> => {
  const names = (await readdir(join(projectRoot, folder))).toSorted();
  const name = names.find((one) => pattern.test(one));
  return name && (await readFile(join(projectRoot, folder, name), 'utf8')).replaceAll('\r\n', '\n').trim();
};

/** Reads the copyright line from the README of a package without a licence file. Links are replaced by their text. */
const copyrightOf = async (folder: string): Promise<string | undefined> => {
  const readme = (await readFirst(folder, README_FILE)) ?? '';
  return /Copyright \(c\)[^\n]+/.exec(readme)?.[0].replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
};

const standardText = async ({ licence, folder }: BundledPackage): Promise<string | undefined> => {
  if (licence === 'Apache-2.0') return (await readFile(join(projectRoot, APACHE_SOURCE), 'utf8')).trim();
  const copyright = await copyrightOf(folder);
  return licence === 'MIT' && copyright !== undefined ? `${copyright}\n\n${MIT}` : undefined;
};

/** Returns the full licence text of a package, with its NOTICE file. Throws if no text is known for its licence. */
export const licenceText = async (one: BundledPackage): Promise<string> => {
  const text = (await readFirst(one.folder, LICENCE_FILE)) ?? (await standardText(one));
  if (text === undefined) {
    throw new Error(`${one.name} ships no licence text (${one.licence}): infra/build/notices.ts cannot credit it`);
  }
  const notice = await readFirst(one.folder, NOTICE_FILE);
  return notice === undefined ? text : `${text}\n\n${notice}`;
};

/** The name of the file at the root of a function's zip. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES';

const RULE = '-'.repeat(80);

/** Returns the notices of bundled packages. Each licence text appears once, below the packages that have it. */
export const thirdPartyNotices = async (packages: readonly BundledPackage[]): Promise<string> => {
  const texts = await Promise.all(packages.map(async (one) => [one, await licenceText(one)] as const));
  const sections = Array.from(
    Map.groupBy(texts, ([, text]) => text),
    ([text, owners]) => {
      const names = owners.map(([{ name, version, licence }]) => `${name} ${version} (${licence})`);
      return `${RULE}\n${names.join('\n')}\n${RULE}\n\n${text}\n`;
    },
  );
  return ['This function contains code of the packages below, under their licences.\n', ...sections].join('\n');
};

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

/** The entry of an installed package in the lockfile. */
type Locked = Readonly<Record<string, { readonly integrity?: string } | undefined>>;

/** A package, and the families whose functions include it. */
interface Component {
  readonly one: BundledPackage;
  readonly families: readonly string[];
}

const purlOf = ({ name, version }: BundledPackage): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const isIdentifier = (licence: string): boolean => /^[A-Za-z0-9.+-]+$/.test(licence);

/** Converts `sha512-<base64>`, as lockfiles have it, to hexadecimal. */
const hashesOf = (integrity = ''): readonly object[] => {
  const digest = /^sha512-(.+)$/.exec(integrity)?.[1];
  return digest === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
};

const componentOf = ({ one, families }: Component, locked: Locked) => {
  const [group, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name];
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    ...(group === undefined ? {} : { group }),
    name,
    version: one.version,
    hashes: hashesOf(locked[one.folder]?.integrity),
    licenses: [isIdentifier(one.licence) ? { license: { id: one.licence } } : { expression: one.licence }],
    purl: purlOf(one),
    properties: families.map((family) => ({ name: 'wallfeed:function', value: family })),
  };
};

const mergeFamilies = (lists: ReadonlyMap<string, readonly BundledPackage[]>): readonly Component[] => {
  const uses = Array.from(lists, ([family, packages]) => packages.map((one) => ({ one, family }))).flat();
  const grouped = Map.groupBy(uses, ({ one }) => purlOf(one));
  const components = Array.from(grouped.values(), (same) => ({
    one: (same[0] as (typeof same)[number]).one,
    families: same.map(({ family }) => family).sort(),
  }));
  return components.sort((a, b) => (purlOf(a.one) < purlOf(b.one) ? -1 : 1));
};

/**
 * Creates the software bill of materials of a package, in CycloneDX 1.6. It has no timestamp and no serial number, so
 * the same package always gives the same file.
 * @param lists the packages in each family's bundle.
 */
export const createSbom = (
  dashboard: string,
  version: string,
  lists: ReadonlyMap<string, readonly BundledPackage[]>,
  locked: Locked,
) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': 'wallfeed',
      name: `wallfeed-${dashboard}`,
      version,
      licenses: [{ license: { id: 'MIT' } }],
    },
  },
  components: mergeFamilies(lists).map((component) => componentOf(component, locked)),
});
