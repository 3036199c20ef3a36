import type { Deadline } from '../aws/deadline.ts';
import type { CsvList, CsvSource, JsonRowsSource, JsonSource, ObjectLocation, SqlSource } from '../config/sources.ts';
import { tableOf } from '../csv/parse-csv.ts';
import { toCacheableError } from '../errors/to-cacheable-error.ts';
import { inFile, WallfeedError } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import { appendTables, type FileTable } from '../tabular/append-tables.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import type { Table } from '../tabular/table.ts';
import type { BoundTable, FileReader } from './bind-table.ts';
import { readCsvObject } from './csv-object.ts';
import { parseJson } from './json.ts';
import { readJsonRows } from './json-rows.ts';
import type { KeptObjects } from './kept-objects.ts';
import { type ObjectVersion, type Outcome, outcomeOf } from './object-body.ts';
import type { Admit } from './object-receiver.ts';
import type { Database, RequestWindow } from './rds-data.ts';
import { takeColumns } from './take-columns.ts';

/** The stack's own bucket and database stand in for what an endpoint does not name. */
const ownBucket = (): string => process.env.WALLFEED_BUCKET ?? '';
const ownDatabase = (): Database => ({
  cluster: process.env.WALLFEED_CLUSTER_ARN ?? '',
  secret: process.env.WALLFEED_SECRET_ARN ?? '',
  name: process.env.WALLFEED_DATABASE ?? '',
});

/** The result of reading a source. */
export interface ReadResult<Content> {
  /** Left out if the object did not change since the known version. */
  readonly content?: Content;
  /** Why an object that was read has no content. */
  readonly fault?: WallfeedError;
  /** The version of an object in S3, if S3 named one. */
  readonly version?: ObjectVersion;
}

/** The parts of the request and the endpoint that reading needs. */
export interface ReadContext {
  readonly window: RequestWindow;
  /** Ends the call to the source. */
  readonly deadline: Deadline;
  /** The memory that the request may hold, and the time that it may work. */
  readonly budget: Budget;
  /** The version of the object that was read before, if it is still there. */
  readonly known?: ObjectVersion | undefined;
  /** Files whose bytes are kept from one request to the next. */
  readonly objects?: KeptObjects | undefined;
}

/** Too little time is no fault of the content: with more of it, the next request may succeed. */
const isFaultOfContent = (error: unknown): error is WallfeedError =>
  error instanceof WallfeedError && error.code !== 'SOURCE_TIMEOUT';

const resultOf = <Content>(outcome: Outcome<Content>): ReadResult<Content> => {
  if ('content' in outcome) return { content: outcome.content };
  if (isFaultOfContent(outcome.error)) return { fault: toCacheableError(outcome.error) };
  throw outcome.error;
};

/** Holds the bytes of one object, however often it is asked for. */
const holdBytes = (budget: Budget): Admit => {
  let held = 0;
  return (bytes) => {
    budget.hold({ bytes: bytes - held });
    held = bytes;
  };
};

/** Reads a file while it arrives. Other endpoints and other time windows often select from the same file: its bytes are kept. */
const readCsv = async (
  source: CsvSource,
  readFile: FileReader,
  { window, deadline, known, budget, objects }: ReadContext,
  rowsBefore?: number,
): Promise<ReadResult<Table>> => {
  const { bucket = ownBucket(), key } = source;
  const reader = readFile(window, rowsBefore);
  const isKept = source.selection !== undefined;
  const reading = { format: source, reader, budget, deadline, known, objects, isKept };
  const read = await readCsvObject({ bucket, key }, reading);
  deadline.signal.throwIfAborted();
  const { outcome, version } = read;
  const versioned = version ? { version } : {};
  if (!outcome) return versioned;
  const { content, ...result } = resultOf(outcome);
  return { ...result, ...(content && { content: tableOf(content) }), ...versioned };
};

/** Reads the files of a list one after the other. Names the file of an error. */
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
  return { content: appendTables(tables as [FileTable, ...FileTable[]]) };
};

/** Reads a JSON document as a whole, and takes what is needed of it. */
const readJson = async <Content>(
  { bucket = ownBucket(), key }: ObjectLocation,
  { deadline, known, budget }: ReadContext,
  take: (document: unknown) => Content,
): Promise<ReadResult<Content>> => {
  const { getObject } = await import('./s3.ts');
  const read = await getObject({ bucket, key }, deadline, known?.etag, holdBytes(budget));
  if (!read) return known ? { version: known } : {};
  const { bytes, etag } = read;
  deadline.signal.throwIfAborted();
  const outcome = outcomeOf(() => budget.work(() => take(parseJson(bytes, budget))));
  return { ...resultOf(outcome), ...(etag && { version: { etag, bytes: bytes.length } }) };
};

/** Reads the rows of a list inside a JSON document. */
const readRowsOfDocument = (
  source: JsonRowsSource,
  readFile: FileReader,
  context: ReadContext,
): Promise<ReadResult<Table>> =>
  readJson(source, context, (document) =>
    readJsonRows(document, source.rows, readFile(context.window), context.budget),
  );

/**
 * Runs a statement in the database that its source names, or in the stack's own.
 * @throws WallfeedError SOURCE_*, SQL_FAILED.
 */
export const querySql = async (
  source: SqlSource,
  { window, deadline }: Pick<ReadContext, 'window' | 'deadline'>,
): Promise<Table> => {
  const { executeStatement } = await import('./rds-data.ts');
  return executeStatement(source, source.database ?? ownDatabase(), window, deadline);
};

/** A result is in memory as text, as the AWS client reads it, and as cells. */
const COPIES_OF_RESULT = 3;

const readResult = async (
  source: SqlSource,
  definition: TableDefinition,
  context: ReadContext,
): Promise<ReadResult<Table>> => {
  const result = await querySql(source, context);
  context.budget.hold({ cells: result.rows.length * result.header.length * COPIES_OF_RESULT });
  return { content: source.columns ? takeColumns(result, source.columns, definition) : result };
};

/**
 * Reads a source to a table. What is wrong with an object's content is told with its version, not thrown.
 * @throws WallfeedError SOURCE_*, SQL_FAILED.
 */
export const readTable = async (
  { source, definition, readers }: BoundTable,
  context: ReadContext,
): Promise<ReadResult<Table>> => {
  if (source.source === 'csv') return readCsv(source, readers[0] as FileReader, context);
  if (source.source === 'jsonRows') return readRowsOfDocument(source, readers[0] as FileReader, context);
  if (source.source === 'list') return readList(source, readers, context);
  if (source.source === 'sql') return readResult(source, definition, context);
  throw new Error(`the dataset ${source.dataset} cannot be read`);
};

/**
 * Reads a JSON document that already is a body; a fault of its content is told with its version.
 * @throws WallfeedError SOURCE_*.
 */
export const readDocument = (source: JsonSource, context: ReadContext): Promise<ReadResult<unknown>> =>
  readJson(source, context, (document) => document);
