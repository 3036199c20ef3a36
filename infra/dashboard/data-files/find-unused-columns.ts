import { createReadStream } from 'node:fs';
import { type CsvSource, partsOf } from '../../../shared/config/sources.ts';
import type { RecordReader } from '../../../shared/csv/csv-record.ts';
import { createCsvScan } from '../../../shared/csv/scan-csv.ts';
import { referencesOf } from '../../../shared/selection/references.ts';
import type { CheckedEndpoint } from '../check-endpoint.ts';

/** A file, and the names of its columns that no endpoint uses. */
export interface UnusedColumns {
  /** Absolute. */
  readonly file: string;
  readonly columns: readonly string[];
}

type Header = readonly string[];

const headerReader = (names: readonly string[]): RecordReader<Header> => ({
  fits: (header) => names.every((name) => header.some((cell) => cell.trim() === name)),
  create: () => {
    let header: Header = [];
    return {
      header: (record) => {
        header = Array.from({ length: record.length }, (_, column) => record.text(column).trim());
      },
      row: () => false,
      finish: () => header,
    };
  },
});

/** Reads the header of a file; empty if the file cannot be read. */
const readHeader = async (file: string, source: CsvSource, names: readonly string[]): Promise<Header> => {
  try {
    const scan = createCsvScan(source, headerReader(names));
    for await (const chunk of createReadStream(file)) if (!scan.push(chunk)) break;
    return scan.end().content;
  } catch {
    return [];
  }
};

/** Groups the CSV sources of endpoints by their files. */
const sourcesByFile = (endpoints: readonly CheckedEndpoint[]): ReadonlyMap<string, readonly CsvSource[]> => {
  const all = endpoints.flatMap(({ config, files }) =>
    Object.entries(files).flatMap(([name, paths]) => {
      const parts = config.tables[name] ? partsOf(config.tables[name]) : [];
      return paths.flatMap((file, index) => {
        const source = parts[index];
        return source?.source === 'csv' ? [{ file, source }] : [];
      });
    }),
  );
  const groups = Map.groupBy(all, ({ file }) => file);
  return new Map(Array.from(groups, ([file, uses]) => [file, uses.map(({ source }) => source)]));
};

const unusedOf = async (file: string, sources: readonly CsvSource[]): Promise<UnusedColumns> => {
  const [first] = sources;
  const areAllSelected = sources.every(({ selection, header }) => selection?.columns && header !== 'none');
  if (!first || !areAllSelected) return { file, columns: [] };
  const used = new Set(sources.flatMap(({ selection = {} }) => referencesOf(selection)));
  const names = [...used].filter((name) => typeof name === 'string');
  const header = await readHeader(file, first, names);
  return { file, columns: header.filter((name, index) => name !== '' && !used.has(name) && !used.has(index + 1)) };
};

/** Finds the columns of files in data/ that no endpoint uses. A file that is read by position is used as a whole. */
export const findUnusedColumns = async (endpoints: readonly CheckedEndpoint[]): Promise<readonly UnusedColumns[]> => {
  const unused = await Promise.all(Array.from(sourcesByFile(endpoints), ([file, sources]) => unusedOf(file, sources)));
  return unused.filter(({ columns }) => columns.length > 0);
};
