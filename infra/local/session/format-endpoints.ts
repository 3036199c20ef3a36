import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { formatTable } from '../../terminal/format-table.ts';

const HEADER = ['Component', 'URL', 'Source'];

/** The endpoints as a table: component, URL to paste, source. */
export const formatEndpoints = ({ endpoints }: LoadedDashboard, url: string): string => {
  const rows = endpoints.map(({ component, path, source }) => [component, url + encodeURI(path), source]);
  return formatTable([HEADER, ...rows]);
};

/** The endpoints of the file whose definition is not right. */
export const missingEndpoints = ({ checked, endpoints }: LoadedDashboard): readonly string[] => {
  const right = new Set(endpoints.map(({ slug }) => slug));
  return checked.map(({ slug }) => slug).filter((slug) => !right.has(slug));
};

/** Which endpoints of the file are not served; nothing where all are. */
export const formatMissing = (dashboard: LoadedDashboard): string | undefined => {
  const missing = missingEndpoints(dashboard);
  const { checked, endpoints } = dashboard;
  if (missing.length === 0) return undefined;
  return `Serving ${endpoints.length} of ${checked.length} endpoints. Not served until they are right: ${missing.join(', ')}`;
};
