import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { replaceFolder } from '../build/replace-folder.ts';
import type { PackagedDashboard } from './package-dashboard.ts';

export const TEMPLATE_FILE = 'template.json';
const SBOM_FILE = 'sbom.cdx.json';

/** Returns the folder of a package below `folder`. */
export const packageFolderOf = (folder: string, dashboard: string, stage: string): string =>
  join(folder, 'packages', `${dashboard}-${stage}`);

const isOfPackage = (name: string): boolean => name === TEMPLATE_FILE || name === SBOM_FILE || name.endsWith('.zip');

/** Returns a file that is not part of a package, and would be lost if a package replaced the folder. */
export const findForeign = async (folder: string): Promise<string | undefined> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`${folder} cannot be used as the output folder: ${error.message}`);
  });
  const isPackage = names.includes(TEMPLATE_FILE);
  return names.find((name) => !(isPackage && isOfPackage(name)));
};

/** Writes the template, the zips and the bill of materials into a folder, replacing an earlier package. */
export const writePackage = async ({ template, functions, sbom }: PackagedDashboard, folder: string): Promise<void> => {
  const unfinished = join(dirname(folder), `.${basename(folder)}.${randomUUID()}`);
  await mkdir(unfinished, { recursive: true });
  try {
    await writeFile(join(unfinished, TEMPLATE_FILE), `${JSON.stringify(template, null, 2)}\n`);
    await writeFile(join(unfinished, SBOM_FILE), `${JSON.stringify(sbom, null, 2)}\n`);
    for (const { family, zip } of functions) await cp(zip, join(unfinished, `${family}.zip`));
    await replaceFolder(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};
