import { posix } from 'node:path';
import { type CsvSource, isFile, partsOf } from '../../../shared/config/sources.ts';
import type { CheckedEndpoint } from '../../dashboard/check-endpoint.ts';

/** A file of data/ that an endpoint reads. */
export interface SourceFile {
  /** The table that is read from the file; `json` for a document. */
  readonly table: string;
  /** The path from the dashboard folder. */
  readonly path: string;
  /** The format and selection of the file. Absent for a document. */
  readonly csv?: CsvSource;
}

/** Lists the files of data/ that an endpoint reads. Objects of other buckets are not among them. */
export const listSourceFiles = (
  { config }: Pick<CheckedEndpoint, 'config'>,
  dashboard: string,
): readonly SourceFile[] => {
  const pathOf = (key: string): string => posix.join('data', key.slice(dashboard.length + 1));
  const tables = Object.entries(config.tables).flatMap(([table, source]) =>
    partsOf(source).flatMap((part) => {
      if (!isFile(part) || part.bucket !== undefined) return [];
      return [{ table, path: pathOf(part.key), ...(part.source === 'csv' && { csv: part }) }];
    }),
  );
  const { document } = config;
  if (!document || document.bucket !== undefined) return tables;
  return [...tables, { table: 'json', path: pathOf(document.key) }];
};
