import { distance } from 'fastest-levenshtein';

/** Leaves letters and digits, in lower case and normal width. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const sortLetters = (name: string): string => Array.from(name).sort().join('');

/** True for two short names with the same letters in another order, such as `cvs` and `csv`. */
const isSwapped = (a: string, b: string): boolean => a.length <= 3 && sortLetters(a) === sortLetters(b);

const isPart = (a: string, b: string): boolean => Math.min(a.length, b.length) > 2 && (a.includes(b) || b.includes(a));

/** Returns the known names that are spelled much like `name`, nearest first. */
export const nearestNames = (name: string, known: readonly string[], maxCount = 3): readonly string[] => {
  const wanted = plainName(name);
  const farthest = Math.round(wanted.length * 0.4);
  return known
    .map((candidate) => ({ candidate, plain: plainName(candidate) }))
    .map(({ candidate, plain }) => ({ candidate, plain, steps: distance(wanted, plain) }))
    .filter(({ plain, steps }) => steps <= farthest || isSwapped(wanted, plain) || isPart(wanted, plain))
    .sort((a, b) => a.steps - b.steps)
    .slice(0, maxCount)
    .map(({ candidate }) => candidate);
};
