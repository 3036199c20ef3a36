import type { CheckedEndpoint } from '../dashboard/check-endpoint.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { listSourceFiles } from './files/source-files.ts';

/**
 * Returns the endpoints whose responses may change when these files of the dashboard folder change. A file that no
 * endpoint reads, such as a seed of the database, may affect every endpoint.
 */
export const affectedEndpoints = (
  dashboard: Pick<LoadedDashboard, 'name' | 'checked' | 'datasets'>,
  paths: readonly string[],
): readonly string[] => {
  const { checked } = dashboard;
  const filesOf = (endpoint: CheckedEndpoint): readonly string[] =>
    listSourceFiles(endpoint, dashboard).map(({ path }) => path);
  const known = new Set(checked.flatMap(filesOf));
  const isAny = paths.some((path) => !known.has(path));
  return checked.filter((one) => isAny || filesOf(one).some((file) => paths.includes(file))).map(({ slug }) => slug);
};
