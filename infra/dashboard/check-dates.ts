import { TIME_LETTERS, timeTokens } from '../../shared/tabular/time-pattern.ts';
import type { DefinitionProblem } from './definition-problem.ts';
import { shownName } from './name-words.ts';
import type { Path } from './read-yaml.ts';

/** Matches letters that are often literal in a time, as in 2026-11-20T08:31Z. */
const LITERAL = /^[TZ]$/;

const literalWords = (pattern: string): readonly string[] =>
  timeTokens(pattern)
    .map((token) => (TIME_LETTERS.includes(token) ? ' ' : token))
    .join('')
    .match(/[A-Za-z]+/g)
    ?.filter((word) => !LITERAL.test(word)) ?? [];

/** Warns of letters that are not a part of a time. Each time in the file would have to contain these letters. */
const literalWarnings = (dates: string, path: Path): readonly DefinitionProblem[] => {
  const words = literalWords(dates);
  if (words.length === 0) return [];
  const message = `dates reads ${words.map(shownName).join(' and ')} as literal text`;
  return [{ path, message, hint: `the parts of a time are ${TIME_LETTERS.join(' ')}`, severity: 'warning' }];
};

/** Reports minutes where the month is meant: `dd/mm/yyyy` would read every date as a day of January. */
const minuteProblems = (dates: string, path: Path): readonly DefinitionProblem[] => {
  const tokens = timeTokens(dates);
  if (!tokens.includes('mm') || tokens.some((token) => /^[MH]/.test(token))) return [];
  return [{ path, message: 'dates has minutes, but neither months nor hours', hint: 'write MM for the month' }];
};

/** Checks how a file writes its times, which is a pattern or `seconds`. */
export const checkDates = (dates: unknown, path: Path): readonly DefinitionProblem[] =>
  typeof dates !== 'string' || dates === 'seconds'
    ? []
    : [...minuteProblems(dates, path), ...literalWarnings(dates, path)];
