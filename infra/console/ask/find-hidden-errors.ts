import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import { checkData } from '../../dashboard/check-data.ts';
import type { Diagnostic } from '../../dashboard/diagnostic.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import { listSourceFiles } from '../files/source-files.ts';

type Endpoint = LoadedDashboard['checked'][number];

/** Larger files are not checked again beside the functions. */
const MAX_CHECKED_BYTES = 4 * 1024 * 1024;

const isNewer = async (file: string, than: number): Promise<boolean> => {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && found.mtimeMs > than && found.size <= MAX_CHECKED_BYTES;
};

/** Names the table of a diagnostic, so that its place is found among several files. */
const toDetail = ({ file, line, column, message, hint }: Diagnostic, endpoint: Endpoint, folder: string): Detail => {
  const [table] = Object.entries(endpoint.files).find(([, paths]) => paths.includes(file)) ?? [];
  const isKnown = table !== undefined && Object.keys(endpoint.files).length > 1;
  const place = { line, column, file: relative(folder, file) };
  return { ...place, ...(isKnown && { table }), message, ...(hint !== undefined && { hint }) };
};

/**
 * Finds errors in files of an endpoint that changed after its cached response was made. While the response serves, the
 * endpoint does not report them itself.
 */
export const findHiddenErrors = async (
  { checked, folder, name, timezone, memory }: LoadedDashboard,
  slug: string,
  madeAt: number,
): Promise<readonly Detail[]> => {
  const endpoint = checked.find((one) => one.slug === slug);
  if (!endpoint) return [];
  const files = listSourceFiles(endpoint, name).map(({ path }) => join(folder, path));
  const newer = await Promise.all(files.map((file) => isNewer(file, madeAt)));
  if (!newer.includes(true)) return [];
  const diagnostics = await checkData({ checked: [endpoint], timezone, memory });
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic) => toDetail(diagnostic, endpoint, folder));
};
