import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { formatTable } from '../../terminal/format-table.ts';

const HEADER = ['Component', 'URL', 'Source'];

/** Formats the endpoints as a table: component, URL to paste, source. */
export const formatEndpoints = ({ endpoints }: LoadedDashboard, url: string): string => {
  const rows = endpoints.map(({ component, path, source }) => [component, url + encodeURI(path), source]);
  return formatTable([HEADER, ...rows]);
};

/** Returns the endpoints whose definition is invalid. */
export const missingEndpoints = ({ checked, endpoints }: LoadedDashboard): readonly string[] => {
  const right = new Set(endpoints.map(({ slug }) => slug));
  return checked.map(({ slug }) => slug).filter((slug) => !right.has(slug));
};

/** Lists the endpoints that are not served; undefined if all are served. */
export const formatMissing = (dashboard: LoadedDashboard): string | undefined => {
  const missing = missingEndpoints(dashboard);
  const { checked, endpoints } = dashboard;
  if (missing.length === 0) return undefined;
  return `Serving ${endpoints.length} of ${checked.length} endpoints. Not served until corrected: ${missing.join(', ')}`;
};
