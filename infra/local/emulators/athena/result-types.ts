import type { ColumnInfo } from '@aws-sdk/client-athena';
import { utcText } from '../../../../shared/tabular/civil-time.ts';
import type { ColumnType } from '../../../trino/dialect/duckdb.ts';
import { formatDouble, formatReal } from '../../../trino/dialect/register-functions.ts';

const MICROS_PER_MS = 1000n;
const DAY_MS = 86_400_000;

interface Micros {
  readonly micros: bigint;
}
interface Interval extends Micros {
  readonly months: number;
  readonly days: number;
}
interface Zoned {
  readonly entries: { readonly instant: Micros; readonly zone: string };
}

const formatTimestamp = ({ micros }: Micros): string => utcText(Number(micros / MICROS_PER_MS));

/** Writes an interval of days as `2 03:00:00.000`, and an interval of months as `1-2` for one year and two months. */
const formatInterval = ({ months, days, micros }: Interval): string => {
  if (months !== 0) return `${months < 0 ? '-' : ''}${Math.trunc(Math.abs(months) / 12)}-${Math.abs(months) % 12}`;
  const total = days * DAY_MS + Number(micros / MICROS_PER_MS);
  const rest = Math.abs(total) % DAY_MS;
  return `${total < 0 ? '-' : ''}${Math.floor(Math.abs(total) / DAY_MS)} ${utcText(rest).slice(11)}`;
};

const formatZoned = ({ entries: { instant, zone } }: Zoned): string => {
  const ms = Number(instant.micros / MICROS_PER_MS);
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return `${clock.format(ms)}.${String(ms % 1000).padStart(3, '0')} ${zone}`;
};

type Format = (value: never, type: ColumnType) => string;

const inside = (value: unknown, type: ColumnType | undefined): string =>
  type === undefined ? String(value) : (formatValue(value, type) ?? 'null');

const formatList: Format = ({ items }: { readonly items: readonly unknown[] }, { valueType }) =>
  `[${items.map((item) => inside(item, valueType)).join(', ')}]`;

const formatMap: Format = (
  { entries }: { readonly entries: readonly { readonly key: unknown; readonly value: unknown }[] },
  { keyType, valueType },
) => `{${entries.map(({ key, value }) => `${inside(key, keyType)}=${inside(value, valueType)}`).join(', ')}}`;

const formatStruct: Format = (
  { entries }: { readonly entries: Readonly<Record<string, unknown>> },
  { entryNames = [], entryTypes = [] },
) => `{${entryNames.map((name, index) => `${name}=${inside(entries[name], entryTypes[index])}`).join(', ')}}`;

const formatBytes: Format = ({ bytes }: { readonly bytes: Uint8Array }) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

const UNBOUNDED = 2_147_483_647;

/** A type of Trino with its precision, and how its values are written if not by JavaScript's `String`. */
type TrinoType = readonly [name: string, precision: number, format?: Format];

const VARCHAR: TrinoType = ['varchar', UNBOUNDED];
const ZONED: TrinoType = ['timestamp with time zone', 3, formatZoned];

const STRUCT = 25;
const DECIMAL = 19;

const TYPES: Readonly<Record<number, TrinoType>> = {
  1: ['boolean', 0],
  2: ['tinyint', 3],
  3: ['smallint', 5],
  4: ['integer', 10],
  5: ['bigint', 19],
  10: ['float', 17, formatReal],
  11: ['double', 17, formatDouble],
  12: ['timestamp', 3, formatTimestamp],
  13: ['date', 0, ({ days }: Interval) => utcText(days * DAY_MS).slice(0, 10)],
  14: ['time', 3, (value: Micros) => formatTimestamp(value).slice(11)],
  15: ['interval day to second', 0, formatInterval],
  16: ['bigint', 19],
  18: ['varbinary', UNBOUNDED, formatBytes],
  [DECIMAL]: ['decimal', 0],
  24: ['array', 0, formatList],
  [STRUCT]: ['row', 0, formatStruct],
  26: ['map', 0, formatMap],
  31: ['timestamp with time zone', 3, (value: Micros) => `${formatTimestamp(value)} UTC`],
  36: ['unknown', 0],
};

/** Returns Trino's type. The dialect represents a time with its zone as a structure. */
const typeOf = ({ typeId, entryNames }: ColumnType): TrinoType =>
  typeId === STRUCT && entryNames?.join() === 'instant,zone' ? ZONED : (TYPES[typeId] ?? VARCHAR);

/** Writes a value as Trino does. NULL has no text. */
export const formatValue = (value: unknown, type: ColumnType): string | undefined => {
  if (value === null || value === undefined) return undefined;
  const [, , format = String] = typeOf(type);
  return format(value as never, type);
};

export const columnInfo = (name: string, type: ColumnType): ColumnInfo => {
  const [trino, precision] = typeOf(type);
  return {
    CatalogName: 'hive',
    SchemaName: '',
    TableName: '',
    Name: name,
    Label: name,
    Type: trino,
    Precision: type.typeId === DECIMAL ? (type.width ?? 0) : precision,
    Scale: type.scale ?? 0,
    Nullable: 'UNKNOWN',
    CaseSensitive: trino === 'varchar',
  };
};
