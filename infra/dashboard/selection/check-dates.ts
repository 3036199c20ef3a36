import { isHalfDayHour, TIME_LETTERS, timePart, timeTokens } from '../../../shared/tabular/time-letters.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import type { Problem } from '../folder/diagnostic.ts';
import type { Path } from '../folder/read-yaml.ts';
import { quotedZone } from './quoted-zone.ts';

/** Matches letters that stand for themselves, as in 2026-11-20T08:31. */
const LITERAL = /^T$/;

/** From the largest to the smallest. */
const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;

/** The letters for parts of a time in the patterns of other systems, each with the letters for the same part here. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/'([TZ])'/g, '$1'],
  [/UTC|GMT|[Xx]+|z+|Z{2,}/g, 'Z'],
  [/Y{3,}|y{3,}/g, 'yyyy'],
  [/YY/g, 'yy'],
  [/D+/g, 'dd'],
  [/(?<=y\W?)mm(?!\W?[sS])|(?<![HhkK]\W?)mm(?=\W?[dDyY])/g, 'MM'],
  [/k+|h+(?=[^a]*$)/g, 'HH'],
  [/(?<=[Hh]\W?)MM/g, 'mm'],
  [/S+(?![^s]*s)/g, 'SSS'],
  [/SS$/g, 'ss'],
];

const letterRuns = (pattern: string): readonly string[] =>
  timeTokens(pattern)
    .map((token) => (timePart(token) === undefined && !token.startsWith("'") ? token : ' '))
    .join('')
    .match(/[A-Za-z]+/g)
    ?.filter((word) => !LITERAL.test(word)) ?? [];

const unknownLetters = (pattern: string): string | undefined => {
  const words = letterRuns(pattern);
  if (words.length === 0) return undefined;
  return `\`dates\` has ${words.map((word) => `'${word}'`).join(' and ')}, which ${words.length > 1 ? 'are no parts' : 'is no part'} of a time`;
};

/** Parts of a time that may stand anywhere in it, and several times. */
const OTHERS: ReadonlySet<string | undefined> = new Set(['half', 'weekday', 'offset']);

/** Matches a letter in quotes that stands for itself, or for an offset, only without the quotes. */
const QUOTED_LETTER = /'([TZ])'/;

const quotedLetter = (pattern: string): string | undefined => {
  const [, letter] = QUOTED_LETTER.exec(pattern) ?? [];
  return letter && `\`dates\` has ${letter} in quotes`;
};

const partsOf = (pattern: string) =>
  timeTokens(pattern)
    .map(timePart)
    .filter((part) => part !== undefined)
    .filter((part) => !OTHERS.has(part));

const repeatedPart = (pattern: string): string | undefined => {
  const offsets = timeTokens(pattern).filter((token) => token === 'Z');
  const parts = [...partsOf(pattern), ...offsets.map(() => 'offset')];
  const twice = parts.find((part, index) => parts.indexOf(part) !== index);
  return twice && `\`dates\` has the ${twice} twice`;
};

/** True for yyyy-mm-dd, perhaps with a time of day whose minutes are MM. */
const hasMinutesInDate = (pattern: string): boolean => {
  const parts: readonly (string | undefined)[] = partsOf(pattern);
  const minute = parts.indexOf('minute');
  if (minute === -1 || !parts.includes('year')) return false;
  const isOfClock = parts[minute - 1] === 'hour' || parts[minute + 1] === 'hour' || parts[minute + 1] === 'second';
  return !isOfClock && (parts.includes('hour') || !parts.includes('month'));
};

const loosePart = (pattern: string): string | undefined => {
  const parts = new Set<string>(partsOf(pattern));
  if (parts.size === 0) return '`dates` has no part of a time';
  if (hasMinutesInDate(pattern)) return '`dates` has minutes (mm) where the month (MM) belongs';
  const largest = parts.has('year') || parts.has('month') || parts.has('day') ? 0 : PARTS.indexOf('hour');
  const smallest = PARTS.findLastIndex((part) => parts.has(part));
  const missing = PARTS.slice(largest, smallest).findLastIndex((part) => !parts.has(part));
  if (missing === -1) return undefined;
  const next = PARTS.slice(largest + missing).find((part) => parts.has(part));
  return `\`dates\` has the ${next} without the ${PARTS[largest + missing]}`;
};

const problemOf = (pattern: string): string | undefined =>
  unknownLetters(pattern) ?? quotedLetter(pattern) ?? repeatedPart(pattern) ?? loosePart(pattern);

/** Reports a pattern whose letters for an hour or a month contradict each other, and says what to write. */
const mixedLetters = (pattern: string): Problem | undefined => {
  const tokens = timeTokens(pattern);
  const half = tokens.find(isHalfDayHour);
  const full = tokens.find((token) => token === 'HH' || token === 'H');
  const has = (token: string) => tokens.includes(token);
  if (pattern.includes('MMMMM')) return { message: '`dates` has MMMMM', hint: 'write MMM or MMMM' };
  if (half && !has('a'))
    return { message: `\`dates\` has ${half} without a`, hint: `add a, or write ${half.toUpperCase()}` };
  if (full && has('a')) return { message: `\`dates\` has ${full} with a`, hint: `write ${full.toLowerCase()}` };
  return undefined;
};

const meantBy = (pattern: string): string | undefined => {
  const meant = MEANT.reduce((text, [letters, ours]) => text.replace(letters, ours), pattern);
  const isRight = problemOf(meant) === undefined && mixedLetters(meant) === undefined;
  return meant !== pattern && isRight ? meant : undefined;
};

/**
 * Checks how a file writes its times, which is a pattern or `seconds`. Every letter must be a part of a time. A part
 * needs all larger parts of the date or of the time of day, because a missing part would be that of 1970-01-01.
 */
export const checkDates = (dates: unknown, path: Path, timezone: string | undefined): readonly DefinitionProblem[] => {
  if (typeof dates !== 'string' || dates === '' || dates === 'seconds') return [];
  const message = problemOf(dates);
  const mixed = mixedLetters(dates);
  if (mixed && (message === undefined || dates.includes('MMMMM'))) return [{ path, ...mixed }];
  if (message === undefined) return [...quotedZone(dates, path, timezone)];
  const meant = meantBy(dates);
  const example = `the parts of a time are ${TIME_LETTERS.join(' ')}, such as yyyy-MM-dd HH:mm`;
  return [{ path, message, hint: meant === undefined ? example : `write ${meant}` }];
};
