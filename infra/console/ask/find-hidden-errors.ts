import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Detail, MAX_DETAILS } from '../../../shared/errors/wallfeed-error.ts';
import type { EmptyReason } from '../../../shared/tabular/empty-reason.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Diagnostic } from '../../dashboard/folder/diagnostic.ts';
import { checkEndpointInThread } from '../../local/session/check-in-thread.ts';
import { listSourceFiles } from '../files/source-files.ts';

type Endpoint = LoadedDashboard['checked'][number];

const MAX_CHECKED_BYTES = 4 * 1024 * 1024;

const isNewer = async (file: string, than: number): Promise<boolean> => {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && found.mtimeMs > than && found.size <= MAX_CHECKED_BYTES;
};

const pathsOf = (endpoint: Endpoint, dashboard: LoadedDashboard): readonly string[] =>
  listSourceFiles(endpoint, dashboard).map(({ path }) => join(dashboard.folder, path));

/** Converts a diagnostic to a detail with the name of its table, so that the page can find the table's file. */
const toDetail = ({ file, line, column, message, hint }: Diagnostic, endpoint: Endpoint, folder: string): Detail => {
  const [table] = Object.entries(endpoint.files).find(([, paths]) => paths.includes(file)) ?? [];
  const isKnown = table !== undefined && Object.keys(endpoint.files).length > 1;
  const place = { line, column, file: relative(folder, file) };
  return { ...place, ...(isKnown && { table }), message, ...(hint !== undefined && { hint }) };
};

/**
 * Finds errors in the files of an endpoint that changed after its cached response was made. While that response is
 * served, the endpoint reports no errors.
 */
export const findHiddenErrors = async (
  dashboard: LoadedDashboard,
  slug: string,
  madeAt: number,
): Promise<readonly Detail[]> => {
  const { checked, folder } = dashboard;
  const endpoint = checked.find((one) => one.slug === slug);
  if (!endpoint) return [];
  const newer = await Promise.all(pathsOf(endpoint, dashboard).map((file) => isNewer(file, madeAt)));
  if (!newer.includes(true)) return [];
  const diagnostics = await checkEndpointInThread(folder, slug);
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .slice(0, MAX_DETAILS)
    .map((diagnostic) => toDetail(diagnostic, endpoint, folder));
};

const hasLargeFile = async (paths: readonly string[]): Promise<boolean> => {
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path)
        .then(({ size }) => size)
        .catch(() => 0),
    ),
  );
  return sizes.some((size) => size > MAX_CHECKED_BYTES);
};

/** @param step the step of the selection that left no row. */
export const findReasons = async (
  dashboard: LoadedDashboard,
  slug: string,
  step: EmptyReason['step'],
): Promise<readonly Diagnostic[]> => {
  const endpoint = dashboard.checked.find((one) => one.slug === slug);
  if (!endpoint || (await hasLargeFile(pathsOf(endpoint, dashboard)))) return [];
  const diagnostics = await checkEndpointInThread(dashboard.folder, slug);
  return diagnostics.filter(({ explains }) => explains === step);
};
