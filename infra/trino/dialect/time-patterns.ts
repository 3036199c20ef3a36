import {
  dayField,
  dayOfYearField,
  fractionField,
  halfField,
  halfHourField,
  hourField,
  literalField,
  minuteField,
  monthField,
  monthNameField,
  secondField,
  shortMonthNameField,
  shortWeekdayField,
  shortYearField,
  type TimeField,
  type TimeParts,
  weekdayField,
  weekdayNumberField,
  weekField,
  weekYearField,
  yearField,
} from './time-fields.ts';

const colon = literalField(':');
const clock = (hour: TimeField): readonly TimeField[] => [hour, colon, minuteField(2), colon, secondField(2)];

/** The specifiers of MySQL that Trino's `date_format` and `date_parse` support. */
const MYSQL: Readonly<Record<string, readonly TimeField[]>> = {
  a: [shortWeekdayField],
  b: [shortMonthNameField],
  c: [monthField(1)],
  d: [dayField(2)],
  e: [dayField(1)],
  f: [fractionField(6)],
  H: [hourField(2)],
  h: [halfHourField(2)],
  I: [halfHourField(2)],
  i: [minuteField(2)],
  j: [dayOfYearField(3)],
  k: [hourField(1)],
  l: [halfHourField(1)],
  M: [monthNameField],
  m: [monthField(2)],
  p: [halfField],
  r: [...clock(halfHourField(2)), literalField(' '), halfField],
  S: [secondField(2)],
  s: [secondField(2)],
  T: clock(hourField(2)),
  v: [weekField(2)],
  W: [weekdayField],
  x: [weekYearField],
  Y: [yearField],
  y: [shortYearField],
  '%': [literalField('%')],
};

const unsupported = (letter: string): never => {
  throw new Error(`INVALID_FUNCTION_ARGUMENT: the pattern's ${letter} is not emulated locally`);
};

const mysqlFields = (pattern: string): readonly TimeField[] =>
  Array.from(pattern.matchAll(/%([\s\S])|[^%]+/g)).flatMap(([text, specifier]) =>
    specifier === undefined ? literalField(text) : (MYSQL[specifier] ?? unsupported(`%${specifier}`)),
  );

/**
 * The pattern letters of Joda, which `format_datetime` and `parse_datetime` use. A field depends on how often its
 * letter is repeated.
 */
const JODA: Readonly<Record<string, (count: number) => TimeField>> = {
  y: (count) => (count === 2 ? shortYearField : yearField),
  Y: (count) => (count === 2 ? shortYearField : yearField),
  x: () => weekYearField,
  M: (count) => {
    if (count < 3) return monthField(count);
    return count === 3 ? shortMonthNameField : monthNameField;
  },
  d: dayField,
  D: dayOfYearField,
  w: weekField,
  e: () => weekdayNumberField,
  E: (count) => (count > 3 ? weekdayField : shortWeekdayField),
  a: () => halfField,
  H: hourField,
  h: halfHourField,
  m: minuteField,
  s: secondField,
  S: fractionField,
};

const jodaFields = (pattern: string): readonly TimeField[] =>
  Array.from(pattern.matchAll(/([A-Za-z])\1*|'((?:[^']|'')*)'|[^A-Za-z']+/g)).map(([text, letter, quoted]) => {
    if (letter) return JODA[letter]?.(text.length) ?? unsupported(letter);
    if (quoted === undefined) return literalField(text);
    return literalField(quoted === '' ? "'" : quoted.replaceAll("''", "'"));
  });

const format = (time: Date, fields: readonly TimeField[]): string => fields.map((field) => field.format(time)).join('');

/** Returns a time in milliseconds since 1970. */
const parse = (text: string, fields: readonly TimeField[]): number => {
  const readable = fields.filter((field) => field.expression !== undefined);
  if (readable.length < fields.length) unsupported('field');
  const match = new RegExp(`^${readable.map(({ expression }) => expression).join('')}$`, 'i').exec(text);
  if (!match) throw new Error(`INVALID_FUNCTION_ARGUMENT: Invalid format: "${text}"`);
  const reads = readable.flatMap(({ read }) => read ?? []);
  const parts = Object.assign({}, ...reads.map((read, index) => read(match[index + 1] ?? ''))) as TimeParts;
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0, half = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour + half, minute, second, millisecond);
};

const remember = (read: (pattern: string) => readonly TimeField[]) => {
  const known = new Map<string, readonly TimeField[]>();
  return (pattern: string): readonly TimeField[] => {
    const fields = known.get(pattern) ?? read(pattern);
    known.set(pattern, fields);
    return fields;
  };
};

const joda = remember(jodaFields);
const mysql = remember(mysqlFields);

/** Writes a time, as UTC shows it, by a pattern of Joda. Throws if a field of the pattern is unsupported. */
export const formatJoda = (time: Date, pattern: string): string => format(time, joda(pattern));
/** Writes a time as `formatJoda` does, by a pattern of MySQL. */
export const formatMysql = (time: Date, pattern: string): string => format(time, mysql(pattern));
/**
 * Reads a time in UTC by a pattern of Joda. Returns milliseconds since 1970. Throws if the text does not match, or a field
 * is unsupported.
 */
export const parseJoda = (text: string, pattern: string): number => parse(text, joda(pattern));
/** Reads a time as `parseJoda` does, by a pattern of MySQL. */
export const parseMysql = (text: string, pattern: string): number => parse(text, mysql(pattern));
