import { join } from 'node:path';
import { checkData } from './check-data.ts';
import { type Diagnostic, type Diagnostics, splitBySeverity } from './diagnostic.ts';
import { type LoadedDashboard, loadDashboard } from './load-dashboard.ts';
import { readSecrets, SECRETS_FILE } from './read-secrets.ts';
import { checkSeeds } from './seeds/check-seeds.ts';

/** A dashboard with all its diagnostics: of the definition, the data, the local secrets and the seeds. */
export interface CheckedDashboard extends Diagnostics {
  readonly dashboard: LoadedDashboard;
}

/** A further check of a dashboard whose definition is known. */
export type FurtherCheck = (dashboard: LoadedDashboard) => Promise<readonly Diagnostic[]>;

/** Finds nothing. Used if there is no further check. */
const checkNothing: FurtherCheck = async () => [];

/**
 * Reads a dashboard folder and checks its definition, its data, its local secrets and its seeds.
 * @param checkStatements runs the seeds and prepares the statements. Seeds that are not SQL are not run.
 */
export const checkDashboard = async (
  folder: string,
  checkStatements: FurtherCheck = checkNothing,
): Promise<CheckedDashboard> => {
  const dashboard = await loadDashboard(folder);
  const seeds = checkSeeds(dashboard.folder);
  const further = await Promise.all([
    checkData(dashboard),
    readSecrets(join(dashboard.folder, SECRETS_FILE)).then(({ diagnostics }) => diagnostics),
    seeds,
    seeds.then((found) => (found.length > 0 ? [] : checkStatements(dashboard))),
  ]);
  return { dashboard, ...splitBySeverity([...dashboard.errors, ...dashboard.warnings, ...further.flat()]) };
};
