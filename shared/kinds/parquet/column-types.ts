import type { ParquetParsers, SchemaElement } from 'hyparquet';
import { DEFAULT_PARSERS, parseFloat16 } from 'hyparquet/src/convert.js';
import { sourceError } from '../../aws/source-error.ts';
import { utcText } from '../../tabular/civil-time.ts';
import type { Cell, ColumnOrigin } from '../../tabular/table.ts';
import { cellTypeOf, shortestReal } from '../cell-type.ts';
import { BOUNDS, boundOf, DOUBLE_ROUNDING, integerOf, REAL_ROUNDING, unscaledOf } from './bounds.ts';

const DAY_MS = 86_400_000;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns the text of bytes, or the bytes themselves if they are no UTF-8. */
const textOrBytes = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    return bytes as unknown as string;
  }
};

/** Times become milliseconds, and dates days since 1970. */
export const PARSERS: ParquetParsers = {
  ...DEFAULT_PARSERS,
  timestampFromNanoseconds: (nanos) => Number(nanos / 1_000_000n) as unknown as Date,
  stringFromBytes: textOrBytes,
  jsonFromBytes: textOrBytes,
};

/** The cells are equal to those that Athena returns. */
export interface ColumnType {
  readonly origin: ColumnOrigin;
  readonly cell: (value: unknown) => Cell;
  /** Returns the number of statistics, for numbers and for timestamps, which are in milliseconds. */
  readonly bound?: (bytes: Uint8Array) => number;
  /** Maximum relative difference between a cell and the same number in statistics. */
  readonly rounding?: number;
  readonly isText?: true;
  /** True for timestamps without a zone, which are read as UTC. */
  readonly isZoneless?: true;
  /** Set for timestamps. Returns milliseconds. */
  readonly time?: (value: unknown) => number;
}

const notText = (name: string): never => {
  const found = `the column ${name} has bytes that are no UTF-8 text`;
  throw sourceError('SOURCE_INVALID', { name: 'NotText' }, found, 'write the column as text, or leave it out');
};

const OTHER: ColumnType = { origin: 'text', cell: String };

const textOf = ({ name }: SchemaElement): ColumnType => ({
  origin: 'text',
  isText: true,
  cell: (value) => (typeof value === 'string' ? value : notText(name)),
});

const bigint = cellTypeOf('bigint');
const decimal = cellTypeOf('decimal');

const numberCell = (value: unknown): Cell => {
  if (typeof value === 'bigint') return bigint.read(String(value));
  return Number.isFinite(value) ? Number(value) : String(value);
};

const numberOf = (element: SchemaElement): ColumnType => ({
  origin: 'number',
  cell: numberCell,
  ...boundOf(element),
  rounding: DOUBLE_ROUNDING,
});

const realOf = (element: SchemaElement): ColumnType => ({
  origin: 'number',
  cell: (value) => (Number.isFinite(value) ? shortestReal(Number(value)) : String(value)),
  bound: (element.type && BOUNDS[element.type]) ?? ((bytes) => parseFloat16(bytes) ?? Number.NaN),
  rounding: REAL_ROUNDING,
});

const PER_MS = { MILLIS: 1, MICROS: 1_000, NANOS: 1_000_000 };

const timestampIn = (unit: keyof typeof PER_MS, bound?: (bytes: Uint8Array) => number): ColumnType => {
  const perMs = PER_MS[unit];
  const time = (value: unknown): number =>
    typeof value === 'bigint' ? Number(value / BigInt(perMs)) : Math.trunc(Number(value) / perMs);
  return {
    origin: 'timestamp',
    cell: (value) => utcText(time(value)),
    time,
    ...(bound && { bound: (bytes) => bound(bytes) / perMs }),
  };
};

const DATE: ColumnType = { origin: 'text', cell: (value) => utcText(Number(value) * DAY_MS).slice(0, 10) };

const timeOfDay = (unit: keyof typeof PER_MS): ColumnType => {
  const { cell } = timestampIn(unit);
  return { origin: 'text', cell: (value) => String(cell(value)).slice(11) };
};

const withPoint = (unscaled: bigint, scale: number): string => {
  const sign = unscaled < 0n ? '-' : '';
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

const decimalOf = (element: SchemaElement, scale: number): ColumnType => ({
  origin: 'number',
  bound: (bytes) => unscaledOf(element)(bytes) / 10 ** scale,
  rounding: DOUBLE_ROUNDING,
  cell: (value) =>
    decimal.read(withPoint(value instanceof Uint8Array ? integerOf(value) : BigInt(value as number | bigint), scale)),
});

/** Returns undefined for a list, a map or a struct. */
const typeOf = (element: SchemaElement): ColumnType => {
  const { type, converted_type: converted, logical_type: logical, scale = 0 } = element;
  if (logical?.type === 'DECIMAL') return decimalOf(element, logical.scale);
  if (converted === 'DECIMAL') return decimalOf(element, scale);
  if (logical?.type === 'TIMESTAMP') {
    const timestamp = timestampIn(logical.unit, BOUNDS.INT64);
    return logical.isAdjustedToUTC ? timestamp : { ...timestamp, isZoneless: true };
  }
  if (converted === 'TIMESTAMP_MICROS') return timestampIn('MICROS', BOUNDS.INT64);
  if (converted === 'TIMESTAMP_MILLIS') return timestampIn('MILLIS', BOUNDS.INT64);
  if (type === 'INT96') return timestampIn('MILLIS');
  if (logical?.type === 'DATE' || converted === 'DATE') return DATE;
  if (logical?.type === 'TIME') return timeOfDay(logical.unit);
  if (converted === 'TIME_MILLIS') return timeOfDay('MILLIS');
  if (converted === 'TIME_MICROS') return timeOfDay('MICROS');
  if (type === 'FLOAT' || logical?.type === 'FLOAT16') return realOf(element);
  if (type === 'INT32' || type === 'INT64' || type === 'DOUBLE') return numberOf(element);
  return type === 'BYTE_ARRAY' || (type === 'FIXED_LEN_BYTE_ARRAY' && !logical) ? textOf(element) : OTHER;
};

export interface FileColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Absent for a column of the folders of the path. */
  readonly element?: SchemaElement;
}

/** Columns by name, and what other columns have that cannot be read, such as lists. */
export interface FileColumns {
  readonly columns: readonly FileColumn[];
  readonly unreadable: ReadonlyMap<string, string>;
}

/** Digits behind the point of a decimal. Forged files promise millions. */
const MAX_SCALE = 1_000;

/** Returns what a column has that cannot be read, if it cannot. */
const unreadableIn = (element: SchemaElement): string | undefined => {
  const { converted_type: converted, logical_type: logical, num_children: children, repetition_type: times } = element;
  if (times === 'REPEATED' || logical?.type === 'LIST' || converted === 'LIST') return 'lists';
  if (logical?.type === 'MAP' || /^MAP/.test(converted ?? '')) return 'maps';
  if (children !== undefined && children > 0) return 'structs';
  const { scale = 0 } = logical?.type === 'DECIMAL' ? logical : element;
  if (scale < 0 || scale > MAX_SCALE) return 'the type DECIMAL';
  const type = [converted, logical?.type].find((one) => /^(?:BSON|INTERVAL|GEOMETRY|GEOGRAPHY)$/.test(one ?? ''));
  return type && `the type ${type}`;
};

/** True for a type whose values become cells one by one, as they are needed. */
const isKeptRaw = ({ converted_type: converted, logical_type: logical }: SchemaElement): boolean =>
  /^(?:DECIMAL|DATE|TIMESTAMP)/.test(logical?.type ?? converted ?? '');

/**
 * Returns how the decoder sees a column. It would convert decimals to doubles, and would convert every date and
 * timestamp.
 */
const storedOf = (element: SchemaElement): SchemaElement => {
  if (!isKeptRaw(element)) return element;
  const { converted_type: _, logical_type: __, ...stored } = element;
  return stored;
};

export const readColumns = (schema: readonly SchemaElement[]): FileColumns => {
  const columns: FileColumn[] = [];
  const unreadable = new Map<string, string>();
  let inside = 0;
  for (const element of schema.slice(1)) {
    const isTop = inside === 0;
    inside += (element.num_children ?? 0) - (isTop ? 0 : 1);
    if (!isTop) continue;
    const { name } = element;
    const found = unreadableIn(element);
    if (found !== undefined) unreadable.set(name, found);
    else columns.push({ name, type: typeOf(element), element: storedOf(element) });
  }
  return { columns, unreadable };
};
