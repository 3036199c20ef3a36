import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buildFunctions } from '../build/bundling/build-functions.ts';
import { createSbom } from '../build/notices/create-sbom.ts';
import { readPackageLists } from '../build/notices/package-list.ts';
import { type ProgramFile, programPath } from '../build/program-files.ts';
import { replaceFolder } from '../build/replace-folder.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type PackagedService, packageService } from '../stack/package-service.ts';
import { createStagingFolder } from '../stack/staging-folder.ts';
import { explainWriteError } from '../terminal/fail.ts';
import { step } from '../terminal/step.ts';
import { createManifest, MANIFEST_FILE, TEMPLATE_FILE } from './package-manifest.ts';

export interface PackagedDashboard extends PackagedService {
  readonly dashboard: LoadedDashboard;
  readonly stage: string;
  /** The version of Wallfeed. */
  readonly version: string;
  /** The bill of materials of the zips, in CycloneDX. */
  readonly sbom: object;
}

const readProgramJson = async (name: ProgramFile) => JSON.parse(await readFile(programPath(name), 'utf8'));

const sbomOf = async ({ name }: LoadedDashboard, version: string, bundles: string, families: readonly string[]) => {
  const [lists, { packages }] = await Promise.all([readPackageLists(bundles, families), readProgramJson('checksums')]);
  return createSbom(name, version, lists, packages);
};

/**
 * Builds and packages a dashboard in a temporary folder, passes it to `use`, and deletes the folder. Progress goes to
 * `output`.
 */
export const packageDashboard = async <Result>(
  dashboard: LoadedDashboard,
  stage: string,
  use: (packaged: PackagedDashboard) => Promise<Result>,
  output: NodeJS.WritableStream = process.stdout,
): Promise<Result> => {
  const families = Array.from(new Set(dashboard.endpoints.map(({ family }) => family)));
  const { folder: bundles } = await step('Building the functions', () => buildFunctions({ families }), { output });
  const folder = await createStagingFolder();
  try {
    const packaged = await step('Packaging', () => packageService({ dashboard, stage, folder, bundles }), { output });
    const { version } = await readProgramJson('manifest');
    const sbom = await sbomOf(dashboard, version, bundles, families);
    return await use({ ...packaged, dashboard, stage, version, sbom });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const SBOM_FILE = 'sbom.cdx.json';

/** Returns the folder of a package below `folder`. */
export const packageFolderOf = (folder: string, dashboard: string, stage: string): string =>
  join(folder, 'packages', `${dashboard}-${stage}`);

const isOfPackage = (name: string): boolean =>
  [TEMPLATE_FILE, SBOM_FILE, MANIFEST_FILE].includes(name) || name.endsWith('.zip');

/** Returns a file that is not part of a package, and would be lost if a package replaced the folder. */
export const findForeign = async (folder: string): Promise<string | undefined> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw explainWriteError(error, folder);
  });
  const isPackage = names.includes(TEMPLATE_FILE);
  return names.find((name) => !(isPackage && isOfPackage(name)));
};

/** Writes the template, the zips, the bill of materials and the manifest into a folder, replacing an earlier package. */
export const writePackage = async (packaged: PackagedDashboard, folder: string): Promise<void> => {
  const { dashboard, stage, version, template, functions, sbom } = packaged;
  const unfinished = join(dirname(folder), `.${basename(folder)}.${randomUUID()}`);
  try {
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, TEMPLATE_FILE), `${JSON.stringify(template, null, 2)}\n`);
    await writeFile(join(unfinished, SBOM_FILE), `${JSON.stringify(sbom, null, 2)}\n`);
    for (const { zip } of functions) await cp(zip, join(unfinished, basename(zip)));
    const manifest = await createManifest(dashboard, stage, version, unfinished);
    await writeFile(join(unfinished, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    await replaceFolder(unfinished, folder);
  } catch (error) {
    throw explainWriteError(error, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};
