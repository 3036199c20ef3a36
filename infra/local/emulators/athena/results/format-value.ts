import { utcText } from '../../../../../shared/tabular/civil-time.ts';
import type { ColumnType } from '../../../../trino/dialect/duckdb.ts';
import { formatDouble, formatReal } from '../../../../trino/dialect/format-double.ts';

/** DuckDB's type numbers. */
export const TYPE = {
  boolean: 1,
  tinyint: 2,
  smallint: 3,
  integer: 4,
  bigint: 5,
  float: 10,
  double: 11,
  timestamp: 12,
  date: 13,
  time: 14,
  interval: 15,
  hugeint: 16,
  varchar: 17,
  blob: 18,
  decimal: 19,
  list: 24,
  struct: 25,
  map: 26,
  timestampTz: 31,
  null: 36,
} as const;

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

const formatDate = ({ days }: { readonly days: number }): string => utcText(days * DAY_MS).slice(0, 10);

const formatTime = ({ micros }: Micros): string => utcText(Number(micros / MICROS_PER_MS)).slice(11);

/** Writes an interval of days as `2 03:00:00.000`, and an interval of months as `1-2` for one year and two months. */
const formatInterval = ({ months, days, micros }: Interval): string => {
  if (months !== 0) return `${months < 0 ? '-' : ''}${Math.trunc(Math.abs(months) / 12)}-${Math.abs(months) % 12}`;
  const total = days * DAY_MS + Number(micros / MICROS_PER_MS);
  const rest = Math.abs(total) % DAY_MS;
  return `${total < 0 ? '-' : ''}${Math.floor(Math.abs(total) / DAY_MS)} ${utcText(rest).slice(11)}`;
};

/** Writes a time with its zone, as a clock in this zone shows it. */
const formatZoned = ({ entries: { instant, zone } }: Zoned): string => {
  const ms = Number(instant.micros / MICROS_PER_MS);
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    ms,
  );
  return `${parts}.${String(ms % 1000).padStart(3, '0')} ${zone}`;
};

/** True for the structure with which the dialect represents a timestamp with time zone. */
export const isZoned = ({ typeId, entryNames }: ColumnType): boolean =>
  typeId === TYPE.struct && entryNames?.join() === 'instant,zone';

const formatBytes = ({ bytes }: { readonly bytes: Uint8Array }): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

type Format = (value: never, type: ColumnType) => string;

const inside = (value: unknown, type: ColumnType | undefined): string =>
  type === undefined ? String(value) : (formatValue(value, type) ?? 'null');

const formatList: Format = ({ items }: { readonly items: readonly unknown[] }, { valueType }) =>
  `[${items.map((item) => inside(item, valueType)).join(', ')}]`;

const formatMap: Format = (
  { entries }: { readonly entries: readonly { readonly key: unknown; readonly value: unknown }[] },
  { keyType, valueType },
) => `{${entries.map(({ key, value }) => `${inside(key, keyType)}=${inside(value, valueType)}`).join(', ')}}`;

const formatStruct: Format = (value: { readonly entries: Readonly<Record<string, unknown>> }, type) => {
  if (isZoned(type)) return formatZoned(value as unknown as Zoned);
  const { entryNames = [], entryTypes = [] } = type;
  return `{${entryNames.map((name, index) => `${name}=${inside(value.entries[name], entryTypes[index])}`).join(', ')}}`;
};

/**
 * The functions that write values, by the number of their type. Values of other types are written by JavaScript's
 * `String`.
 */
const FORMATS: Readonly<Record<number, Format>> = {
  [TYPE.float]: (value: number) => formatReal(value),
  [TYPE.double]: (value: number) => formatDouble(value),
  [TYPE.timestamp]: formatTimestamp,
  [TYPE.timestampTz]: (value: Micros) => `${formatTimestamp(value)} UTC`,
  [TYPE.date]: formatDate,
  [TYPE.time]: formatTime,
  [TYPE.interval]: formatInterval,
  [TYPE.blob]: formatBytes,
  [TYPE.list]: formatList,
  [TYPE.map]: formatMap,
  [TYPE.struct]: formatStruct,
};

/** Writes a value as Trino does. NULL has no text. */
export const formatValue = (value: unknown, type: ColumnType): string | undefined => {
  if (value === null || value === undefined) return undefined;
  const format = FORMATS[type.typeId];
  return format ? format(value as never, type) : String(value);
};
