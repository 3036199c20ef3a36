import { readFile } from 'node:fs/promises';
import { moveTime, stepsOf } from '../../../shared/calendar/earlier.ts';
import { isWindowed } from '../../../shared/config/depends-on-window.ts';
import type { EarlierStep, SelectedColumn } from '../../../shared/config/selection.ts';
import {
  type DatasetTable,
  type FileSource,
  isFile,
  partsOf,
  type TableSource,
} from '../../../shared/config/sources.ts';
import { inFile, inTable } from '../../../shared/errors/wallfeed-error.ts';
import { isCsv } from '../../../shared/kinds/csv/is-csv.ts';
import { isSql } from '../../../shared/kinds/sql/is-sql.ts';
import { triedValues } from '../../../shared/middleware/request-values.ts';
import type { BoundShape } from '../../../shared/pipeline/bind-endpoints.ts';
import { bindTable, type TableSettings } from '../../../shared/sources/bind-table.ts';
import type { FileReader } from '../../../shared/sources/bound-table.ts';
import { isRowsOfLines } from '../../../shared/sources/json-rows.ts';
import { refuseLargeFile } from '../../../shared/sources/s3/size-limits.ts';
import { appendTables, type FileTable } from '../../../shared/tabular/append-tables.ts';
import { freeText, optional } from '../../../shared/tabular/column.ts';
import { type TableDefinition, table } from '../../../shared/tabular/define-table.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Diagnostic } from '../folder/diagnostic.ts';
import { writeDuration } from '../folder/duration.ts';
import { fillTable } from '../parameters/compile-parameters.ts';
import { openJoins } from './check-joins.ts';
import { type OpenedSource, referenceProblems } from './check-references.ts';
import { type CheckSubject, type OpenFile, openFile, readBytes } from './data-diagnostics.ts';
import { emptyWarnings, findNewest, futureRows } from './empty-warnings.ts';
import { explainHeader, findHeaderLine, type ReadFile } from './file-warnings.ts';
import { EVERYTHING, settingsOf, withoutBounds } from './read-dataset-files.ts';
import { selectionOfTable, type WrittenSelection } from './written-selection.ts';

const ANY = table({ any: optional(freeText) });
const PRESENT: SelectedColumn = { name: 'any', source: { from: 'constant', value: 'x' } };

const nameStep = (step: EarlierStep): string => (typeof step === 'number' ? writeDuration(step) : `a ${step}`);

/** Checks only earlier windows of a fixed length, as of the newest time of the file. */
const earlierWarnings = (
  { source, file, written }: OpenedSource,
  settings: TableSettings,
  newest: number | undefined,
): readonly DefinitionProblem[] => {
  const { unpivot, where, window, columns = [] } = source.selection ?? {};
  if (!window || window.last === undefined || newest === undefined) return [];
  const selection = {
    ...(unpivot && { unpivot }),
    ...(where && { where }),
    window,
    columns: [PRESENT],
    limit: 1,
  };
  const [reader] = bindTable({ ...source, selection }, ANY, settings).readers;
  const hasRows = (currentTime: number): boolean =>
    reader !== undefined && file.read(reader({ currentTime, timePeriod: 1 })).rows.length > 0;
  return columns.flatMap((column): readonly DefinitionProblem[] => {
    const missing = stepsOf({ columns: [column] }).find(
      (step) => !hasRows(moveTime(newest, step, -1, settings.timezone)),
    );
    if (missing === undefined) return [];
    const message = say`the file has no row in the window that is ${nameStep(missing)} earlier`;
    const hint = 'keep more rows in the file, or compare with a nearer window';
    return [{ path: [...written.path, 'columns', column.name], part: 'key', message, hint, severity: 'warning' }];
  });
};

export interface ReadTable {
  readonly name: string;
  readonly table?: Table;
  readonly error?: unknown;
  readonly files: readonly (ReadFile & { readonly path: string })[];
  /** Columns that a selection names and its source lacks. If there are any, `table` is absent. */
  readonly lacked: readonly DefinitionProblem[];
  readonly empty: readonly Diagnostic[];
  readonly future: readonly DefinitionProblem[];
  readonly earlier: readonly DefinitionProblem[];
}

type OpenRows = OpenFile & { readonly bytes: number };

type Locators = Map<string, NonNullable<OpenFile['locate']>>;

interface Part {
  readonly path: string;
  readonly source: FileSource | DatasetTable;
  readonly reader: FileReader;
  readonly open: () => Promise<OpenRows>;
  readonly written: WrittenSelection;
}

interface ReadPart extends Pick<ReadTable, 'empty' | 'future' | 'earlier'> {
  readonly table: Table;
  readonly file: ReadTable['files'][number];
}

interface LackedColumns extends Pick<ReadTable, 'lacked'> {}

/** True if a later line has all the columns. Reading such a file fails with an error that names the line. */
const hasLaterHeader = async ({ source, path }: Part): Promise<boolean> =>
  isCsv(source) && findHeaderLine(await readFile(path), source) !== undefined;

/** Reports `rows` over a file with a document on each line at `rows`. Throws any other error. */
const rowsProblem = (error: unknown, { path }: WrittenSelection): LackedColumns => {
  if (!isRowsOfLines(error)) throw error;
  const [{ message, hint = '' } = { message: error.message }] = error.details;
  return { lacked: [{ path: [...path, 'rows'], message, hint }] };
};

/** Reads one file, as if the newest time in it were the current time. */
const readPart = async (
  part: Part,
  subject: CheckSubject,
  rowsBefore: number,
  locators: Locators,
): Promise<ReadPart | LackedColumns> => {
  const { path, reader, open, written } = part;
  const { join } = part.source;
  const { endpoint, budget } = subject;
  const joins = join && (await openJoins(join, endpoint.joinedFiles, budget, written, subject.written));
  if (joins && !joins.joined) return joins;
  const joined = joins?.joined;
  const source = { ...part.source, ...(joined && { joined }) };
  const file = await open().catch((error: unknown) => rowsProblem(error, written));
  if ('lacked' in file) return file;
  if (file.locate) locators.set(path, file.locate);
  const opened = { path, source, file, written };
  const lacked = referenceProblems(opened, reader({ ...EVERYTHING, currentTime: 0 }), subject.written);
  if (lacked.length > 0 && !(await hasLaterHeader(part))) return { lacked };
  const newest = findNewest(source, file, settingsOf(subject));
  const table = file.read(reader({ ...EVERYTHING, currentTime: newest ?? subject.now, joined }, rowsBefore));
  const isEncodingGuessed = table.isEncodingGuessed ?? false;
  const isRescanned = isFile(source) && isWindowed(source);
  return {
    table,
    empty: emptyWarnings(opened, settingsOf(subject), table, subject.written),
    future: futureRows(newest, written, subject),
    earlier: earlierWarnings(opened, settingsOf(subject), newest),
    file: {
      path,
      window: source.selection?.window,
      newest,
      bytes: file.bytes,
      isRescanned,
      notes: table.notes ?? [],
      isEncodingGuessed,
      isJson: source.source === 'jsonRows',
      likelyEncoding: isEncodingGuessed ? file.likelyEncoding?.() : undefined,
    },
  };
};

const openOwn = async (path: string, source: FileSource, { budget, memory }: CheckSubject): Promise<OpenRows> => {
  const bytes = await readBytes(path, (size) => refuseLargeFile(size, memory));
  return { ...openFile(bytes, source, budget), bytes: bytes.length };
};

/** Returns none if the table is selected from a dataset whose file has an error. */
const partsIn = (
  source: TableSource,
  paths: readonly string[],
  definition: TableDefinition,
  { options }: BoundShape,
  subject: CheckSubject,
  name: string,
): readonly Part[] => {
  const { readers } = bindTable(source, definition, { ...settingsOf(subject), options });
  return partsOf(source).flatMap((part, index): readonly Part[] => {
    const [path, reader] = [paths[index], readers[index]];
    if (path === undefined || !reader || isSql(part)) return [];
    const written = selectionOfTable(subject.written, subject.endpoint.slug, name, index);
    if (isFile(part)) return [{ path, source: part, reader, open: () => openOwn(path, part, subject), written }];
    const dataset = subject.datasets.get(part.dataset);
    return dataset ? [{ path, source: part, reader, open: async () => ({ ...dataset, bytes: 0 }), written }] : [];
  });
};

const readOne = async (
  name: string,
  parts: readonly Part[],
  subject: CheckSubject,
  locators: Locators,
): Promise<ReadTable> => {
  const tables: FileTable[] = [];
  const files: ReadTable['files'][number][] = [];
  const found: Record<'lacked' | 'future' | 'earlier', DefinitionProblem[]> & { empty: Diagnostic[] } = {
    lacked: [],
    empty: [],
    future: [],
    earlier: [],
  };
  for (const part of parts) {
    try {
      const rowsBefore = tables.reduce((rows, { table }) => rows + table.rows.length, 0);
      const read = await readPart(part, subject, rowsBefore, locators);
      if ('lacked' in read) {
        found.lacked.push(...read.lacked);
        continue;
      }
      found.empty.push(...read.empty);
      found.future.push(...read.future);
      found.earlier.push(...read.earlier);
      files.push(read.file);
      tables.push({ file: part.path, table: read.table });
    } catch (error) {
      const { source, path } = part;
      const told = isCsv(source) ? await explainHeader(error, source, path) : error;
      return { name, error: inFile(inTable(told, name), path), files, ...found };
    }
  }
  if (found.lacked.length > 0) return { name, files, ...found };
  const [first, ...others] = tables;
  const empty = others.length > 0 && tables.some(({ table }) => table.rows.length > 0) ? [] : found.empty;
  return {
    name,
    files,
    ...found,
    empty,
    ...(first && { table: others.length > 0 ? appendTables([first, ...others]) : first.table }),
  };
};

/** Reads the tables as for a request at the time of the newest row. `locators` find paths in JSON documents. */
export const readTables = async (subject: CheckSubject, bound: BoundShape) => {
  const { files, config } = subject.endpoint;
  const tried = triedValues(config.parameters ?? []);
  const locators: Locators = new Map();
  const tables: ReadTable[] = [];
  for (const [name, paths] of Object.entries(files)) {
    const definition = bound.tables[name];
    const source = config.tables[name];
    if (!definition || !source) continue;
    const parts = partsIn(withoutBounds(fillTable(source, tried)), paths, definition, bound, subject, name);
    tables.push(await readOne(name, parts, subject, locators));
  }
  return { tables, locators };
};
