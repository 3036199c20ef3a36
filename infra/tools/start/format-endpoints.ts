import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';

const HEADER = ['Component', 'URL', 'Source'];

/** The endpoints as a table: component, URL to paste, source. */
export const formatEndpoints = ({ endpoints }: LoadedDashboard, url: string): string => {
  const rows = [HEADER, ...endpoints.map(({ component, path, source }) => [component, url + encodeURI(path), source])];
  const widths = HEADER.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Which endpoints of the file are not served; nothing where all are. */
export const formatMissing = ({ checked, endpoints }: LoadedDashboard): string | undefined => {
  const served = new Set(endpoints.map(({ slug }) => slug));
  const missing = checked.map(({ slug }) => slug).filter((slug) => !served.has(slug));
  if (missing.length === 0) return undefined;
  return `Serving ${served.size} of ${checked.length} endpoints. Not served until they are right: ${missing.join(', ')}`;
};
