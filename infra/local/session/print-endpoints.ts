import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { lakeDatasetsOf } from '../../stack/sources.ts';
import { formatReplaced } from './explain-head.ts';
import { formatEndpoints, formatMissing } from './format-endpoints.ts';
import { formatLacking } from './format-lacking.ts';

/** Prints the texts that are not empty, each on a line of its own. */
export const print = (...texts: readonly (string | undefined)[]): void => {
  for (const text of texts) if (text) console.log(text);
};

/** True if a dataset of the dashboard queries a data lake. */
export const hasLake = (dashboard: LoadedDashboard): boolean => lakeDatasetsOf(dashboard).length > 0;

const LAKE = 'Athena is emulated by DuckDB, with the CSV and Parquet files of data/ as its tables.';

/** Prints the endpoints that are served, the endpoints that are not, and the defaults that replace invalid keys. */
export const printEndpoints = async (
  dashboard: LoadedDashboard,
  url: string,
  faulty: ReadonlySet<string>,
): Promise<void> => {
  const lake = hasLake(dashboard) ? LAKE : undefined;
  const table = `\n${formatEndpoints(dashboard, url, faulty)}\n`;
  print(table, formatMissing(dashboard), formatReplaced(dashboard), lake, await formatLacking(dashboard));
};
