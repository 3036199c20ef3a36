import type { CellFault } from './cell-fault.ts';
import { say } from './say.ts';
import { shorten } from './shorten.ts';

export const DURATION_UNITS = ['milliseconds', 'seconds', 'minutes', 'hours', 'days'] as const;

/** Meanings of a length of time with two numbers, such as `1:38`. */
export const DURATION_FORMS = ['m:ss', 'h:mm'] as const;

export interface DurationReading {
  readonly in: (typeof DURATION_UNITS)[number];
  /** The meaning of `1:38`. Such a cell is refused without it. */
  readonly form?: (typeof DURATION_FORMS)[number];
}

/** A length of time with the unit in which its column is read. Sums add milliseconds, and divide once. */
export interface Length {
  readonly ms: number;
  readonly unitMs: number;
}

export const inUnit = ({ ms, unitMs }: Length): number => ms / unitMs;

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
/** `1:38:41`, with any number of hours, `1:38`, and `1:38.5`. */
const CLOCK = /^(\d+):([0-5]\d)(?::([0-5]\d))?([.,]\d+)?$/;
const WORDS = new RegExp(
  `^(?:${NUMBER} ?(?:d(?:ays?)?|天))? ?(?:${NUMBER} ?(?:h(?:rs?|ours?)?|小时))? ?` +
    `(?:${NUMBER} ?(?:m(?:ins?|inutes?)?|分钟?))? ?(?:${NUMBER} ?(?:s(?:ecs?|econds?)?|秒))? ?(?:${NUMBER} ?(?:ms|毫秒))?$`,
);
/** A number alone does not say its unit. */
const ALONE = /^\d[\d.,]*$/;
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
  fault: say`'${shorten(text, MAX_SHOWN_CHARACTERS)}' ${reason}`,
  hint,
});

const clockMs = (text: string, { form }: DurationReading): number | CellFault | undefined => {
  const [, first = '', second = '', third, fraction] = CLOCK.exec(text) ?? [];
  if (first === '') return undefined;
  if (third !== undefined) return totalOf(['0', first, second, third + (fraction ?? '')]);
  if (form === 'm:ss' || (form === undefined && fraction !== undefined))
    return totalOf(['0', '0', first, second + (fraction ?? '')]);
  if (fraction !== undefined) return refuse(text, 'has a fraction of a second', 'write `form: m:ss` in `durations`');
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
 * Reads a length of time in the unit of its column: `1:38:41`, `90m`, `1h 30m`, `1小时30分`, `PT1H`. A minus may stand
 * before it.
 */
export const parseDuration = (text: string, reading: DurationReading): Length | CellFault => {
  const isNegative = text.startsWith('-');
  const size = isNegative ? text.slice(1) : text;
  const found = millisecondsOf(size, reading);
  if (found === undefined && ALONE.test(size))
    return refuse(
      text,
      'is a number without a unit',
      `write the unit, such as ${text}m; numbers alone need no \`durations\``,
    );
  if (found === undefined) return refuse(text, 'is not a length of time', 'write 1:38:41, 90m, 1h 30m or PT1H');
  if (typeof found !== 'number') return found;
  return { ms: isNegative ? -found : found, unitMs: UNITS_MS[reading.in] };
};
