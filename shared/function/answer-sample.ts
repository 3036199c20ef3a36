import type { AnswerFromMemory, ClientRequest, MemoryResponse } from '../aws/rehearsal.ts';
import { writeCsv } from '../csv/write-csv.ts';
import type { Cells } from './samples.ts';

/** Value of every parameter that a rehearsal reads from the parameter store. */
export const REHEARSED_TOKEN = 'rehearsal';

const ETAG = '"rehearsal"';

/** The data that the sources return in a rehearsal. */
export interface RehearsedData {
  /** Tables by their names in the rehearsal, which replace the keys of files and the statements. */
  readonly tables: ReadonlyMap<string, Cells>;
  /** JSON documents by their names in the rehearsal, which replace the keys of files. */
  readonly documents: ReadonlyMap<string, string>;
}

const json = (value: unknown): MemoryResponse => ({
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(value),
});

const isNumber = (cell: string): boolean => cell !== '' && Number.isFinite(Number(cell));

const fieldOf = (cell: string, isNumeric: boolean): unknown => {
  if (cell === '') return { isNull: true };
  return isNumeric ? { doubleValue: Number(cell) } : { stringValue: cell };
};

const toResult = ([header = [], ...rows]: Cells): unknown => {
  const numeric = header.map((_, column) => rows.every((row) => row[column] === '' || isNumber(row[column] ?? '')));
  return {
    columnMetadata: header.map((name, column) => ({
      name,
      label: name,
      typeName: numeric[column] ? 'float8' : 'text',
    })),
    records: rows.map((row) => row.map((cell, column) => fieldOf(cell, numeric[column] ?? false))),
  };
};

/** Writes a table as a page of an Athena result. */
const toPage = (cells: Cells): unknown => ({
  ResultSet: {
    Rows: cells.map((row) => ({ Data: row.map((cell) => (cell === '' ? {} : { VarCharValue: cell })) })),
    ResultSetMetadata: { ColumnInfo: (cells[0] ?? []).map((Name) => ({ Name, Type: 'varchar' })) },
  },
});

type Members = Readonly<Record<string, unknown>>;

const bodyOf = ({ body }: ClientRequest): Members =>
  JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)) as Members;

/** Reads the key of an item in the table of responses. */
const keyOf = (item: unknown): string => Object(item).key?.S ?? '';

/**
 * Creates S3, the Data API, Athena, DynamoDB and the parameter store in memory, for a rehearsal. Items that the
 * rehearsal writes can be read again.
 */
export const createRehearsedServices = ({ tables, documents }: RehearsedData): AnswerFromMemory => {
  const items = new Map<string, unknown>();
  const readObject = ({ path, headers }: ClientRequest): MemoryResponse => {
    if (headers['if-none-match']) return { status: 304, headers: { etag: ETAG }, body: '' };
    const name = path.split('/').slice(-2).map(decodeURIComponent).join('/');
    const body = documents.get(name) ?? `${writeCsv(tables.get(name) ?? [])}\n`;
    return { status: 200, headers: { etag: ETAG }, body };
  };
  const operations: Readonly<Record<string, (body: Members) => unknown>> = {
    GetParameter: ({ Name }) => ({ Parameter: { Name, Type: 'SecureString', Value: REHEARSED_TOKEN, Version: 1 } }),
    GetItem: ({ Key }) => ({ Item: items.get(keyOf(Key)) }),
    PutItem: ({ Item }) => {
      items.set(keyOf(Item), Item);
      return {};
    },
    StartQueryExecution: ({ QueryString }) => ({ QueryExecutionId: QueryString }),
    GetQueryExecution: () => ({ QueryExecution: { Status: { State: 'SUCCEEDED' } } }),
    GetQueryResults: ({ QueryExecutionId }) => toPage(tables.get(String(QueryExecutionId)) ?? []),
    DeleteItem: ({ Key }) => {
      items.delete(keyOf(Key));
      return {};
    },
  };
  const operate = (request: ClientRequest, name: string): MemoryResponse => {
    const operation = operations[name];
    return operation ? json(operation(bodyOf(request))) : { status: 400, body: '{}' };
  };
  return (request) => {
    if (request.method === 'GET') return readObject(request);
    const [, name] = (request.headers['x-amz-target'] ?? '').split('.');
    return name ? operate(request, name) : json(toResult(tables.get(String(bodyOf(request).sql)) ?? []));
  };
};
