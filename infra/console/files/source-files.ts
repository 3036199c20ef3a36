import { posix } from 'node:path';
import { type CsvSource, type FileSource, isFile, partsOf, type SingleSource } from '../../../shared/config/sources.ts';
import { isCsv } from '../../../shared/kinds/csv/is-csv.ts';
import { isPattern } from '../../../shared/kinds/key-pattern.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { CheckedEndpoint } from '../../dashboard/endpoints/check-endpoint.ts';

export interface SourceFile {
  /** `json` for a document. */
  readonly table: string;
  /** From the dashboard folder. */
  readonly path: string;
  /** Absent for a document. */
  readonly csv?: CsvSource;
}

type Dashboard = Pick<LoadedDashboard, 'name' | 'datasets'>;

/** Returns the file that a part of a table is read from, also through a dataset of one file. */
const fileOf = (part: SingleSource, { datasets }: Dashboard): FileSource | undefined => {
  if (isFile(part)) return part;
  const source = part.source === 'dataset' ? datasets[part.dataset]?.config.source : undefined;
  return source && isCsv(source) && !isPattern(source.key) ? source : undefined;
};

/** Files of data/ only, no objects of other buckets. */
export const listSourceFiles = (
  { config }: Pick<CheckedEndpoint, 'config'>,
  dashboard: Dashboard,
): readonly SourceFile[] => {
  const pathOf = (key: string): string => posix.join('data', key.slice(dashboard.name.length + 1));
  const tables = Object.entries(config.tables).flatMap(([table, source]) =>
    partsOf(source).flatMap((part) => {
      const file = fileOf(part, dashboard);
      if (!file || file.bucket !== undefined) return [];
      return [{ table, path: pathOf(file.key), ...(isCsv(file) && { csv: file }) }];
    }),
  );
  const { document } = config;
  if (!document || document.bucket !== undefined) return tables;
  return [...tables, { table: 'json', path: pathOf(document.key) }];
};
