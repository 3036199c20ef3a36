import type { FileMetaData, ParquetParsers, SchemaElement } from 'hyparquet';
import { sourceError } from '../../aws/source-error.ts';
import { utcText } from '../../tabular/civil-time.ts';
import type { Cell, ColumnOrigin } from '../../tabular/table.ts';
import { cellTypeOf, shortestReal } from '../cell-type.ts';

const DAY_MS = 86_400_000;

/** Decoders for statistics. They return times as milliseconds and dates as days since 1970. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: (micros) => Number(micros / 1_000n),
  timestampFromNanoseconds: (nanos) => Number(nanos / 1_000_000n),
  dateFromDays: (days) => days,
  jsonFromBytes: (bytes) => Buffer.from(bytes).toString(),
};

/** How the values of a column become cells. The cells are equal to those that Athena returns. */
export interface ColumnType {
  readonly origin: ColumnOrigin;
  readonly cell: (value: unknown) => Cell;
  /**
   * Maximum relative difference between the number of a cell and the same number in statistics. Absent if statistics
   * cannot be compared with numbers of `where`.
   */
  readonly rounding?: number;
  /** Returns the time of a value in milliseconds, for timestamps. */
  readonly time?: (value: unknown) => number;
}

const TEXT: ColumnType = { origin: 'text', cell: String };

const bigint = cellTypeOf('bigint');
const decimal = cellTypeOf('decimal');

/** The decoder rounds the decimals and the long whole numbers of statistics to doubles. */
const DOUBLE_ROUNDING = 1e-9;
/** The cell of a real is the shortest decimal, of at least six digits, that rounds to it. Statistics have its exact value. */
const REAL_ROUNDING = 1e-5;

const NUMBER: ColumnType = {
  origin: 'number',
  rounding: DOUBLE_ROUNDING,
  cell: (value) => {
    if (typeof value === 'bigint') return bigint.read(String(value));
    return Number.isFinite(value) ? Number(value) : String(value);
  },
};

const REAL: ColumnType = {
  ...NUMBER,
  rounding: REAL_ROUNDING,
  cell: (value) => (Number.isFinite(value) ? shortestReal(Number(value)) : String(value)),
};

/** Number of units in a millisecond, for each unit of timestamps. */
const PER_MS = { MILLIS: 1, MICROS: 1_000, NANOS: 1_000_000 };

const timestampIn = (unit: keyof typeof PER_MS): ColumnType => {
  const perMs = PER_MS[unit];
  const time = (value: unknown): number =>
    typeof value === 'bigint' ? Number(value / BigInt(perMs)) : Math.trunc(Number(value) / perMs);
  return { origin: 'timestamp', cell: (value) => utcText(time(value)), time };
};

const DATE: ColumnType = { origin: 'text', cell: (value) => utcText(Number(value) * DAY_MS).slice(0, 10) };

const timeOfDay = (unit: keyof typeof PER_MS): ColumnType => {
  const { cell } = timestampIn(unit);
  return { origin: 'text', cell: (value) => String(cell(value)).slice(11) };
};

/** Returns a big-endian number in two's complement. */
const integerOf = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString('hex')}`));

/** Writes a whole number with a decimal point before its last digits. */
const withPoint = (unscaled: bigint, scale: number): string => {
  const sign = unscaled < 0n ? '-' : '';
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

/** The decoder does not scale the statistics of decimals in byte arrays, or without a converted type. */
const hasScaledStatistics = ({ type, converted_type: converted }: SchemaElement): boolean =>
  converted === 'DECIMAL' && type !== 'BYTE_ARRAY';

const decimalOf = (element: SchemaElement, scale: number): ColumnType => ({
  origin: 'number',
  ...(hasScaledStatistics(element) && { rounding: DOUBLE_ROUNDING }),
  cell: (value) =>
    decimal.read(withPoint(value instanceof Uint8Array ? integerOf(value) : BigInt(value as number | bigint), scale)),
});

const BYTES: ColumnType = {
  origin: 'text',
  cell: (value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)),
};

/** Returns the type of a column; undefined for a list, a map or a struct. */
const typeOf = (element: SchemaElement): ColumnType => {
  const { type, converted_type: converted, logical_type: logical, scale = 0 } = element;
  if (logical?.type === 'DECIMAL') return decimalOf(element, logical.scale);
  if (converted === 'DECIMAL') return decimalOf(element, scale);
  if (logical?.type === 'TIMESTAMP') return timestampIn(logical.unit);
  if (converted === 'TIMESTAMP_MICROS') return timestampIn('MICROS');
  if (converted === 'TIMESTAMP_MILLIS' || type === 'INT96') return timestampIn('MILLIS');
  if (logical?.type === 'DATE' || converted === 'DATE') return DATE;
  if (logical?.type === 'TIME') return timeOfDay(logical.unit);
  if (converted === 'TIME_MILLIS') return timeOfDay('MILLIS');
  if (converted === 'TIME_MICROS') return timeOfDay('MICROS');
  if (type === 'FLOAT' || logical?.type === 'FLOAT16') return REAL;
  if (type === 'INT32' || type === 'INT64' || type === 'DOUBLE') return NUMBER;
  return type === 'BYTE_ARRAY' ? BYTES : TEXT;
};

/** A column of a file that has one value in each row. */
export interface FileColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The columns of a file, and the names of its columns with lists, maps and structs. */
export interface FileColumns {
  readonly columns: readonly FileColumn[];
  readonly nested: readonly string[];
}

const refuseUnknown = ({ name, converted_type: converted, logical_type: logical }: SchemaElement): void => {
  const type = [converted, logical?.type].find((one) => /^(?:BSON|INTERVAL|GEOMETRY|GEOGRAPHY)$/.test(one ?? ''));
  if (type === undefined) return;
  const message = `the column ${name} has the type ${type}, which cannot be read`;
  throw sourceError('SOURCE_INVALID', { name: 'ParquetType' }, message, 'write the column as text or as a number');
};

/** True for a type whose values become cells one by one, as they are needed. */
const isKeptRaw = ({ converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  /^(?:DECIMAL|DATE|TIMESTAMP)/.test(logical?.type ?? converted ?? '');

/**
 * Reads the columns of a footer. Removes the logical types of decimals, dates and timestamps from the footer, because
 * the decoder would convert decimals to doubles, and would convert every date and timestamp.
 * @throws WallfeedError SOURCE_INVALID for types that cannot be read.
 */
export const readColumns = ({ schema }: FileMetaData): FileColumns => {
  const columns: FileColumn[] = [];
  const nested: string[] = [];
  let inside = 0;
  for (const element of schema.slice(1)) {
    const isTop = inside === 0;
    const children = element.num_children ?? 0;
    inside += children - (isTop ? 0 : 1);
    if (!isTop) continue;
    if (children > 0 || element.repetition_type === 'REPEATED') nested.push(element.name);
    else {
      refuseUnknown(element);
      columns.push({ name: element.name, type: typeOf(element) });
      if (isKeptRaw(element)) Object.assign(element, { converted_type: undefined, logical_type: undefined });
    }
  }
  return { columns, nested };
};
