import type { ColumnMetadata } from '@aws-sdk/client-rds-data';
import type { EmulatorReply } from '../server/json-emulator.ts';

/** HTTP status by error name, as in the SDK's model. Errors that are not in the model have status 400. */
const STATUS: Readonly<Record<string, number>> = {
  AccessDeniedException: 403,
  DatabaseNotFoundException: 404,
  DatabaseUnavailableException: 504,
  ForbiddenException: 403,
  InternalFailure: 500,
  InternalServerErrorException: 500,
  InvalidSignatureException: 403,
  MissingAuthenticationTokenException: 403,
  NotFoundException: 404,
  ServiceUnavailableError: 503,
  TransactionNotFoundException: 404,
  UnknownOperationException: 404,
};

const MESSAGES: Readonly<Record<string, string>> = {
  DatabaseResumingException:
    'The Aurora DB instance is resuming after being auto-paused. Please wait a few seconds and try again.',
  StatementTimeoutException: 'Request timed out',
};

export const errorReply = (error: string, message = MESSAGES[error]): EmulatorReply => ({
  status: STATUS[error] ?? 400,
  error,
  body: message === undefined ? {} : { message },
});

export const unavailable = (reason: string): EmulatorReply =>
  errorReply('DatabaseUnavailableException', `Local database: ${reason}`);

export interface SqlFailure {
  readonly severity: string;
  readonly message: string;
  readonly code: string;
  readonly hint?: string;
  readonly position?: string;
}

/** Formats an error as `ERROR: ...; Hint: ...; Position: 15; SQLState: 42P01`. */
const sentence = ({ severity, message, hint, position, code }: SqlFailure): string =>
  [`${severity}: ${message}`, hint && `Hint: ${hint}`, position && `Position: ${position}`, `SQLState: ${code}`]
    .filter(Boolean)
    .join('; ');

export const sqlErrorLine = ({ severity, message, hint }: SqlFailure): string =>
  `${severity}: ${message}${hint ? ` (${hint})` : ''}`.replace(/\s*[\r\n]\s*/g, ' ');

const MULTIPLE_STATEMENTS = 'cannot insert multiple commands into a prepared statement';

export const sqlErrorReply = (failure: SqlFailure): EmulatorReply =>
  failure.message === MULTIPLE_STATEMENTS
    ? errorReply('ValidationException', "Multistatements aren't supported.")
    : errorReply('DatabaseErrorException', sentence(failure));

export const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  text: 25,
  json: 114,
  float8: 701,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  numeric: 1700,
  uuid: 2950,
} as const;

/** The kind of a type, which decides how a value is converted, and which member of a Field contains it. */
export type Kind = 'long' | 'decimal' | 'double' | 'boolean' | 'blob' | 'text' | 'time' | 'instant';

/** A type that the Data API returns. `jdbc` is the type's number in java.sql.Types. */
export interface ResultType {
  readonly name: string;
  readonly kind: Kind;
  readonly jdbc: number;
  readonly precision?: number;
  readonly scale?: number;
  /** The number of the type's array type, if the service returns such arrays. */
  readonly array?: number;
}

const UNBOUNDED = 2_147_483_647;
const VARCHAR = 12;
const OTHER = 1111;

const text = (name: string, jdbc: number, array?: number): ResultType => ({
  name,
  kind: 'text',
  jdbc,
  precision: UNBOUNDED,
  ...(array && { array }),
});

/** The supported types, keyed by PostgreSQL's type number. Other types are refused, as by the service. */
export const SCALARS: Readonly<Record<number, ResultType>> = {
  16: { name: 'bool', kind: 'boolean', jdbc: -7, precision: 1, array: 1000 },
  17: { name: 'bytea', kind: 'blob', jdbc: -2, precision: UNBOUNDED },
  19: text('name', VARCHAR, 1003),
  20: { name: 'int8', kind: 'long', jdbc: -5, precision: 19, array: 1016 },
  21: { name: 'int2', kind: 'long', jdbc: 5, precision: 5, array: 1005 },
  23: { name: 'int4', kind: 'long', jdbc: 4, precision: 10, array: 1007 },
  25: text('text', VARCHAR, 1009),
  26: { name: 'oid', kind: 'long', jdbc: -5, precision: 10 },
  114: text('json', OTHER, 199),
  650: text('cidr', OTHER),
  700: { name: 'float4', kind: 'double', jdbc: 7, precision: 8, scale: 8, array: 1021 },
  701: { name: 'float8', kind: 'double', jdbc: 8, precision: 17, scale: 17, array: 1022 },
  869: text('inet', OTHER),
  1042: text('bpchar', 1, 1014),
  1043: text('varchar', VARCHAR, 1015),
  1082: { name: 'date', kind: 'instant', jdbc: 91, precision: 13, array: 1182 },
  1083: { name: 'time', kind: 'time', jdbc: 92, precision: 15, scale: 6, array: 1183 },
  1114: { name: 'timestamp', kind: 'instant', jdbc: 93, precision: 29, scale: 6, array: 1115 },
  1184: { name: 'timestamptz', kind: 'instant', jdbc: 93, precision: 35, scale: 6, array: 1185 },
  1700: { name: 'numeric', kind: 'decimal', jdbc: 2, array: 1231 },
  2278: text('void', OTHER),
  2950: text('uuid', OTHER, 2951),
  3802: text('jsonb', OTHER),
};

export const enumType = (name: string): ResultType => text(name, VARCHAR);

export const ARRAYS: ReadonlyMap<number, ResultType> = new Map(
  Object.values(SCALARS).flatMap((element) => (element.array ? [[element.array, element]] : [])),
);

export interface ResultColumn {
  readonly name: string;
  readonly oid: number;
  /** The type's modifier: length, precision and scale, or -1. */
  readonly modifier: number;
  readonly table?: string;
  readonly notNull?: boolean;
  readonly generated?: boolean;
}

/** Returns a constant of java.sql.ResultSetMetaData: columnNoNulls, columnNullable or columnNullableUnknown. */
const nullable = ({ table, notNull }: ResultColumn): number => {
  if (table === undefined) return 2;
  return notNull ? 0 : 1;
};

/** Size of PostgreSQL's header, which is included in the length or precision of a type modifier. */
const HEADER_BYTES = 4;

const precisionAndScale = ({ modifier }: ResultColumn, type: ResultType): { precision: number; scale: number } => {
  const { precision = 0, scale = 0 } = type;
  if (modifier < 0) return { precision, scale };
  if (type.name === 'numeric') {
    return { precision: (modifier - HEADER_BYTES) >>> 16, scale: (modifier - HEADER_BYTES) & 0x7ff };
  }
  if (type.name === 'varchar' || type.name === 'bpchar') return { precision: modifier - HEADER_BYTES, scale };
  return { precision, scale: type.scale === 6 ? modifier : scale };
};

const SERIALS: Readonly<Record<string, string>> = { int2: 'smallserial', int4: 'serial', int8: 'bigserial' };

const NUMBERS: ReadonlySet<string> = new Set(['long', 'decimal', 'double']);
const CASE_SENSITIVE: ReadonlySet<string> = new Set(['text', 'blob']);
const ARRAY = 2003;

export const columnMetadata = (column: ResultColumn, type: ResultType): ColumnMetadata => {
  const isArray = ARRAYS.has(column.oid);
  const name = column.generated ? (SERIALS[type.name] ?? type.name) : type.name;
  return {
    arrayBaseColumnType: isArray ? type.jdbc : 0,
    isAutoIncrement: column.generated ?? false,
    isCaseSensitive: CASE_SENSITIVE.has(type.kind),
    isCurrency: false,
    isSigned: NUMBERS.has(type.kind) && type.name !== 'oid',
    label: column.name,
    name: column.name,
    nullable: nullable(column),
    ...precisionAndScale(column, type),
    schemaName: '',
    tableName: column.table ?? '',
    type: isArray ? ARRAY : type.jdbc,
    typeName: isArray ? `_${name}` : name,
  };
};
