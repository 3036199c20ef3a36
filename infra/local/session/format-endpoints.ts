import { styleText } from 'node:util';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { WIDTH_CHARS } from '../../terminal/wrap-lines.ts';

const HEADER = ['Component', 'URL', 'Source', 'Status'];
const GAPS_CHARS = 6;
const FAULTY = 'faulty';
/** Minimum width of a source in the table, because a shorter text would not identify the source. */
const MIN_SOURCE_CHARS = 8;

const widthOf = (cells: readonly string[]): number => Math.max(...cells.map((cell) => cell.length));

const shorten = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

/**
 * Formats the endpoints as a table: component, URL to paste, source, and the status of faulty endpoints. Shortens long
 * sources, so that URLs need not be shortened.
 */
export const formatEndpoints = ({ endpoints }: LoadedDashboard, url: string, faulty: ReadonlySet<string>): string => {
  const statusOf = ({ slug }: LoadedEndpoint): string => (faulty.has(slug) ? FAULTY : '');
  const cells = endpoints.map((one) => [one.component, url + encodeURI(one.path), one.source, statusOf(one)] as const);
  const used = widthOf(cells.map(([name]) => name)) + widthOf(cells.map(([, address]) => address)) + GAPS_CHARS;
  const width = Math.max(MIN_SOURCE_CHARS, WIDTH_CHARS - used - FAULTY.length);
  const rows = cells.map(([name, address, source, status]) => [name, address, shorten(source, width), status]);
  const lines = formatTable([HEADER, ...rows]).split('\n');
  return lines.map((line) => (line.endsWith(`  ${FAULTY}`) ? styleText('red', line) : line)).join('\n');
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
