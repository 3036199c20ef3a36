import { styleText } from 'node:util';
import { urlOf } from '../../client/client-request.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { forReader } from '../../language/language.ts';
import { escapeCells, formatTable, wrapRows } from '../../terminal/format-table.ts';

const HEADER = ['Component', 'URL', 'Source', 'Status'];
const URL_COLUMN = 1;
const FAULTY = 'faulty';

/**
 * Formats the endpoints as a table: component, URL to paste, source, and the status of faulty endpoints. With the width
 * of a terminal, long components and sources are wrapped inside their columns; without it, each endpoint is one line.
 */
export const formatEndpoints = (
  { endpoints }: LoadedDashboard,
  url: string,
  faulty: ReadonlySet<string>,
  width?: number,
): string => {
  const isFaulty = [undefined, ...endpoints].map((one) => one !== undefined && faulty.has(one.slug));
  const cells = endpoints.map((endpoint) => [
    endpoint.component,
    urlOf(endpoint, url),
    endpoint.source,
    faulty.has(endpoint.slug) ? forReader(FAULTY) : '',
  ]);
  const rows = escapeCells([HEADER.map(forReader), ...cells]);
  const groups = width === undefined ? rows.map((row) => [row]) : wrapRows(rows, width, [URL_COLUMN]);
  const lines = formatTable(groups.flat()).split('\n');
  const red = groups.flatMap((group, index) => group.map(() => isFaulty[index]));
  return lines.map((line, index) => (red[index] ? styleText('red', line) : line)).join('\n');
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
