import { createReadStream } from 'node:fs';
import type { ColumnReference, Selection } from '../../shared/config/selection.ts';
import { type CsvSource, type DatasetTable, partsOf, type SingleSource } from '../../shared/config/sources.ts';
import type { RecordReader } from '../../shared/csv/csv-record.ts';
import { createCsvScan } from '../../shared/csv/scan-csv.ts';
import { isCsv } from '../../shared/kinds/csv/is-csv.ts';
import { referencesOf } from '../../shared/selection/references.ts';
import { listNames } from '../../shared/tabular/column-count.ts';
import { say } from '../../shared/tabular/say.ts';
import { type Bodies, checkData } from './data/check-data.ts';
import type { CheckedDatasets } from './datasets/check-datasets.ts';
import { type LoadedDashboard, loadDashboard } from './definition/load-dashboard.ts';
import type { CheckedEndpoint } from './endpoints/check-endpoint.ts';
import { type Diagnostic, type Diagnostics, sortDiagnostics, splitBySeverity } from './folder/diagnostic.ts';
import { FILE_START } from './folder/text-position.ts';
import { checkSecrets } from './head/secrets.ts';
import { checkMaps } from './maps/own-maps.ts';
import { checkSeeds } from './sql/read-seeds.ts';

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

/** Returns no names if the file cannot be read. */
const readHeader = async (file: string, source: CsvSource, names: readonly string[]): Promise<Header> => {
  try {
    const scan = createCsvScan(source, headerReader(names));
    for await (const chunk of createReadStream(file)) if (!scan.push(chunk)) break;
    return scan.end().content;
  } catch {
    return [];
  }
};

interface FileUse {
  readonly file: string;
  readonly source: CsvSource;
  readonly selections: readonly Selection[];
  readonly promised?: readonly ColumnReference[];
}

/** Returns the selections from the columns of the file, which endpoints do not see if the dataset has `columns`. */
const selectionsThrough = ({ selection = {} }: CsvSource, table: DatasetTable): readonly Selection[] =>
  selection.columns ? [selection] : [selection, table.selection];

const useOf = (part: SingleSource | undefined, file: string, datasets: CheckedDatasets): readonly FileUse[] => {
  if (part && isCsv(part)) return [{ file, source: part, selections: [part.selection ?? {}] }];
  if (part?.source !== 'dataset') return [];
  const { source, expect } = datasets[part.dataset]?.loaded?.config ?? {};
  const promised = [...(expect?.newest ? [expect.newest.of] : []), ...Object.keys(expect?.values ?? {})];
  return source && isCsv(source) ? [{ file, source, selections: selectionsThrough(source, part), promised }] : [];
};

const usesOf = ({ config, files }: CheckedEndpoint, datasets: CheckedDatasets): readonly FileUse[] =>
  Object.entries(files).flatMap(([name, paths]) => {
    const parts = config.tables[name] ? partsOf(config.tables[name]) : [];
    return paths.flatMap((file, index) => useOf(parts[index], file, datasets));
  });

const unusedOf = async (file: string, uses: readonly FileUse[]): Promise<readonly string[]> => {
  const [first] = uses;
  const areAllSelected = uses.every(
    ({ selections, source }) => selections.some(({ columns }) => columns) && source.header !== 'none',
  );
  if (!first || !areAllSelected) return [];
  const used = new Set(
    uses.flatMap(({ selections, promised = [] }) => [...selections.flatMap(referencesOf), ...promised]),
  );
  const names = [...used].filter((name) => typeof name === 'string');
  const header = await readHeader(file, first.source, names);
  return header.filter((name, index) => name !== '' && !used.has(name) && !used.has(index + 1));
};

/** Counts all columns of a file that is read by position as used. */
export const findUnusedColumns = async ({
  checked,
  checkedDatasets,
}: Pick<LoadedDashboard, 'checked' | 'checkedDatasets'>): Promise<readonly Diagnostic[]> => {
  const uses = Map.groupBy(
    checked.flatMap((one) => usesOf(one, checkedDatasets)),
    ({ file }) => file,
  );
  const notes = Array.from(uses, async ([file, ofFile]): Promise<readonly Diagnostic[]> => {
    const columns = await unusedOf(file, ofFile);
    if (columns.length === 0) return [];
    return [{ file, ...FILE_START, severity: 'note', message: say`no endpoint uses ${listNames(columns)}` }];
  });
  return (await Promise.all(notes)).flat();
};

export interface CheckedDashboard extends Diagnostics {
  readonly dashboard: LoadedDashboard;
}

/** @param bodies the sizes of the bodies of endpoints whose rows are in data/. */
export type FurtherCheck = (dashboard: LoadedDashboard, bodies: Promise<Bodies>) => Promise<readonly Diagnostic[]>;

/** @param further checks from folders that this one may not import. They do not run if a seed is not valid SQL. */
export const checkDashboard = async (
  folder: string,
  further: readonly FurtherCheck[] = [],
): Promise<CheckedDashboard> => {
  const dashboard = await loadDashboard(folder);
  const seeds = checkSeeds(dashboard.folder, dashboard.dialect?.engine);
  const bodies = new Map<string, number>();
  const data = checkData(dashboard, undefined, (slug, bytes) => void bodies.set(slug, bytes));
  const known = data.then(() => bodies);
  const diagnostics = await Promise.all([
    data,
    checkSecrets(dashboard.folder, dashboard.written),
    seeds,
    checkMaps(dashboard.folder),
    seeds.then(async (found) =>
      found.length > 0 ? [] : (await Promise.all(further.map((check) => check(dashboard, known)))).flat(),
    ),
  ]);
  const found = splitBySeverity([
    ...dashboard.errors,
    ...dashboard.warnings,
    ...dashboard.notes,
    ...diagnostics.flat(),
  ]);
  if (found.errors.length > 0) return { dashboard, ...found };
  // Only without errors: a misspelled column would make the real column look unused.
  return { dashboard, ...found, notes: sortDiagnostics([...found.notes, ...(await findUnusedColumns(dashboard))]) };
};
