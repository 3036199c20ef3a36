import { HOLE } from './find-sites.ts';

/** True if a message, or several, can be what is printed where the code has a text with holes. */
export type Fits = (text: string) => boolean;

const SYNTAX = /[.*+?^${}()|[\]\\/]/g;

const PLACEHOLDER = /\{(\w+)\}/g;

const patternOf = (message: string): RegExp => {
  const source = message
    .split(PLACEHOLDER)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(SYNTAX, '\\$&');
      return /^(?:s\d*|verb)$/.test(part) ? '[^ ]*' : '(.+?)';
    })
    .join('');
  return new RegExp(`^${source}$`, 's');
};

const longestPart = (message: string): string =>
  message.split(/\{\w+\}/).reduce((longest, part) => (part.length > longest.length ? part : longest));

/** True for a text without words of its own: values, code and punctuation. */
const isValue = (text: string): boolean =>
  !/[a-z]{2,} [a-z]{2,}/i.test(text.replaceAll(/`[^`]*`|'[^']*'|"[^"]*"/g, ''));

export const createFits = (messages: readonly string[]): Fits => {
  const templates = messages
    .map((message) => message.replaceAll(/'(\{\w+\})'/g, '$1'))
    .map((message) => ({ part: longestPart(message), pattern: patternOf(message) }));
  const known = new Map<string, boolean>();
  const asOne = (text: string): boolean =>
    templates.some(({ part, pattern }) => {
      if (!text.includes(part)) return false;
      const [, ...values] = pattern.exec(text) ?? [];
      return pattern.test(text) && values.every((value) => value !== text && (isValue(value) || fits(value)));
    });
  const asClause = (text: string): boolean => {
    const clause = text.replace(/\.$/, '');
    return asOne(clause) || asOne(`${clause.charAt(0).toLowerCase()}${clause.slice(1)}`);
  };
  const fits: Fits = (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    known.set(text, false);
    const sentences = text.split(/(?<=\.) |\n/).filter((one) => one.trim() !== '');
    const isSaid =
      asOne(text) || (/^[A-Z].*\.$/s.test(text) && asClause(text)) || (sentences.length > 1 && sentences.every(fits));
    known.set(text, isSaid);
    return isSaid;
  };
  /**
   * Returns the places in which the code puts a text into a message: alone, behind its subject, before what was found.
   */
  const placesOf = (text: string): readonly string[] => [text, `${HOLE} ${text}`, `${text}; found ${HOLE}`];
  return (text) => {
    const whole = text.replaceAll(/^ +|'(?=\uE000)|(?<=\uE000)'/gm, '');
    const short = whole.replace(/(?<=\S)\uE000$/, '');
    return short.replaceAll(HOLE, '').trim() === '' || [whole, short].flatMap(placesOf).some(fits);
  };
};
