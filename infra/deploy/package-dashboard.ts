import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFunctions } from '../build/build-functions.ts';
import { createSbom } from '../build/notices/create-sbom.ts';
import { readPackageLists } from '../build/notices/package-list.ts';
import { isPackaged, projectRoot } from '../build/project-root.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { type PackagedService, packageService } from '../stack/package-service.ts';
import { createStagingFolder } from '../stack/staging-folder.ts';
import { step } from '../terminal/step.ts';

export interface PackagedDashboard extends PackagedService {
  /** The folder of osls's package, which osls deploys. */
  readonly folder: string;
  /** The bill of materials of the zips, in CycloneDX. */
  readonly sbom: object;
}

/** The file with the checksums of all packages. The npm package contains the lockfile's checksums, but no lockfile. */
const CHECKSUMS = isPackaged ? 'checksums.json' : 'package-lock.json';

const readProject = async (file: string) => JSON.parse(await readFile(join(projectRoot, file), 'utf8'));

const sbomOf = async ({ name }: LoadedDashboard, bundles: string, families: readonly string[]): Promise<object> => {
  const [lists, { version }, { packages }] = await Promise.all([
    readPackageLists(bundles, families),
    readProject('package.json'),
    readProject(CHECKSUMS),
  ]);
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
    return await use({ ...packaged, folder, sbom: await sbomOf(dashboard, bundles, families) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
