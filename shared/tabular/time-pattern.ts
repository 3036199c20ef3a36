import { areSeconds, parseTime, TIME_FORMS, timeFault } from './parse-time.ts';
import { suggestDates } from './suggest-dates.ts';
import { createPatternReader, type TimeReader } from './time-steps.ts';

const SECONDS = /^(-?)(\d{1,12})(?:[.,](\d+))?$/;
/** The last second of the year 9999. A larger number is probably milliseconds. */
const MAX_SECONDS = 253_402_300_799;

const readSeconds: TimeReader = (text) => {
  const [, sign, whole = '', fraction = ''] = SECONDS.exec(text) ?? [];
  const seconds = Number(whole);
  if (whole === '' || seconds > MAX_SECONDS)
    return timeFault(text, 'is not a time', 'write seconds since 1970, such as 1795172400, because of dates: seconds');
  const time = seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return sign === '-' ? -time : time;
};

const HINT = `say how the file writes its times, such as dates: dd/MM/yyyy HH:mm; without dates, write ${TIME_FORMS}`;

const SECONDS_HINT = 'say how the file writes its times: dates: seconds';

/** Matches a length of time, such as `1:38:41`. */
const DURATION = /^\d{1,4}:\d{2}(?::\d{2})?$/;

const DURATION_HINT = 'if the cell is a length of time, read it as a number with `durations`; a time needs its date';

/** Longest text that is compared with the forms of times. */
const MAX_CHARACTERS = 40;

/** Returns a hint with the patterns that read a text, if there are any. */
const hintOf = (text: string): string => {
  if (areSeconds(text)) return SECONDS_HINT;
  if (DURATION.test(text)) return DURATION_HINT;
  if (text.length > MAX_CHARACTERS) return HINT;
  const reads = (pattern: string) => typeof createPatternReader(pattern, 'UTC', undefined)(text) === 'number';
  const patterns = suggestDates(text, reads).map((pattern) => `\`dates: ${pattern}\``);
  return patterns.length === 0 ? HINT : `say how the file writes its times: ${patterns.join(' or ')}`;
};

/**
 * Creates a reader for the times of a file.
 * @param dates the form of the file's times: `seconds`, or a pattern of the letters in `TIME_LETTERS`. All other
 * characters of the pattern must occur as they are. Missing parts are those of 1970-01-01 00:00. If undefined, the
 * usual forms are read.
 * @param months the names of the twelve months, if they are not English.
 */
export const createTimeReader = (
  dates: string | undefined,
  timezone: string,
  months?: readonly string[],
): TimeReader => {
  if (dates === 'seconds') return readSeconds;
  if (dates !== undefined) return createPatternReader(dates, timezone, months);
  return (text) => parseTime(text, timezone, hintOf);
};
