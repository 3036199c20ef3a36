import { type Bodies, checkData } from './data/check-data.ts';
import { findUnusedColumns } from './data/find-unused-columns.ts';
import { type LoadedDashboard, loadDashboard } from './definition/load-dashboard.ts';
import { type Diagnostic, type Diagnostics, sortDiagnostics, splitBySeverity } from './folder/diagnostic.ts';
import { checkSecrets } from './head/secrets.ts';
import { checkMaps } from './maps/own-maps.ts';
import { checkSeeds } from './sql/read-seeds.ts';

/** A dashboard with all its diagnostics: of the definition, the data, the local secrets and the seeds. */
export interface CheckedDashboard extends Diagnostics {
  readonly dashboard: LoadedDashboard;
}

/**
 * A further check of a dashboard whose definition is known.
 * @param bodies the sizes of the bodies whose rows are in data/.
 */
export type FurtherCheck = (dashboard: LoadedDashboard, bodies: Promise<Bodies>) => Promise<readonly Diagnostic[]>;

/**
 * Reads a dashboard folder and checks its definition, its data, its local secrets and its seeds.
 * @param further checks that need what this folder may not import. They are left out if a seed is not SQL.
 */
export const checkDashboard = async (
  folder: string,
  further: readonly FurtherCheck[] = [],
): Promise<CheckedDashboard> => {
  const dashboard = await loadDashboard(folder);
  const seeds = checkSeeds(dashboard.folder);
  const bodies = new Map<string, number>();
  const data = checkData(dashboard, undefined, (slug, bytes) => void bodies.set(slug, bytes));
  const known = data.then(() => bodies);
  const diagnostics = await Promise.all([
    data,
    checkSecrets(dashboard.folder, dashboard.written),
    seeds,
    checkMaps(dashboard.folder),
    seeds.then(async (found) =>
      found.length > 0 ? [] : (await Promise.all(further.map((check) => check(dashboard, known)))).flat(),
    ),
  ]);
  const found = splitBySeverity([
    ...dashboard.errors,
    ...dashboard.warnings,
    ...dashboard.notes,
    ...diagnostics.flat(),
  ]);
  if (found.errors.length > 0) return { dashboard, ...found };
  // With errors, an endpoint may use columns that it does not name correctly.
  return { dashboard, ...found, notes: sortDiagnostics([...found.notes, ...(await findUnusedColumns(dashboard))]) };
};
