/** The parts of a time that were read with a pattern. Absent parts default to 1970-01-01 00:00. */
export interface TimeParts {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  /** The half of a 12-hour day: 0 for AM, 12 for PM. */
  half?: number;
}

/** A field of a pattern. A field without `expression` can format a time, but cannot read one. */
export interface TimeField {
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
const numberField = (
  part: keyof TimeParts,
  value: (time: Date) => number,
  digits: number,
  maxDigits = Math.max(digits, 2),
): TimeField => ({
  format: (time) => padded(value(time), digits),
  expression: `(\\d{1,${maxDigits}})`,
  read: (text) => ({ [part]: Number(text) }),
});

export const yearField: TimeField = numberField('year', (time) => time.getUTCFullYear(), 1, 4);

/** A year with two digits, from 1970 to 2069. */
export const shortYearField: TimeField = {
  format: (time) => padded(time.getUTCFullYear() % 100, 2),
  expression: '(\\d{2})',
  read: (text) => ({ year: Number(text) + (Number(text) < 70 ? 2000 : 1900) }),
};

export const monthField = (digits: number): TimeField => numberField('month', (time) => time.getUTCMonth() + 1, digits);
export const dayField = (digits: number): TimeField => numberField('day', (time) => time.getUTCDate(), digits);
export const hourField = (digits: number): TimeField => numberField('hour', (time) => time.getUTCHours(), digits);
export const minuteField = (digits: number): TimeField => numberField('minute', (time) => time.getUTCMinutes(), digits);
export const secondField = (digits: number): TimeField => numberField('second', (time) => time.getUTCSeconds(), digits);

/** Creates a field for the hour of a half day, from 1 to 12. */
export const halfHourField = (digits: number): TimeField => ({
  ...numberField('hour', (time) => time.getUTCHours() % 12 || 12, digits),
  read: (text) => ({ hour: Number(text) % 12 }),
});

export const halfField: TimeField = {
  format: (time) => (time.getUTCHours() < 12 ? 'AM' : 'PM'),
  expression: '([AaPp][Mm])',
  read: (text) => ({ half: /p/i.test(text) ? 12 : 0 }),
};

/** Creates a field for the fraction of a second with this number of digits. */
export const fractionField = (digits: number): TimeField => ({
  format: (time) => padded(time.getUTCMilliseconds(), 3).padEnd(digits, '0').slice(0, digits),
  expression: '(\\d{1,9})',
  read: (text) => ({ millisecond: Number(text.padEnd(3, '0').slice(0, 3)) }),
});

const nameField = (names: readonly string[], part: 'month' | undefined, index: (time: Date) => number): TimeField => ({
  format: (time) => names[index(time)] ?? '',
  expression: `(${names.join('|')})`,
  read: (text) => (part ? { month: names.findIndex((name) => name.toLowerCase() === text.toLowerCase()) + 1 } : {}),
});

const shortNames = (names: readonly string[]): readonly string[] =>
  names.map((name) => name.slice(0, SHORT_NAME_CHARS));

const monthOf = (time: Date): number => time.getUTCMonth();
const weekdayOf = (time: Date): number => time.getUTCDay();

export const monthNameField: TimeField = nameField(MONTHS, 'month', monthOf);
export const shortMonthNameField: TimeField = nameField(shortNames(MONTHS), 'month', monthOf);
export const weekdayField: TimeField = nameField(WEEKDAYS, undefined, weekdayOf);
export const shortWeekdayField: TimeField = nameField(shortNames(WEEKDAYS), undefined, weekdayOf);

/** Number of the weekday, from 1 for Monday. */
export const weekdayNumberField: TimeField = { format: (time) => String(time.getUTCDay() || 7) };

const dayOfYear = (time: Date): number =>
  Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;

export const dayOfYearField = (digits: number): TimeField => ({ format: (time) => padded(dayOfYear(time), digits) });

/** Returns the Thursday of a time's week: ISO weeks belong to the year of their Thursday. */
const thursdayOf = (time: Date): Date => new Date(time.getTime() + (4 - (time.getUTCDay() || 7)) * DAY_MS);

export const weekField = (digits: number): TimeField => ({
  format: (time) => padded(Math.ceil(dayOfYear(thursdayOf(time)) / 7), digits),
});

export const weekYearField: TimeField = { format: (time) => String(thursdayOf(time).getUTCFullYear()) };

/** Creates the field of literal text. */
export const literalField = (text: string): TimeField => ({
  format: () => text,
  expression: text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
});
