import type { ArrayValue, ColumnMetadata, ExecuteStatementRequest, ResultSetOptions } from '@aws-sdk/client-rds-data';
import type { EmulatorReply } from '../server/json-emulator.ts';
import type { Outcome } from './open-database.ts';
import { type PreparedStatement, prepare, type WireParameter } from './prepare.ts';
import type { NamedType, Result } from './start-worker.ts';
import {
  ARRAYS,
  columnMetadata,
  enumType,
  errorReply,
  type Kind,
  type ResultType,
  SCALARS,
  sqlErrorLine,
  sqlErrorReply,
  unavailable,
} from './types.ts';

type WireField = Readonly<Record<string, unknown>>;

const FRACTION = /\.(\d+)/;

/**
 * Shortens the fraction of a second in a time: removes it if it is zero, and keeps milliseconds if they are exact, or
 * else microseconds.
 */
const fraction = (text: string): string =>
  text.replace(FRACTION, (_, digits: string) => {
    const micros = digits.padEnd(6, '0');
    return `.${micros.endsWith('000') ? micros.slice(0, 3) : micros}`;
  });

/** Removes the UTC offset from a time, because the session's time zone is UTC. */
const instant = (text: string): string => fraction(text).replace(/\+00(?= BC$|$)/, '');

/** Keeps NaN and infinities as strings, as the API does. */
const double = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);

interface FieldReader {
  readonly member: 'longValue' | 'doubleValue' | 'booleanValue' | 'stringValue' | 'blobValue';
  readonly read: (text: string) => unknown;
}

const asText: FieldReader = { member: 'stringValue', read: (text) => text };
const asLong: FieldReader = { member: 'longValue', read: Number };
const asDouble: FieldReader = { member: 'doubleValue', read: double };

const FIELD_READERS: Readonly<Record<Kind, FieldReader>> = {
  long: asLong,
  decimal: asText,
  double: asDouble,
  boolean: { member: 'booleanValue', read: (text) => text === 't' },
  blob: { member: 'blobValue', read: (text) => Buffer.from(text.slice(2), 'hex').toString('base64') },
  text: asText,
  time: { member: 'stringValue', read: fraction },
  instant: { member: 'stringValue', read: instant },
};

const readerFor = (kind: Kind, text: string, options: ResultSetOptions): FieldReader => {
  if (kind === 'long' && options.longReturnType === 'STRING') return asText;
  if (kind === 'decimal' && options.decimalReturnType === 'DOUBLE_OR_LONG') {
    return /^-?\d+$/.test(text) ? asLong : asDouble;
  }
  return FIELD_READERS[kind];
};

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^{},"]+)/g;

const elements = (text: string): (string | null)[] =>
  [...text.slice(text.indexOf('{')).matchAll(ELEMENT)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
    return bare === undefined || bare === 'NULL' ? null : bare;
  });

/** Converts an array to a field with the name of its type, such as `longValues` or `stringValues`. */
const arrayValue = (text: string, element: ResultType): ArrayValue => {
  const { member, read } = FIELD_READERS[element.kind];
  const values = elements(text).map((value) => (value === null ? null : read(value)));
  return { [`${member}s`]: values } as unknown as ArrayValue;
};

/** True if PostgreSQL's text of a value is an array of arrays, which the service cannot return. */
const isMultidimensional = (oid: number, text: string | null): boolean =>
  ARRAYS.has(oid) && /^(?:\[.*?\]=)?\{\{/.test(text ?? '');

/** True for `infinity` as a date or timestamp, which the service cannot return. */
const isInfinite = ({ kind }: ResultType, text: string | null): boolean =>
  kind === 'instant' && /infinity/.test(text ?? '');

const toField = (text: string | null, oid: number, type: ResultType, options: ResultSetOptions = {}): WireField => {
  if (text === null) return { isNull: true };
  if (ARRAYS.has(oid)) return { arrayValue: arrayValue(text, type) };
  const { member, read } = readerFor(type.kind, text, options);
  return { [member]: read(text) };
};

const unsupported = (message: string) => errorReply('UnsupportedResultException', message);

/** Formats a type name like the service: built-in types in capitals, except references to objects (`regclass`). */
const typeName = (oid: number, named: readonly NamedType[]): string => {
  const { name = String(oid) } = named.find((type) => type.oid === oid) ?? {};
  return oid < 10_000 && !name.startsWith('reg') ? name.toUpperCase() : name;
};

const typeOf = (oid: number, named: readonly NamedType[]): ResultType | undefined => {
  const known = SCALARS[oid] ?? ARRAYS.get(oid);
  if (known) return known;
  const found = named.find((type) => type.oid === oid);
  return found?.isEnum ? enumType(found.name) : undefined;
};

export interface ReadResult {
  readonly records: readonly (readonly WireField[])[];
  readonly metadata: readonly ColumnMetadata[];
}

export const readResult = (
  result: Result,
  options?: ResultSetOptions,
): ReadResult | { readonly refusal: EmulatorReply } => {
  const { columns, namedTypes, rows } = result;
  const types: ResultType[] = [];
  for (const { oid } of columns) {
    const type = typeOf(oid, namedTypes);
    if (!type) {
      return { refusal: unsupported(`The result contains the unsupported data type ${typeName(oid, namedTypes)}.`) };
    }
    types.push(type);
  }
  if (result.tooLarge) return { refusal: unsupported(result.tooLarge) };
  const cells = columns.flatMap(({ oid }, at) => rows.map((row) => ({ oid, type: types[at], text: row[at] ?? null })));
  if (cells.some(({ oid, text }) => isMultidimensional(oid, text))) {
    return { refusal: unsupported('The result contains a multidimensional array.') };
  }
  const infinite = columns.find((_, at) => rows.some((row) => types[at] && isInfinite(types[at], row[at] ?? null)));
  if (infinite) return { refusal: unsupported(`The result contains an infinite time in column ${infinite.name}.`) };
  const field = (text: string | null, at: number): WireField =>
    toField(text, columns[at]?.oid ?? 0, types[at] as ResultType, options);
  return {
    records: rows.map((row) => row.map(field)),
    metadata: columns.map((column, at) => columnMetadata(column, types[at] as ResultType)),
  };
};

export type WireRequest = Partial<Omit<ExecuteStatementRequest, 'parameters'>> & {
  readonly parameters?: readonly WireParameter[];
};

const MAX_STATEMENT_CHARS = 65_536;

const invalid = (member: string, rule: string) =>
  errorReply(
    'ValidationException',
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must ${rule}`,
  );

const refusalOf = ({ resourceArn, secretArn, sql, schema, transactionId }: WireRequest): EmulatorReply | undefined => {
  if (!resourceArn) return invalid('resourceArn', 'not be null');
  if (!secretArn) return invalid('secretArn', 'not be null');
  if (sql === undefined) return invalid('sql', 'not be null');
  if (sql.length > MAX_STATEMENT_CHARS)
    return invalid('sql', `have length less than or equal to ${MAX_STATEMENT_CHARS}`);
  if (schema !== undefined) return errorReply('ValidationException', "The schema parameter isn't supported");
  if (transactionId === undefined) return undefined;
  return errorReply('TransactionNotFoundException', `Transaction ${transactionId} is not found`);
};

/** Writes the rows as a JSON list of objects. If columns share a name, the last column counts. */
const formatted = ({ records, metadata }: ReadResult): string => {
  const plain = (field: WireField) => (field.isNull ? null : Object.values(field)[0]);
  return JSON.stringify(
    records.map((row) => Object.fromEntries(row.map((field, at) => [metadata[at]?.label, plain(field)]))),
  );
};

export const resultReply = (
  read: ReadResult,
  changed: number,
  { includeResultMetadata, formatRecordsAs }: WireRequest,
): EmulatorReply => {
  return {
    status: 200,
    body: {
      ...(includeResultMetadata && { columnMetadata: read.metadata }),
      ...(formatRecordsAs === 'JSON' && { formattedRecords: formatted(read) }),
      generatedFields: [],
      numberOfRecordsUpdated: changed,
      ...(formatRecordsAs !== 'JSON' && read.metadata.length > 0 && { records: read.records }),
    },
  };
};

export const readRequest = (body: string): WireRequest | { readonly refusal: EmulatorReply } => {
  const request = parseRequest(body);
  if (!request) return { refusal: errorReply('SerializationException', 'The body is not JSON') };
  const refusal = refusalOf(request);
  return refusal ? { refusal } : request;
};

const parseRequest = (body: string): WireRequest | undefined => {
  try {
    return Object(JSON.parse(body)) as WireRequest;
  } catch {
    return undefined;
  }
};

export interface ExecuteOptions {
  /** Milliseconds. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** `unreachable` is the reason. */
export interface QueriedDatabase {
  run(
    statement: PreparedStatement,
    limit: number,
    signal: AbortSignal,
  ): Promise<Outcome | { readonly unreachable: string }>;
}

export const execute = async (
  body: string,
  database: QueriedDatabase,
  { limit, signal, log }: ExecuteOptions,
): Promise<EmulatorReply> => {
  const request = readRequest(body);
  if ('refusal' in request) return request.refusal;
  const statement = prepare(request.sql ?? '', request.parameters ?? []);
  if ('refusal' in statement) return statement.refusal;
  const outcome = await database.run(statement, limit, signal);
  if (typeof outcome === 'string') return errorReply('StatementTimeoutException');
  if ('unreachable' in outcome) return unavailable(outcome.unreachable);
  if (!('failure' in outcome)) {
    const read = readResult(outcome, request.resultSetOptions);
    return 'refusal' in read ? read.refusal : resultReply(read, outcome.changed, request);
  }
  log(sqlErrorLine(outcome.failure));
  return sqlErrorReply(outcome.failure);
};
