import type {
  CsvList,
  CsvSource,
  Joining,
  JsonRowsSource,
  JsonSource,
  ObjectLocation,
  SqlSource,
  TableSource,
} from '../config/sources.ts';
import { tableOf } from '../csv/parse-csv.ts';
import { inFile, toCacheableError, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import type { SelectionRequest } from '../selection/bind-file.ts';
import type { FileTable } from '../tabular/append-tables.ts';
import type { Table } from '../tabular/table.ts';
import type { BoundTable, FileReader } from './bound-table.ts';
import type { Database } from './rds-data.ts';
import type { ReadContext } from './read-context.ts';
import { readCsvObject } from './s3/read-csv-object.ts';
import type { Admit } from './s3/read-whole-object.ts';
import { type ObjectVersion, type Outcome, outcomeOf } from './s3/receive-body.ts';

/** Returns the stack's own bucket, for sources that name none. */
export const ownBucket = (): string => process.env.WALLFEED_BUCKET ?? '';

/** Returns the stack's own database, for sources that name none. */
const ownDatabase = (): Database => ({
  cluster: process.env.WALLFEED_CLUSTER_ARN ?? '',
  secret: process.env.WALLFEED_SECRET_ARN ?? '',
  name: process.env.WALLFEED_DATABASE ?? '',
});

export interface ReadResult<Content> {
  /** Absent if the object is still the known version, or if it is invalid. */
  readonly content?: Content;
  /** Set if the object is invalid. */
  readonly fault?: WallfeedError;
  /** Version in S3: `known` itself if the object is unchanged. Absent for SQL, and if S3 sent no ETag. */
  readonly version?: ObjectVersion;
}

/** True if every request would fail in the same way until the object changes. A timeout is no such error. */
const isFaultOfContent = (error: unknown): error is WallfeedError =>
  error instanceof WallfeedError && error.code !== 'SOURCE_TIMEOUT';

const resultOf = <Content>(outcome: Outcome<Content>): ReadResult<Content> => {
  if ('content' in outcome) return { content: outcome.content };
  if (isFaultOfContent(outcome.error)) return { fault: toCacheableError(outcome.error) };
  throw outcome.error;
};

/** Counts the bytes of one object once, even if several attempts read it. */
const holdBytes = (budget: Budget): Admit => {
  let held = 0;
  return (bytes) => {
    budget.hold({ bytes: bytes - held });
    held = bytes;
  };
};

/**
 * Returns a request's window with the rows of joined files. An unchanged file gives other rows if a joined file has
 * changed, so the version of a joined source is never remembered.
 */
export const withJoins = async (join: Joining['join'], context: ReadContext): Promise<SelectionRequest> => {
  if (!join) return context.window;
  const { readJoins } = await import('./read-joins.ts');
  return { ...context.window, joined: await readJoins(join, ownBucket(), context) };
};

/**
 * Keeps the bytes of a file with a selection, because requests of other endpoints and time windows scan the same bytes.
 */
const readCsv = async (
  source: CsvSource,
  readFile: FileReader,
  context: ReadContext,
  rowsBefore?: number,
): Promise<ReadResult<Table>> => {
  const { deadline, budget, objects } = context;
  const { bucket = ownBucket(), key, join } = source;
  const known = join ? undefined : context.known;
  const reader = readFile(await withJoins(join, context), rowsBefore);
  const isKept = source.selection !== undefined;
  const options = { format: source, reader, budget, deadline, known, objects, isKept };
  const read = await readCsvObject({ bucket, key }, options);
  deadline.signal.throwIfAborted();
  const { outcome, version } = read;
  const versioned = version && !join ? { version } : {};
  if (!outcome) return versioned;
  const { content, ...result } = resultOf(outcome);
  return { ...result, ...(content && { content: tableOf(content) }), ...versioned };
};

/** Reads the files of a list one after the other. Errors name the file. */
const readList = async (
  { of }: CsvList,
  readers: readonly FileReader[],
  context: ReadContext,
): Promise<ReadResult<Table>> => {
  const tables: FileTable[] = [];
  let rows = 0;
  for (const [index, part] of of.entries()) {
    const file = part.file ?? part.key;
    try {
      const reader = readers[index] as FileReader;
      const { content, fault } = await readCsv(part, reader, { ...context, known: undefined }, rows);
      if (fault) throw fault;
      if (!content) continue;
      tables.push({ file, table: content });
      rows += content.rows.length;
    } catch (error) {
      throw inFile(error, file);
    }
  }
  const { appendTables } = await import('../tabular/append-tables.ts');
  return { content: appendTables(tables as [FileTable, ...FileTable[]]) };
};

/** Says what kind of file it is, if it is no JSON. */
const explainJson = async <Content>(outcome: Outcome<Content>, bytes: Uint8Array): Promise<Outcome<Content>> => {
  if (!('error' in outcome)) return outcome;
  const [{ explainKind }, { explainSyntax }] = await Promise.all([
    import('../csv/file-kinds.ts'),
    import('./json-syntax.ts'),
  ]);
  return { error: explainSyntax(explainKind(outcome.error, bytes, 'json')) };
};

/** Reads a JSON file. `take` returns what is needed of its bytes. */
const readJson = async <Content>(
  { bucket = ownBucket(), key }: ObjectLocation,
  { deadline, known, budget }: ReadContext,
  take: (bytes: Uint8Array) => Content,
): Promise<ReadResult<Content>> => {
  const { readWholeObject } = await import('./s3/read-whole-object.ts');
  const read = await readWholeObject({ bucket, key }, deadline, known, holdBytes(budget));
  if (!read) return known ? { version: known } : {};
  const { bytes, version } = read;
  deadline.signal.throwIfAborted();
  const outcome = await explainJson(
    outcomeOf(() => budget.work(() => take(bytes))),
    bytes,
  );
  return { ...resultOf(outcome), ...(version && { version: { ...version, bytes: bytes.length } }) };
};

const readRowsOfDocument = async (
  source: JsonRowsSource,
  readFile: FileReader,
  context: ReadContext,
): Promise<ReadResult<Table>> => {
  const { join } = source;
  const { openRows, readJsonRows } = await import('./json-rows.ts');
  const reader = readFile(await withJoins(join, context));
  const known = join ? undefined : context.known;
  const { version, ...read } = await readJson(source, { ...context, known }, (bytes) =>
    readJsonRows(openRows(bytes, source, context.budget), source, reader, context.budget),
  );
  return { ...read, ...(version && !join && { version }) };
};

/**
 * Defaults to the stack's own database.
 * @throws WallfeedError SOURCE_*, SQL_FAILED.
 */
export const querySql = async (
  source: SqlSource,
  { window, deadline }: Pick<ReadContext, 'window' | 'deadline'>,
): Promise<Table> => {
  const { executeStatement } = await import('./rds-data.ts');
  return executeStatement(source, source.database ?? ownDatabase(), window, deadline);
};

/** Copies in memory: the text, the objects of its JSON, and the cells. */
const COPIES_OF_RESULT = 3;

const readResult = async (
  source: SqlSource,
  { definition, readers: [reader] }: BoundTable,
  context: ReadContext,
): Promise<ReadResult<Table>> => {
  const { budget } = context;
  const [result, request] = await Promise.all([querySql(source, context), withJoins(source.join, context)]);
  budget.hold({ cells: result.rows.length * result.header.length * COPIES_OF_RESULT });
  if (reader) {
    const { selectResult } = await import('./select-rows.ts');
    return { content: selectResult(result, reader(request), budget) };
  }
  if (!source.columns) return { content: result };
  const { takeColumns } = await import('./take-columns.ts');
  return { content: takeColumns(result, source.columns, definition) };
};

type Read<Source extends TableSource> = (
  source: Source,
  table: BoundTable,
  context: ReadContext,
) => Promise<ReadResult<Table>>;

const READS: { readonly [Kind in TableSource['source']]: Read<Extract<TableSource, { readonly source: Kind }>> } = {
  csv: (source, { readers: [reader] }, context) => readCsv(source, reader as FileReader, context),
  jsonRows: (source, { readers: [reader] }, context) => readRowsOfDocument(source, reader as FileReader, context),
  list: (source, { readers }, context) => readList(source, readers, context),
  sql: readResult,
  dataset: async ({ dataset }) => {
    throw new Error(`readTable cannot read the dataset ${dataset}`);
  },
};

/**
 * Reads a source to a table. The error of an invalid object is returned as `fault` with its version, so that it can be
 * cached.
 * @throws WallfeedError SOURCE_*, SQL_FAILED.
 */
export const readTable = (table: BoundTable, context: ReadContext): Promise<ReadResult<Table>> =>
  (READS[table.source.source] as Read<TableSource>)(table.source, table, context);

/**
 * Reads a JSON document that already is a body. The error of an invalid document is returned as `fault` with its
 * version.
 * @throws WallfeedError SOURCE_*.
 */
export const readDocument = async (source: JsonSource, context: ReadContext): Promise<ReadResult<unknown>> => {
  const { parseJson } = await import('./json.ts');
  return readJson(source, context, (bytes) => parseJson(bytes, context.budget));
};
