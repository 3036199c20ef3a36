/** The parts of a time that were read with a pattern. Absent parts default to 1970-01-01 00:00. */
interface TimeParts {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** The half of a 12-hour day: 0 for AM, 12 for PM. */
  half?: number;
}

/** A field of a pattern. A field without `expression` can format a time, but cannot read one. */
interface TimeField {
  readonly format: (time: Date) => string;
  readonly expression?: string;
  readonly read?: (text: string) => TimeParts;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const SHORT_NAME_CHARS = 3;
const DAY_MS = 86_400_000;

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Creates a field for a number. */
const numberField = (part: keyof TimeParts, value: (time: Date) => number, digits: number): TimeField => ({
  format: (time) => padded(value(time), digits),
  expression: `(\\d{1,${part === 'year' ? 4 : 2}})`,
  read: (text) => ({ [part]: Number(text) }),
});

const hour = (digits: number): TimeField => numberField('hour', (time) => time.getUTCHours(), digits);
const minute: TimeField = numberField('minute', (time) => time.getUTCMinutes(), 2);
const second: TimeField = numberField('second', (time) => time.getUTCSeconds(), 2);
const month = (digits: number): TimeField => numberField('month', (time) => time.getUTCMonth() + 1, digits);
const day = (digits: number): TimeField => numberField('day', (time) => time.getUTCDate(), digits);

/** Creates a field for the hour of a half day, from 1 to 12. */
const halfHour = (digits: number): TimeField => ({
  ...numberField('hour', (time) => time.getUTCHours() % 12 || 12, digits),
  read: (text) => ({ hour: Number(text) % 12 }),
});

const half: TimeField = {
  format: (time) => (time.getUTCHours() < 12 ? 'AM' : 'PM'),
  expression: '([AaPp][Mm])',
  read: (text) => ({ half: /p/i.test(text) ? 12 : 0 }),
};

/** A year with two digits, from 1970 to 2069. */
const shortYear: TimeField = {
  format: (time) => padded(time.getUTCFullYear() % 100, 2),
  expression: '(\\d{2})',
  read: (text) => ({ year: Number(text) + (Number(text) < 70 ? 2000 : 1900) }),
};

/** Creates a field for a name. `length` cuts the names. */
const nameField = (names: readonly string[], index: (time: Date) => number, length?: number): TimeField => {
  const shown = names.map((name) => name.slice(0, length));
  const found = (text: string): number => shown.findIndex((name) => name.toLowerCase() === text.toLowerCase());
  return {
    format: (time) => shown[index(time)] ?? '',
    expression: `(${shown.join('|')})`,
    read: (text) => (names === MONTHS ? { month: found(text) + 1 } : {}),
  };
};

const monthOf = (time: Date): number => time.getUTCMonth();
const weekdayOf = (time: Date): number => time.getUTCDay();

const dayOfYear: TimeField = {
  format: (time) => padded(Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / DAY_MS) + 1, 3),
};

const literal = (text: string): TimeField => ({
  format: () => text,
  expression: text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
});

/** The specifiers of MySQL that Trino's `date_format` and `date_parse` support. */
const FIELDS: Readonly<Record<string, readonly TimeField[]>> = {
  a: [nameField(WEEKDAYS, weekdayOf, SHORT_NAME_CHARS)],
  b: [nameField(MONTHS, monthOf, SHORT_NAME_CHARS)],
  c: [month(1)],
  d: [day(2)],
  e: [day(1)],
  H: [hour(2)],
  h: [halfHour(2)],
  I: [halfHour(2)],
  i: [minute],
  j: [dayOfYear],
  k: [hour(1)],
  l: [halfHour(1)],
  M: [nameField(MONTHS, monthOf)],
  m: [month(2)],
  p: [half],
  S: [second],
  s: [second],
  T: [hour(2), literal(':'), minute, literal(':'), second],
  W: [nameField(WEEKDAYS, weekdayOf)],
  Y: [numberField('year', (time) => time.getUTCFullYear(), 4)],
  y: [shortYear],
  '%': [literal('%')],
};

/** Returns the specifiers of a pattern that are not emulated. */
export const unknownSpecifiers = (pattern: string): readonly string[] =>
  Array.from(pattern.matchAll(/%([\s\S])/g), ([text]) => text).filter((text) => !FIELDS[text.slice(1)]);

const unsupported = (what: string): never => {
  throw new Error(`INVALID_FUNCTION_ARGUMENT: the pattern's ${what} is not emulated locally`);
};

const known = new Map<string, readonly TimeField[]>();

const fieldsOf = (pattern: string): readonly TimeField[] => {
  const fields =
    known.get(pattern) ??
    Array.from(pattern.matchAll(/%([\s\S])|[^%]+/g)).flatMap(([text, specifier]) =>
      specifier === undefined ? literal(text) : (FIELDS[specifier] ?? unsupported(`%${specifier}`)),
    );
  known.set(pattern, fields);
  return fields;
};

/** Writes a time, as UTC shows it, by a pattern of MySQL. Throws if a field of the pattern is unsupported. */
export const formatTime = (time: Date, pattern: string): string =>
  fieldsOf(pattern)
    .map((field) => field.format(time))
    .join('');

/**
 * Reads a time in UTC by a pattern of MySQL. Returns milliseconds since 1970. Throws if the text does not match, or a
 * field is unsupported.
 */
export const parseTime = (text: string, pattern: string): number => {
  const fields = fieldsOf(pattern);
  if (fields.some(({ expression }) => expression === undefined)) unsupported('%j');
  const match = new RegExp(`^${fields.map(({ expression }) => expression).join('')}$`, 'i').exec(text);
  if (!match) throw new Error(`INVALID_FUNCTION_ARGUMENT: Invalid format: "${text}"`);
  const parts: TimeParts = Object.assign(
    {},
    ...fields.flatMap(({ read }) => read ?? []).map((read, index) => read(match[index + 1] ?? '')),
  );
  return Date.UTC(
    parts.year ?? 1970,
    (parts.month ?? 1) - 1,
    parts.day ?? 1,
    (parts.hour ?? 0) + (parts.half ?? 0),
    parts.minute ?? 0,
    parts.second ?? 0,
  );
};
