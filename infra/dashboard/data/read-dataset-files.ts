import { isWindowed } from '../../../shared/config/depends-on-window.ts';
import type {
  CsvSource,
  DatasetConfig,
  DatasetSource,
  SingleSource,
  TableSource,
} from '../../../shared/config/sources.ts';
import type { RecordReader } from '../../../shared/csv/csv-record.ts';
import { inFile } from '../../../shared/errors/wallfeed-error.ts';
import { isCsv } from '../../../shared/kinds/csv/is-csv.ts';
import { ANY_COLUMNS } from '../../../shared/kinds/source-kind.ts';
import type { Budget } from '../../../shared/limits/budget.ts';
import type { JoinedFile } from '../../../shared/selection/join-record.ts';
import { bindTable, type TableSettings } from '../../../shared/sources/bind-table.ts';
import { refuseLargeFile } from '../../../shared/sources/s3/size-limits.ts';
import { selectRows } from '../../../shared/sources/select-rows.ts';
import { type ColumnRows, toColumnRows } from '../../../shared/tabular/column-rows.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import type { CheckedDataset } from '../datasets/check-datasets.ts';
import type { DefinitionProblem, WrittenDefinition } from '../folder/definition-problem.ts';
import type { Diagnostic, Problem } from '../folder/diagnostic.ts';
import { FILE_START } from '../folder/text-position.ts';
import { brokenByRows } from '../promises/broken-promises.ts';
import { kindOf } from '../registry/kinds.ts';
import { openJoins } from './check-joins.ts';
import { referenceProblems } from './check-references.ts';
import {
  countingBudget,
  type OpenDataset,
  type OpenDatasets,
  type OpenFile,
  openFile,
  readBytes,
  toDiagnostics,
} from './data-diagnostics.ts';
import { emptyWarnings, findNewest, futureRows } from './empty-warnings.ts';
import { explainHeader, fileWarnings, findHeaderLine, type ReadFile } from './file-warnings.ts';
import { selectionOfDataset, type WrittenSelection } from './written-selection.ts';

/** A request for all rows up to its `currentTime`. */
export const EVERYTHING = { timePeriod: Number.POSITIVE_INFINITY } as const;

/** Removes `atMost`, so that all rows up to the newest are read. Keeps a window with `last`. */
const withoutBound = <Source extends SingleSource | DatasetSource>(source: Source): Source => {
  if (!('selection' in source) || !source.selection?.window) return source;
  const { atMost: _, ...window } = source.selection.window;
  return { ...source, selection: { ...source.selection, window } };
};

export const withoutBounds = (source: TableSource): TableSource =>
  source.source === 'list' ? { source: 'list', of: source.of.map(withoutBound) } : withoutBound(source);

export interface DatasetSettings {
  readonly folder: string;
  readonly timezone: string;
  /** MB */
  readonly memory: number;
  readonly written: WrittenDefinition;
}

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
  readonly columns: ColumnRows;
  readonly file: ReadFile;
  readonly warnings: readonly Diagnostic[];
}

interface LackedColumns {
  readonly lacked: readonly DefinitionProblem[];
}

/** Reads the rows of a file, as if the newest time in it were the current time. */
const readRows = async (
  path: string,
  source: CsvSource & { readonly joined?: readonly JoinedFile[] },
  settings: DatasetSettings & { readonly selected: WrittenSelection },
  budget: Budget,
): Promise<ReadRows | LackedColumns> => {
  const { timezone, memory, written, selected } = settings;
  const bytes = await readBytes(path, (size) => refuseLargeFile(size, memory));
  const file = openFile(bytes, source, budget);
  const [reader] = bindTable(withoutBound(source), ANY_COLUMNS, { timezone }).readers;
  if (!reader) throw new Error('a file has no reader');
  const opened = { path, source, file, written: selected };
  const lacked = referenceProblems(opened, reader({ ...EVERYTHING, currentTime: 0 }), written);
  if (lacked.length > 0 && !findHeaderLine(bytes, source)) return { lacked };
  const newest = findNewest(source, file, { timezone });
  const table = file.read(reader({ ...EVERYTHING, currentTime: newest ?? Date.now() }));
  const rows = toColumnRows(table);
  const now = Date.now();
  const future = futureRows(newest, selected, { now, timezone });
  return {
    warnings: [
      ...emptyWarnings(opened, { timezone }, table, written),
      ...future.map((problem): Diagnostic => ({ ...written.toDiagnostic(problem), explains: 'window' })),
    ],
    rows: { read: (select) => selectRows(rows, select, budget) },
    columns: rows,
    file: {
      window: source.selection?.window,
      newest,
      bytes: bytes.length,
      isRescanned: isWindowed(source),
      notes: table.notes ?? [],
      isEncodingGuessed: table.isEncodingGuessed ?? false,
      likelyEncoding: table.isEncodingGuessed ? file.likelyEncoding?.() : undefined,
    },
  };
};

interface ReadDataset {
  readonly open?: OpenDataset;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file in the way of its kind. No endpoint is checked with a file that has no row for it. */
const readOther = async (
  name: string,
  path: string,
  config: DatasetConfig,
  settings: DatasetSettings,
): Promise<ReadDataset> => {
  const { readFile } = kindOf(config.source);
  if (!readFile) return { diagnostics: [] };
  const budget = countingBudget(settings.memory);
  try {
    const rows = await readFile(path, withoutBound(config.source), { ...settings, budget });
    const open = { config, read: (select: RecordReader<Table>) => selectRows(rows, select, budget) };
    const { timezone, written } = settings;
    const broken = brokenByRows(name, config.expect, config.source, rows, { now: Date.now(), timezone });
    return { ...(rows.length > 0 && { open }), diagnostics: broken.map(written.toDiagnostic) };
  } catch (error) {
    const found = toDiagnostics(inFile(error, path), {}, ({ file = path }) => ({ file, ...FILE_START }));
    return { diagnostics: found.map((one) => ({ ...one, message: say`dataset ${name}: ${one.message}` })) };
  }
};

const readOne = async (
  { name, file: path, loaded, joinedFiles = {} }: CheckedDataset,
  settings: DatasetSettings,
): Promise<ReadDataset> => {
  const { config } = loaded ?? {};
  if (path === undefined || !config) return { diagnostics: [] };
  if (!isCsv(config.source)) return readOther(name, path, config, settings);
  const { source } = config;
  const named = <One extends Problem | Diagnostic>(one: One): One => ({
    ...one,
    message: say`dataset ${name}: ${one.message}`,
  });
  const budget = countingBudget(settings.memory);
  try {
    const selected = selectionOfDataset(settings.written, name);
    const { written } = settings;
    const joins = source.join && (await openJoins(source.join, joinedFiles, budget, selected, written));
    if (joins && !joins.joined) return { diagnostics: joins.lacked.map(written.toDiagnostic) };
    const read = await readRows(
      path,
      { ...source, ...(joins?.joined && { joined: joins.joined }) },
      { ...settings, selected },
      budget,
    );
    if ('lacked' in read) return { diagnostics: read.lacked.map(settings.written.toDiagnostic) };
    const { rows, file } = read;
    const now = Date.now();
    const broken = brokenByRows(name, config.expect, source, read.columns, { now, timezone: settings.timezone });
    const warnings = fileWarnings(file, { ...settings, now });
    const place = { file: path, ...FILE_START };
    return {
      open: { ...rows, config },
      diagnostics: [
        ...warnings.map((problem) => ({ ...place, ...named(problem) })),
        ...read.warnings,
        ...broken.map(written.toDiagnostic),
      ],
    };
  } catch (error) {
    const explained = inFile(await explainHeader(error, source, path), path);
    const found = toDiagnostics(explained, {}, ({ file = path, line = 1, column = 1 }) => ({ file, line, column }));
    return { diagnostics: found.map(named) };
  }
};

/** Reads each dataset once for all endpoints. */
export const readDatasetFiles = async (datasets: readonly CheckedDataset[], settings: DatasetSettings) => {
  const read = await Promise.all(datasets.map(async (one) => [one.name, await readOne(one, settings)] as const));
  const open: OpenDatasets = new Map(read.flatMap(([name, one]) => (one.open ? [[name, one.open]] : [])));
  return { open, diagnostics: read.flatMap(([, { diagnostics }]) => diagnostics) };
};
