import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { formatTable } from '../format-table.ts';

const HEADER = ['Component', 'URL', 'Source'];

/** The endpoints as a table: component, URL to paste, source. */
export const formatEndpoints = ({ endpoints }: LoadedDashboard, url: string): string => {
  const rows = endpoints.map(({ component, path, source }) => [component, url + encodeURI(path), source]);
  return formatTable([HEADER, ...rows]);
};

/** Which endpoints of the file are not served; nothing where all are. */
export const formatMissing = ({ checked, endpoints }: LoadedDashboard): string | undefined => {
  const served = new Set(endpoints.map(({ slug }) => slug));
  const missing = checked.map(({ slug }) => slug).filter((slug) => !served.has(slug));
  if (missing.length === 0) return undefined;
  return `Serving ${served.size} of ${checked.length} endpoints. Not served until they are right: ${missing.join(', ')}`;
};
