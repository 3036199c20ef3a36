/** Writes a time in UTC in the form of SQL, such as `2026-11-20 08:00:00.000`. */
export const utcText = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');

/** Months and days count from 1. */
export interface CivilParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

const DAY_MS = 86_400_000;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const daysIn = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (LENGTHS[month - 1] ?? 0));

/** Returns days from 1970-01-01. Counts years from March, so that the leap day is the last day of a year. */
const daysUntil = (year: number, month: number, day: number): number => {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
};

/**
 * Returns the time of these parts in UTC, in milliseconds since 1970; undefined if the calendar has no such time.
 * Replaces Date.UTC, which reads the years 0 to 99 as 1900 to 1999 and is several times slower.
 */
export const civilTime = ({ year, month, day, hour, minute, second, millisecond }: CivilParts): number | undefined => {
  const exists = month >= 1 && day >= 1 && day <= daysIn(year, month) && hour < 24 && minute < 60 && second < 60;
  if (!exists) return undefined;
  return daysUntil(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
};
