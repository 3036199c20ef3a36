import type { Deadline } from '../aws/deadline.ts';
import type { KnownObject, KnownObjects, SourceSnapshot } from '../cache/create-memory.ts';
import type { CachedResponse } from '../cache/response-body.ts';
import type { Timestamp } from '../cache/timestamp.ts';
import type { JsonSource } from '../config/sources.ts';
import type { DatasetResult, ReadDatasetTable, StaleRows } from '../datasets/dataset-table.ts';
import { inTable, type WallfeedError } from '../errors/wallfeed-error.ts';
import type { SourceSize } from '../limits/budget.ts';
import type { BoundTable } from '../sources/bound-table.ts';
import type { ReadContext } from '../sources/read-context.ts';
import { type ReadResult, readDocument, readTable } from '../sources/read-source.ts';
import type { Table } from '../tabular/table.ts';
import type { Endpoint } from './bind-endpoints.ts';

type Context = Omit<ReadRequest, 'last'>;

/** Rows of a dataset also have the time of their slot. */
interface TableResult extends ReadResult<Table>, Partial<Pick<DatasetResult, 'askedAt' | 'stale'>> {}

type NamedResult = readonly [name: string, result: TableResult];

export interface ReadRequest extends Omit<ReadContext, 'known'> {
  readonly deadline: Deadline;
  /** Absent if the function has no datasets. */
  readonly readDataset?: ReadDatasetTable | undefined;
  /** When its sources were read. Absent if no stale response can be served. */
  readonly staleResponse?: Timestamp | undefined;
  readonly last: SourceSnapshot | undefined;
}

/** Tables, a document, the error of an invalid file, or no change since the last response. */
export type SourcesRead =
  | {
      readonly kind: 'tables';
      readonly objects: KnownObjects;
      readonly tables: Readonly<Record<string, Table>>;
      /** The time of the oldest rows of a dataset. */
      readonly askedAt?: Timestamp;
      readonly stale?: StaleRows;
    }
  | { readonly kind: 'document'; readonly objects: KnownObjects; readonly document: unknown }
  | { readonly kind: 'invalid'; readonly objects: KnownObjects; readonly fault: unknown }
  | { readonly kind: 'unchanged'; readonly response: CachedResponse };

/** Stands in place of the name of a table. */
const DOCUMENT = 'json';

/**
 * Returns the version of an object for If-None-Match. Returns undefined if nothing is remembered that could replace its
 * content: its rows, its error, or a response or error from this object alone.
 */
const knownOf = (name: string, last: SourceSnapshot | undefined): KnownObject | undefined => {
  const known = last?.objects[name];
  const isAll = (last?.response || last?.fault) && Object.keys(last.objects).length === 1;
  return known?.table || known?.fault || isAll ? known : undefined;
};

const contentOf = ({ table, fault }: Partial<KnownObject>): ReadResult<Table> => ({
  ...(table && { content: table }),
  ...(fault && { fault }),
});

const sizeOf = ({ bytes, table }: KnownObject): SourceSize =>
  table ? { bytes, cells: table.rows.length * table.header.length } : {};

const readFromDataset = async (table: BoundTable, { readDataset, ...context }: Context): Promise<TableResult> => {
  if (!readDataset) throw new Error('the function has no datasets');
  const { table: content, ...age } = await readDataset(table, context);
  return { content, ...age };
};

const readNamed = async (
  name: string,
  { bound }: Endpoint,
  table: BoundTable | undefined,
  context: Context,
  known: KnownObject | undefined,
): Promise<NamedResult> => {
  if (!table) throw new Error(`the shape has no table ${name}`);
  try {
    if (table.source.source === 'dataset') return [name, await readFromDataset(table, context)];
    const result = await readTable(table, { ...context, known });
    const isUnchanged = known !== undefined && result.version === known;
    if (isUnchanged) context.budget.hold(sizeOf(known));
    return [name, isUnchanged ? { ...contentOf(known), version: known } : result];
  } catch (error) {
    throw Object.keys(bound.tables).length > 1 ? inTable(error, name) : error;
  }
};

/** Reads in parallel. The first error aborts the other reads. */
const readNamedTables = async (
  endpoint: Endpoint,
  { deadline, last, ...request }: ReadRequest,
): Promise<readonly NamedResult[]> => {
  const names = Object.keys(endpoint.tables);
  const failure = new AbortController();
  const signal = names.length > 1 ? AbortSignal.any([deadline.signal, failure.signal]) : deadline.signal;
  const context = { ...request, deadline: { ...deadline, signal } };
  try {
    const sources = await endpoint.sources();
    return await Promise.all(
      names.map((name) => readNamed(name, endpoint, sources[name], context, knownOf(name, last))),
    );
  } catch (error) {
    failure.abort();
    throw error;
  }
};

/** True for an error that may disappear if other tables of the endpoint become smaller. */
const dependsOnOthers = (fault: WallfeedError | undefined): boolean => fault?.code === 'SOURCE_TOO_LARGE';

/**
 * Remembers rows only if the endpoint has several tables, because it needs them again if only another table changes.
 */
const objectsOf = (results: readonly NamedResult[], { lasting, parameters }: Endpoint): KnownObjects => {
  const hasSeveralTables = results.length > 1;
  return Object.fromEntries(
    results.flatMap(([name, { content, fault, version }]) => {
      if (!version || (hasSeveralTables && dependsOnOthers(fault))) return [];
      if (parameters || !lasting.includes(name)) return [[name, version]];
      return [[name, { ...version, ...(hasSeveralTables && content && { table: content }), ...(fault && { fault }) }]];
    }),
  );
};

/**
 * Returns the last response if no object has changed.
 * @throws the last error, if there was one.
 */
const reuse = (
  last: SourceSnapshot | undefined,
  results: readonly (readonly [string, ReadResult<unknown>])[],
): SourcesRead | undefined => {
  const areUnchanged = results.every(([name, { version }]) => version && version === last?.objects[name]);
  if (!last || !areUnchanged) return undefined;
  if (last.fault) throw last.fault;
  return last.response && { kind: 'unchanged', response: last.response };
};

const oldest = (one: Timestamp | undefined, other: Timestamp): Timestamp =>
  one && one.wall <= other.wall ? one : other;

/** Returns the time of the oldest rows of datasets. */
const ageOf = (results: readonly NamedResult[]): { askedAt?: Timestamp; stale?: StaleRows } => {
  const age: { askedAt?: Timestamp; stale?: StaleRows } = {};
  for (const [, { askedAt, stale }] of results) {
    if (askedAt) age.askedAt = oldest(age.askedAt, askedAt);
    if (stale) age.stale ??= stale;
  }
  return age;
};

const loadTables = async (endpoint: Endpoint, request: ReadRequest): Promise<SourcesRead> => {
  const results = await readNamedTables(endpoint, request);
  const unchanged = reuse(request.last, results);
  if (unchanged) return unchanged;
  const objects = objectsOf(results, endpoint);
  for (const [name, { fault }] of results) {
    if (fault) return { kind: 'invalid', objects, fault: results.length > 1 ? inTable(fault, name) : fault };
  }
  const tables = Object.fromEntries(results.flatMap(([name, { content }]) => (content ? [[name, content]] : [])));
  return { kind: 'tables', objects, tables, ...ageOf(results) };
};

const loadDocument = async (source: JsonSource, request: ReadRequest): Promise<SourcesRead> => {
  const result = await readDocument(source, { ...request, known: knownOf(DOCUMENT, request.last) });
  const unchanged = reuse(request.last, [[DOCUMENT, result]]);
  if (unchanged) return unchanged;
  const { content, fault, version } = result;
  const objects: KnownObjects = version ? { [DOCUMENT]: version } : {};
  return fault ? { kind: 'invalid', objects, fault } : { kind: 'document', objects, document: content };
};

/**
 * Tables are read in parallel, with one deadline.
 * @throws WallfeedError SOURCE_*, SQL_FAILED. The error of an invalid file is returned, not thrown, so that it can be
 * cached with the file's version.
 */
export const readSources = (endpoint: Endpoint, request: ReadRequest): Promise<SourcesRead> =>
  endpoint.document ? loadDocument(endpoint.document, request) : loadTables(endpoint, request);
