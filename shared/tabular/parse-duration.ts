import type { CellFault } from './cell-fault.ts';
import { shorten } from './shorten.ts';

/** The units in which lengths of time become numbers. */
export const DURATION_UNITS = ['milliseconds', 'seconds', 'minutes', 'hours', 'days'] as const;

/** The meanings of a length of time with two numbers, such as `1:38`. */
export const DURATION_FORMS = ['m:ss', 'h:mm'] as const;

/** How the lengths of time in a column become numbers. */
export interface DurationReading {
  readonly in: (typeof DURATION_UNITS)[number];
  /** The meaning of `1:38`. Such a cell is refused without it. */
  readonly form?: (typeof DURATION_FORMS)[number];
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNITS_MS: Readonly<Record<DurationReading['in'], number>> = {
  milliseconds: 1,
  seconds: SECOND_MS,
  minutes: MINUTE_MS,
  hours: HOUR_MS,
  days: DAY_MS,
};

const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
/** Matches `1:38:41`, with any number of hours, and `1:38`. */
const CLOCK = /^(\d+):([0-5]\d)(?::([0-5]\d(?:[.,]\d+)?))?$/;
const WORDS = new RegExp(
  `^(?:${NUMBER} ?d)? ?(?:${NUMBER} ?h)? ?(?:${NUMBER} ?m(?:in)?)? ?(?:${NUMBER} ?s)? ?(?:${NUMBER} ?ms)?$`,
);
const ISO = new RegExp(`^P(?:${NUMBER}D)?(?:T(?=\\d)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`);

const numberOf = (text = '0'): number => Number(text.replace(',', '.'));

const totalOf = ([days, hours, minutes, seconds, milliseconds]: readonly (string | undefined)[]): number =>
  numberOf(days) * DAY_MS +
  numberOf(hours) * HOUR_MS +
  numberOf(minutes) * MINUTE_MS +
  Math.round(numberOf(seconds) * SECOND_MS * SECOND_MS) / SECOND_MS +
  numberOf(milliseconds);

const MAX_SHOWN_CHARACTERS = 60;

const refuse = (text: string, reason: string, hint: string): CellFault => ({
  fault: `'${shorten(text, MAX_SHOWN_CHARACTERS)}' ${reason}`,
  hint,
});

const clockMs = (text: string, { form }: DurationReading): number | CellFault | undefined => {
  const [, first = '', second = '', third] = CLOCK.exec(text) ?? [];
  if (first === '') return undefined;
  if (third !== undefined) return totalOf(['0', first, second, third]);
  if (form === 'm:ss') return totalOf(['0', '0', first, second]);
  if (form === 'h:mm') return totalOf(['0', first, second]);
  const hint = 'say which with `durations`: `{ in: minutes, form: m:ss }` or `form: h:mm`';
  return refuse(text, 'may be minutes and seconds, or hours and minutes', hint);
};

const millisecondsOf = (text: string, reading: DurationReading): number | CellFault | undefined => {
  const clock = clockMs(text, reading);
  if (clock !== undefined) return clock;
  const [, ...words] = WORDS.exec(text) ?? ISO.exec(text) ?? [];
  return words.some((word) => word !== undefined) ? totalOf(words) : undefined;
};

/**
 * Reads a length of time as a number in the unit of its column: `1:38:41`, `90m`, `1h 30m`, `PT1H`. A minus may stand
 * before it.
 */
export const parseDuration = (text: string, reading: DurationReading): number | CellFault => {
  const isNegative = text.startsWith('-');
  const found = millisecondsOf(isNegative ? text.slice(1) : text, reading);
  if (found === undefined)
    return refuse(text, 'is not a length of time', 'write 1:38:41, 90m, 1h 30m or PT1H, or a number alone');
  if (typeof found !== 'number') return found;
  return ((isNegative ? -1 : 1) * found) / UNITS_MS[reading.in];
};
