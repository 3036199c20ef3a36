import {
  type ArrayValue,
  type ColumnMetadata,
  ExecuteStatementCommand,
  type Field,
  RDSDataClient,
  type SqlParameter,
} from '@aws-sdk/client-rds-data';
import type { SqlParameter as ParameterName, SqlSource } from '../config/dashboard-config.ts';
import { MAX_ROWS, tooManyRows } from '../tabular/row-limit.ts';
import type { Cell, ColumnOrigin, Table } from '../tabular/table.ts';
import { callSource, isOverloaded } from './call-source.ts';
import { collectBody } from './collect-body.ts';
import { CONNECTION } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { isResult } from './is-result.ts';
import type { RequestWindow } from './request-window.ts';
import { type ServiceFailure, type SourceErrorCode, serviceFailure, sourceError } from './source-error.ts';

export interface Database {
  readonly cluster: string;
  readonly secret: string;
  readonly name: string;
}

/** The service sends 1 MiB of data at most; its JSON names the kind of each value besides, and the columns. */
const MAX_RESULT_BYTES = 2 * 1024 * 1024;

const client = new RDSDataClient({
  maxAttempts: 1,
  requestHandler: CONNECTION,
  streamCollector: collectBody(MAX_RESULT_BYTES),
});

const MINUTE = 60_000;

const timestamp = (name: string, instant: number): SqlParameter => ({
  name,
  typeHint: 'TIMESTAMP',
  value: { stringValue: new Date(instant).toISOString().replace('T', ' ').replace('Z', '') },
});

/** What a statement may use, from the request: `:from` and `:to` are timestamps in UTC. */
const parameters: Readonly<Record<ParameterName, (window: RequestWindow) => SqlParameter>> = {
  from: ({ currentTime, timePeriod }) => timestamp('from', Math.round(currentTime - timePeriod * MINUTE)),
  to: ({ currentTime }) => timestamp('to', currentTime),
  currentTime: ({ currentTime }) => ({ name: 'currentTime', value: { longValue: currentTime } }),
  timePeriod: ({ timePeriod }) => ({ name: 'timePeriod', value: { doubleValue: timePeriod } }),
};

const NUMBERS = /^(?:int[248]|float[48]|numeric|decimal|(?:small|big)?serial)$/;

const originOf = ({ typeName = '' }: ColumnMetadata): ColumnOrigin => {
  if (NUMBERS.test(typeName)) return 'number';
  return typeName.startsWith('timestamp') ? 'timestamp' : 'text';
};

const listText = (values: ArrayValue): string => Object.values<unknown>(Object(values)).flat().join('|');

const cellOf = (field: Field): Cell => {
  if (field.stringValue !== undefined) return field.stringValue;
  if (field.longValue !== undefined) return field.longValue;
  if (field.doubleValue !== undefined) return field.doubleValue;
  if (field.booleanValue !== undefined) return String(field.booleanValue);
  if (field.arrayValue !== undefined) return listText(field.arrayValue);
  return field.blobValue === undefined ? null : Buffer.from(field.blobValue).toString('base64');
};

const INTEGERS = /^(?:int[248]|(?:small|big)?serial)$/;

/** Integers come as text, because a large one would lose digits on its way; those that a Number holds become one. */
const integerOf = (cell: Cell): Cell => (cell !== null && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell);

const SQL_STATE = /SQLState: (\w{5})/;

/** The service's own error names, and where one name means several things, what tells them apart. */
const codeOf = (error: unknown): SourceErrorCode => {
  const { name, message, status } = serviceFailure(error);
  if (name === 'DatabaseResumingException') return 'SOURCE_RESUMING';
  if (name === 'StatementTimeoutException') return 'SOURCE_TIMEOUT';
  if (/NotFound/.test(name)) return 'SOURCE_NOT_FOUND';
  if (/AccessDenied|Forbidden|Secret|Credentials|UnrecognizedClient/.test(name)) return 'SOURCE_DENIED';
  if (name === 'TooLarge' || /response size limit|row size|size limit/i.test(message)) return 'SOURCE_TOO_LARGE';
  if (name === 'SyntaxError') return 'SOURCE_INVALID';
  if (isOverloaded(error)) return 'SOURCE_THROTTLED';
  if (status !== undefined && status < 300) return 'SOURCE_INVALID';
  return status === undefined ? 'SOURCE_TIMEOUT' : 'SQL_FAILED';
};

/** What a refused statement may tell: the state of PostgreSQL, never its sentence. */
const refusal = ({ message }: ServiceFailure): string | undefined => {
  const state = SQL_STATE.exec(message)?.[1];
  return state && `SQLState ${state}`;
};

/** What of a result the service cannot send; the rest of its sentence stays in the log. */
const UNSUPPORTED = /unsupported data type (?:OID )?\w{1,40}|multidimensional array/i;

const unsupported = ({ message }: ServiceFailure): string => {
  const [found] = UNSUPPORTED.exec(message) ?? [];
  return `the Data API cannot return its result${found ? ` (${found})` : ''}`;
};

const failure = (error: unknown, signal: AbortSignal) => {
  const code = signal.aborted ? 'SOURCE_TIMEOUT' : codeOf(error);
  const service = serviceFailure(error);
  if (service.name === 'UnsupportedResultException' && code === 'SQL_FAILED') {
    return sourceError(code, error, unsupported(service), 'cast the column in the query: column::text');
  }
  if (code === 'SQL_FAILED') return sourceError(code, error, refusal(service));
  if (code === 'SOURCE_INVALID') return sourceError(code, error, undefined, 'ask again');
  if (code === 'SOURCE_TOO_LARGE')
    return sourceError(code, error, 'the Data API answers at most 1 MiB, and 64 KB a row');
  return sourceError(code, error);
};

const execute = async (
  source: SqlSource,
  { cluster, secret, name }: Database,
  window: RequestWindow,
  deadline: Deadline,
) => {
  const command = new ExecuteStatementCommand({
    resourceArn: cluster,
    secretArn: secret,
    database: name,
    sql: source.statement,
    parameters: source.parameters.map((parameter) => parameters[parameter](window)),
    includeResultMetadata: true,
    resultSetOptions: { longReturnType: 'STRING' },
  });
  try {
    return await callSource((signal) => client.send(command, { abortSignal: signal }), deadline);
  } catch (error) {
    throw failure(error, deadline.signal);
  }
};

const NOT_A_RESULT = 'what the Data API answered is no result';

/**
 * The result of a statement through the RDS Data API, by position.
 * @throws WallfeedError SQL_FAILED (with the SQLState), SOURCE_RESUMING, SOURCE_TIMEOUT, SOURCE_THROTTLED, SOURCE_DENIED, SOURCE_NOT_FOUND, SOURCE_TOO_LARGE, SOURCE_INVALID (cut short, or of another form).
 */
export const executeStatement = async (
  source: SqlSource,
  database: Database,
  window: RequestWindow,
  deadline: Deadline,
): Promise<Table> => {
  const { records = [], columnMetadata = [] } = await execute(source, database, window, deadline);
  if (!isResult(columnMetadata, records)) throw sourceError('SOURCE_INVALID', undefined, NOT_A_RESULT, 'ask again');
  if (records.length > MAX_ROWS) throw tooManyRows();
  const isInteger = columnMetadata.map(({ typeName = '' }) => INTEGERS.test(typeName));
  return {
    header: columnMetadata.map(({ label, name }) => label ?? name ?? ''),
    origins: columnMetadata.map(originOf),
    rows: records.map((fields) =>
      fields.map((field, column) => (isInteger[column] ? integerOf(cellOf(field)) : cellOf(field))),
    ),
    locate: (row) => ({ row: row + 1 }),
  };
};
