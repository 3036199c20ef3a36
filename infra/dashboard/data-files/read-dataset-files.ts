import { isWindowed } from '../../../shared/config/depends-on-window.ts';
import type { CsvSource } from '../../../shared/config/sources.ts';
import { ANY_COLUMNS } from '../../../shared/datasets/any-columns.ts';
import { selectRows } from '../../../shared/datasets/select-rows.ts';
import { inFile } from '../../../shared/errors/wallfeed-error.ts';
import { type Budget, createBudget } from '../../../shared/limits/budget.ts';
import { bindTable, type TableSettings } from '../../../shared/sources/bind-table.ts';
import { refuseLargeFile } from '../../../shared/sources/s3/size-limits.ts';
import { toColumnRows } from '../../../shared/tabular/column-rows.ts';
import { readBytes, toDiagnostics } from '../data-diagnostics.ts';
import type { CheckedDataset } from '../datasets/read-dataset.ts';
import type { Diagnostic, Problem } from '../diagnostic.ts';
import { FILE_START } from '../text-position.ts';
import { fileWarnings, type ReadFile } from './file-warnings.ts';
import { explainHeader } from './find-header.ts';
import { findNewest } from './find-newest.ts';
import { type OpenDataset, type OpenDatasets, type OpenFile, openFile } from './open-file.ts';
import { EVERYTHING, withoutBound } from './without-bounds.ts';

/** The dashboard's settings that a dataset is read with. */
export interface DatasetSettings {
  readonly timezone: string;
  /** The memory of a function, in MB. */
  readonly memory: number;
}

/** Returns the settings for binding a table. */
export const settingsOf = ({
  timezone,
  datasets,
}: {
  readonly timezone: string;
  readonly datasets: OpenDatasets;
}): TableSettings => ({
  timezone,
  datasets: Object.fromEntries(Array.from(datasets, ([name, { config }]) => [name, config])),
});

interface ReadRows {
  readonly rows: OpenFile;
  readonly file: ReadFile;
}

/** Reads the rows of a file, as if the newest time in it were the current time. */
const readRows = async (
  path: string,
  source: CsvSource,
  settings: DatasetSettings,
  budget: Budget,
): Promise<ReadRows> => {
  const { timezone, memory } = settings;
  const bytes = await readBytes(path, (size) => refuseLargeFile(size, memory));
  const file = openFile(bytes, source, budget);
  const newest = findNewest(source, file, { timezone });
  const [reader] = bindTable(withoutBound(source), ANY_COLUMNS, { timezone }).readers;
  if (!reader) throw new Error('a file has no reader');
  const table = file.read(reader({ ...EVERYTHING, currentTime: newest ?? Date.now() }));
  const rows = toColumnRows(table);
  return {
    rows: { read: (select) => selectRows(rows, select, budget) },
    file: {
      window: source.selection?.window,
      newest,
      bytes: bytes.length,
      isRescanned: isWindowed(source),
      isEncodingGuessed: table.isEncodingGuessed ?? false,
    },
  };
};

interface ReadDataset {
  readonly open?: OpenDataset;
  readonly diagnostics: readonly Diagnostic[];
}

const readOne = async (
  { name, file: path, loaded }: CheckedDataset,
  settings: DatasetSettings,
): Promise<ReadDataset> => {
  const { config } = loaded ?? {};
  if (path === undefined || config?.source.source !== 'csv') return { diagnostics: [] };
  const { source } = config;
  const named = <One extends Problem | Diagnostic>(one: One): One => ({
    ...one,
    message: `dataset ${name}: ${one.message}`,
  });
  const budget = createBudget({ memoryMb: settings.memory, endsAt: Number.POSITIVE_INFINITY });
  try {
    const { rows, file } = await readRows(path, source, settings, budget);
    const warnings = fileWarnings(file, { ...settings, now: Date.now() });
    const place = { file: path, ...FILE_START };
    return {
      open: { ...rows, config },
      diagnostics: warnings.map((problem) => ({ ...place, ...named(problem), severity: 'warning' })),
    };
  } catch (error) {
    const explained = inFile(await explainHeader(error, source, path), path);
    const found = toDiagnostics(explained, {}, ({ line = 1, column = 1 }) => ({ file: path, line, column }));
    return { diagnostics: found.map(named) };
  }
};

/** Reads the datasets whose rows are in files of data/, each once for all endpoints. */
export const readDatasetFiles = async (datasets: readonly CheckedDataset[], settings: DatasetSettings) => {
  const read = await Promise.all(datasets.map(async (one) => [one.name, await readOne(one, settings)] as const));
  const open: OpenDatasets = new Map(read.flatMap(([name, one]) => (one.open ? [[name, one.open]] : [])));
  return { open, diagnostics: read.flatMap(([, { diagnostics }]) => diagnostics) };
};
