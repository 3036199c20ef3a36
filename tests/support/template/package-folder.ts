import { buildFunctions } from '../../../infra/build/bundling/build-functions.ts';
import { type LoadedDashboard, loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { createStagingFolder, type PackagedService, packageService } from '../../../infra/stack/package-service.ts';

export interface PackagedFolder extends PackagedService {
  readonly dashboard: LoadedDashboard;
}

/**
 * Packages a dashboard folder for the stage `dev` with the real bundles, with some keys replaced. The folder is removed
 * at the end of the test run.
 */
export const packageFolder = async (path: string, keys: Partial<LoadedDashboard> = {}): Promise<PackagedFolder> => {
  const dashboard = { ...(await loadDashboard(path)), ...keys };
  if (dashboard.errors.length > 0) throw new Error(dashboard.errors.map(({ message }) => message).join('\n'));
  const families = Array.from(new Set(dashboard.endpoints.map(({ family }) => family)));
  const { folder: bundles } = await buildFunctions({ families });
  const folder = await createStagingFolder();
  return { dashboard, ...(await packageService({ dashboard, stage: 'dev', folder, bundles })) };
};
