import { checkData } from './check-data.ts';
import { checkSecrets } from './check-secrets.ts';
import { type Diagnostics, splitBySeverity } from './diagnostic.ts';
import { type LoadedDashboard, loadDashboard } from './load-dashboard.ts';
import { checkSeeds } from './seeds/check-seeds.ts';

/** A dashboard with all its diagnostics: of the definition, the data, the local secrets and the seeds. */
export interface CheckedDashboard extends Diagnostics {
  readonly dashboard: LoadedDashboard;
}

/** Reads a dashboard folder and checks its definition, its data, its local secrets and its seeds. */
export const checkDashboard = async (folder: string): Promise<CheckedDashboard> => {
  const dashboard = await loadDashboard(folder);
  const further = await Promise.all([
    checkData(dashboard),
    checkSecrets(dashboard.folder),
    checkSeeds(dashboard.folder),
  ]);
  return { dashboard, ...splitBySeverity([...dashboard.errors, ...dashboard.warnings, ...further.flat()]) };
};
