import type { CivilParts } from './civil-time.ts';
import { plainBlanks } from './framed-time.ts';

export type Part = keyof CivilParts;

/** Parts of a time that are written as a name, or are no part of the calendar. */
export type Word = 'half' | 'weekday' | 'offset' | 'name';

/** One part of a time with its number of digits, a word, or a text that must occur as it is. */
export type Step =
  | { readonly part: Part; readonly min: number; readonly max: number; readonly isHalf?: boolean }
  | { readonly word: Word; readonly length?: 'short' | 'long' }
  | { readonly literal: string };

const digits = (part: Part, min: number, max = min): Step => ({ part, min, max });
const ofHalfDay = (min: number): Step => ({ part: 'hour', min, max: 2, isHalf: true });

const STEPS: Readonly<Record<string, Step>> = {
  yyyy: digits('year', 4),
  yy: digits('year', 2),
  MMMM: { word: 'name', length: 'long' },
  MMM: { word: 'name', length: 'short' },
  MM: digits('month', 2),
  M: digits('month', 1, 2),
  dd: digits('day', 2),
  d: digits('day', 1, 2),
  EEEE: { word: 'weekday' },
  EEE: { word: 'weekday' },
  HH: digits('hour', 2),
  H: digits('hour', 1, 2),
  hh: ofHalfDay(2),
  h: ofHalfDay(1),
  a: { word: 'half' },
  mm: digits('minute', 2),
  ss: digits('second', 2),
  SSS: digits('millisecond', 3),
  Z: { word: 'offset' },
};

export const TIME_LETTERS = Object.keys(STEPS);

/** Returns undefined for a text that stands for itself. */
export const timePart = (token: string): Part | Exclude<Word, 'name'> | undefined => {
  const step = Object.hasOwn(STEPS, token) ? STEPS[token] : undefined;
  if (!step || 'literal' in step) return undefined;
  if ('part' in step) return step.part;
  return step.word === 'name' ? 'month' : step.word;
};

/** True for the letters of an hour from 1 to 12, which needs AM or PM. */
export const isHalfDayHour = (token: string): boolean => token === 'h' || token === 'hh';

/** A text in quotes is one part if it has letters that are no parts of a time; other quotes stand for themselves. */
const TOKENS =
  /'(?!(?:yyyy|yy|MM?|dd?|HH?|mm|ss|SSS|[^A-Za-z']|[TZ])*')(?:[^']|'')*'|yyyy|yy|M{3,4}|MM?|dd?|E{3,4}|HH?|hh?|mm|ss|SSS|a[A-Za-z]+|a|Z|[\s\S]/gu;

/** Splits a pattern into the parts of a time, texts in quotes, and single other characters. */
export const timeTokens = (pattern: string): readonly string[] => pattern.match(TOKENS) ?? [];

const QUOTE = "'";

const literalOf = (token: string): Step => ({
  literal: plainBlanks(
    token.length > 1 && token.startsWith(QUOTE) ? token.slice(1, -1).replaceAll("''", QUOTE) || QUOTE : token,
  ),
});

export const stepOf = (token: string): Step =>
  (Object.hasOwn(STEPS, token) ? STEPS[token] : undefined) ?? literalOf(token);
