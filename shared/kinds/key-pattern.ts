import type { WindowConfig } from '../config/selection.ts';
import type { WindowBounds } from '../selection/window.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `{date}`, `{yyyy/MM/dd/HH}`. */
const FORM = /\{([^{}]*)\}/g;
const LETTERS = /yyyy|yy|MM|M|dd|d|HH|H|mm|ss|SSS/g;

/** True if a key stands for several files: it has a form of times in braces, or a `*`. */
export const isPattern = (key: string): boolean => /[{*]/.test(key);

/** Returns the text before the first form or `*`. */
export const fixedPart = (key: string): string => /^[^{*]*/.exec(key)?.[0] ?? '';

export const formsOf = (key: string): readonly string[] =>
  Array.from(key.matchAll(FORM), ([, form = '']) => (form === 'date' ? 'yyyy-MM-dd' : form));

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const WRITERS: Readonly<Record<string, (time: Date) => string>> = {
  yyyy: (time) => String(time.getUTCFullYear()).padStart(4, '0'),
  yy: (time) => twoDigits(time.getUTCFullYear() % 100),
  MM: (time) => twoDigits(time.getUTCMonth() + 1),
  M: (time) => String(time.getUTCMonth() + 1),
  dd: (time) => twoDigits(time.getUTCDate()),
  d: (time) => String(time.getUTCDate()),
  HH: (time) => twoDigits(time.getUTCHours()),
  H: (time) => String(time.getUTCHours()),
  mm: (time) => twoDigits(time.getUTCMinutes()),
};

/**
 * True if names can be written in a form: it contains letters for units of time, none of them shorter than a minute.
 */
export const isWritable = (form: string): boolean => {
  const letters = form.match(LETTERS) ?? [];
  return (
    letters.length > 0 &&
    letters.every((one) => Object.hasOwn(WRITERS, one)) &&
    !/[A-Za-z]/.test(form.replaceAll(LETTERS, ''))
  );
};

const nameAt = (key: string, time: number): string =>
  key.replaceAll(FORM, (_, form: string) =>
    (form === 'date' ? 'yyyy-MM-dd' : form).replaceAll(LETTERS, (one) => WRITERS[one]?.(new Date(time)) ?? one),
  );

/**
 * Returns milliseconds from one name of a pattern to the next. For a month or a year, the step is a day, so names
 * repeat.
 */
const stepOf = (key: string): number => {
  const forms = formsOf(key).join(' ');
  if (forms.includes('mm')) return MINUTE_MS;
  return /H/.test(forms) ? HOUR_MS : DAY_MS;
};

const SPAN_DAYS = { today: 1, week: 7, month: 31, year: 366 } as const;

/**
 * Returns the longest span of a window in milliseconds. A request never gets more. Infinite if requests choose the
 * length.
 */
export const longestSpan = ({ last, atMost = Number.POSITIVE_INFINITY }: Partial<WindowConfig>): number =>
  typeof last === 'string' ? SPAN_DAYS[last] * DAY_MS : (last ?? atMost);

export const countNames = (key: string, spanMs: number): number =>
  formsOf(key).length === 0 ? 1 : Math.ceil((spanMs + 2 * DAY_MS) / stepOf(key)) + 1;

/**
 * Goes from one day before a span to one day after it, because writers name files by days of UTC or by their own days.
 * A `*` stays.
 */
export const namesIn = (key: string, { from, to }: WindowBounds): readonly string[] => {
  if (formsOf(key).length === 0) return [key];
  const step = stepOf(key);
  const first = Math.floor((from - DAY_MS) / step) * step;
  const count = Math.floor((to + DAY_MS - first) / step) + 1;
  return [...new Set(Array.from({ length: count }, (_, index) => nameAt(key, first + index * step)))];
};

/** A character, a digit of a form of times, or the rest of a `*`. */
interface Step {
  readonly takes: (character: string) => boolean;
  /** True if a name may go on without this step. */
  readonly isOptional?: boolean;
  /** True if the step may take several characters. */
  readonly repeats?: boolean;
}

const STAR: Step = { takes: (character) => character !== '/', isOptional: true, repeats: true };
const DIGIT: Step = { takes: (character) => character >= '0' && character <= '9' };
const OPTIONAL_DIGIT: Step = { ...DIGIT, isOptional: true };
/** A year, month, day or clock time has one to four digits. */
const TIME = [DIGIT, OPTIONAL_DIGIT, OPTIONAL_DIGIT, OPTIONAL_DIGIT];

const literal = (text: string): readonly Step[] =>
  Array.from(text, (expected) => ({ takes: (character) => character === expected }));

const stepsOfKey = (key: string): readonly Step[] =>
  key.split(/(\{[^{}]*\}|\*)/).flatMap((part) => {
    if (part === '*') return [STAR];
    if (!part.startsWith('{')) return literal(part);
    const form = formsOf(part)[0] ?? '';
    return form
      .split(/(yyyy|yy|MM|M|dd|d|HH|H|mm)/)
      .flatMap((one) => (Object.hasOwn(WRITERS, one) ? TIME : literal(one)));
  });

const skipOptional = (at: Set<number>, steps: readonly Step[]): Set<number> => {
  for (const index of at) if (steps[index]?.isOptional) at.add(index + 1);
  return at;
};

/**
 * Follows all ways through the steps at once, so the time is at most the product of both lengths. A regular expression
 * would try the ways one after the other, and 20 stars have millions.
 */
const fits = (name: string, steps: readonly Step[]): boolean => {
  let at = skipOptional(new Set([0]), steps);
  for (const character of name) {
    const next = new Set<number>();
    for (const index of at) {
      const step = steps[index];
      if (step?.takes(character)) next.add(step.repeats ? index : index + 1);
    }
    if (next.size === 0) return false;
    at = skipOptional(next, steps);
  }
  return at.has(steps.length);
};

/** Returns a test for the keys that a pattern stands for. A `*` is any text without `/`. */
export const createKeyTest = (key: string): ((key: string) => boolean) => {
  const steps = stepsOfKey(key);
  const isHidden = (name: string): boolean => /^[_.]/.test(name.slice(name.lastIndexOf('/') + 1));
  return (name) => fits(name, steps) && !(key.includes('*') && isHidden(name));
};
