import { rm } from 'node:fs/promises';
import { afterAll } from '@jest/globals';
import { buildFunctions } from '../../build/bundling/build-functions.ts';
import { type LoadedDashboard, loadDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { createStagingFolder, type PackagedService, packageService } from '../../stack/package-service.ts';

export interface PackagedFolder extends PackagedService {
  readonly dashboard: LoadedDashboard;
}

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/**
 * Packages a dashboard folder for the stage `dev` with the real bundles, with some keys replaced. The folder is removed
 * after the tests of the file.
 */
export const packageFolder = async (path: string, keys: Partial<LoadedDashboard> = {}): Promise<PackagedFolder> => {
  const dashboard = { ...(await loadDashboard(path)), ...keys };
  if (dashboard.errors.length > 0) throw new Error(dashboard.errors.map(({ message }) => message).join('\n'));
  const families = Array.from(new Set(dashboard.endpoints.map(({ family }) => family)));
  const { folder: bundles } = await buildFunctions({ families });
  const folder = await createStagingFolder();
  folders.push(folder);
  return { dashboard, ...(await packageService({ dashboard, stage: 'dev', folder, bundles })) };
};
