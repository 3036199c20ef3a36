import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import type { BundledPackage } from '../program/package-list.ts';
import { KIND_FILE } from '../program/program-files.ts';
import { projectRoot } from '../program/project-root.ts';

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

/** The licence text for packages of the AWS SDK that ship none. */
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

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES';

const RULE = '-'.repeat(80);

/** Writes each licence text once, below the packages that have it. */
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

const MODULES = 'node_modules/';

/** Returns `node_modules/a/node_modules/@b/c`. */
const folderOf = (path: string): string | undefined => {
  const at = path.lastIndexOf(MODULES);
  if (at === -1) return undefined;
  const start = at + MODULES.length;
  const parts = path.slice(start).split('/');
  return path.slice(0, start) + parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join('/');
};

/** Returns the kind of source whose reader is in an output, such as `dist/functions/kind-parquet.js`. */
const kindIn = (output: string): string | undefined => new RegExp(`/${KIND_FILE}([\\w-]+)\\.js$`).exec(output)?.[1];

const readPackage = async (folder: string, outputs: readonly string[]): Promise<BundledPackage> => {
  const { name, version, license } = JSON.parse(await readFile(join(projectRoot, folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${folder}/package.json names no licence: bundle another package`);
  const [kind, ...others] = new Set(outputs.map(kindIn));
  return { name, version, licence: license, folder, ...(kind && others.length === 0 && { kind }) };
};

const isBefore = (one: BundledPackage, other: BundledPackage): number =>
  one.name < other.name ? -1 : Number(one.name > other.name);

/** Lists only packages with at least one byte in bundles, sorted by name. */
export const bundledPackages = async (bundles: readonly Metafile[]): Promise<readonly BundledPackage[]> => {
  const used = bundles
    .flatMap(({ outputs }) => Object.entries(outputs))
    .flatMap(([output, { inputs }]) =>
      Object.entries(inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .flatMap(([path]) => ({ output, folder: folderOf(path) ?? '' })),
    );
  const byFolder = Map.groupBy(
    used.filter(({ folder }) => folder !== ''),
    ({ folder }) => folder,
  );
  const read = Array.from(byFolder, ([folder, of]) =>
    readPackage(
      folder,
      of.map(({ output }) => output),
    ),
  );
  return (await Promise.all(read)).sort(isBefore);
};
