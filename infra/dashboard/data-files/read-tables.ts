import {
  type FileSource,
  isFile,
  partsOf,
  type SingleSource,
  type TableSource,
} from '../../../shared/config/sources.ts';
import { inFile, inTable } from '../../../shared/errors/wallfeed-error.ts';
import type { BoundShape } from '../../../shared/pipeline/bind-shape.ts';
import { bindTable, type FileReader } from '../../../shared/sources/bind-table.ts';
import { refuseLargeFile } from '../../../shared/sources/s3/size-limits.ts';
import { appendTables, type FileTable } from '../../../shared/tabular/append-tables.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { type CheckSubject, readBytes } from '../data-diagnostics.ts';
import type { ReadFile } from './file-warnings.ts';
import { explainHeader } from './find-header.ts';
import { findNewest } from './find-newest.ts';
import { type OpenFile, openFile } from './open-file.ts';

/** A table that was read from its files, or the error of one of them. */
export interface ReadTable {
  readonly name: string;
  readonly table?: Table;
  readonly error?: unknown;
  readonly files: readonly (ReadFile & { readonly path: string })[];
}

type Locators = Map<string, NonNullable<OpenFile['locate']>>;

/**
 * Removes the limit of a request's window, so that all rows up to the newest are read. A window of fixed length stays.
 */
const withoutBound = (source: SingleSource): SingleSource => {
  if (source.source === 'sql' || !source.selection?.window) return source;
  const { atMost: _, ...window } = source.selection.window;
  return { ...source, selection: { ...source.selection, window } };
};

const withoutBounds = (source: TableSource): TableSource =>
  source.source === 'list'
    ? { source: 'list', of: source.of.map((part) => withoutBound(part) as (typeof source.of)[number]) }
    : withoutBound(source);

interface Part {
  readonly path: string;
  readonly source: FileSource;
  readonly reader: FileReader;
}

/** Reads one file, as if the newest time in it were the current time. */
const readPart = async (
  { path, source, reader }: Part,
  subject: CheckSubject,
  rowsBefore: number,
  locators: Locators,
) => {
  const { budget, memory, timezone, now } = subject;
  const bytes = await readBytes(path, (size) => refuseLargeFile(size, memory));
  const file = openFile(bytes, source, budget);
  if (file.locate) locators.set(path, file.locate);
  const newest = findNewest(source, file, timezone);
  const request = { currentTime: newest ?? now, timePeriod: Number.POSITIVE_INFINITY };
  const table = file.read(reader(request, rowsBefore));
  const isEncodingGuessed = table.isEncodingGuessed ?? false;
  return { table, file: { path, source, bytes: bytes.length, newest, isEncodingGuessed } };
};

const partsIn = (
  source: TableSource,
  paths: readonly string[],
  definition: TableDefinition,
  { timezone, options }: BoundShape,
): readonly Part[] => {
  const { readers } = bindTable(source, definition, { timezone, options });
  return partsOf(source)
    .filter(isFile)
    .flatMap((part, index) => {
      const [path, reader] = [paths[index], readers[index]];
      return path === undefined || !reader ? [] : [{ path, source: part, reader }];
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
  for (const part of parts) {
    try {
      const rowsBefore = tables.reduce((rows, { table }) => rows + table.rows.length, 0);
      const read = await readPart(part, subject, rowsBefore, locators);
      files.push(read.file);
      tables.push({ file: part.path, table: read.table });
    } catch (error) {
      const { source, path } = part;
      const told = source.source === 'csv' ? await explainHeader(error, source, path) : error;
      return { name, error: inFile(inTable(told, name), path), files };
    }
  }
  const [first, ...others] = tables;
  return { name, files, ...(first && { table: others.length > 0 ? appendTables([first, ...others]) : first.table }) };
};

/**
 * Reads the tables of an endpoint from its files in data/, as the endpoint would for a request at the time of the newest row.
 * `locators` find paths in the JSON documents among the files.
 */
export const readTables = async (subject: CheckSubject, bound: BoundShape) => {
  const { files, config } = subject.endpoint;
  const locators: Locators = new Map();
  const tables: ReadTable[] = [];
  for (const [name, paths] of Object.entries(files)) {
    const definition = bound.tables[name];
    const source = config.tables[name];
    if (!definition || !source) continue;
    const parts = partsIn(withoutBounds(source), paths, definition, bound);
    tables.push(await readOne(name, parts, subject, locators));
  }
  return { tables, locators };
};
