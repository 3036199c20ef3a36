import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';
import type { FileTable } from '../protocol.ts';
import { collectRows } from './collect-rows.ts';
import { layOutTable } from './lay-out-table.ts';
import { listSourceFiles, type SourceFile } from './source-files.ts';

/** True if a detail belongs to a file: the only one, the one that it names, or that of the table that it names. */
const isAbout =
  (file: SourceFile, files: readonly SourceFile[]) =>
  (detail: Detail): boolean => {
    if (detail.line === undefined) return false;
    if (detail.table !== undefined && detail.table !== file.table) return false;
    const siblings = files.filter(({ table }) => table === file.table);
    return siblings.length === 1 || detail.file === undefined || basename(file.path) === basename(detail.file);
  };

const showFile = async (
  folder: string,
  { path, csv }: SourceFile,
  details: readonly Detail[],
): Promise<readonly FileTable[]> => {
  if (!csv || details.length === 0) return [];
  try {
    const rows = collectRows(await readFile(join(folder, path)), csv, details);
    const table = layOutTable(path, rows, details);
    return table ? [table] : [];
  } catch {
    return [];
  }
};

/** Shows the rows of an endpoint's files around the places of an error. A file that cannot be read is left out. */
export const showPlaces = async (
  dashboard: LoadedDashboard,
  slug: string,
  details: readonly Detail[],
): Promise<readonly FileTable[]> => {
  const { checked, folder } = dashboard;
  const endpoint = checked.find((one) => one.slug === slug);
  if (!endpoint) return [];
  const files = listSourceFiles(endpoint, dashboard);
  const tables = files.map((file) => showFile(folder, file, details.filter(isAbout(file, files))));
  return (await Promise.all(tables)).flat();
};
