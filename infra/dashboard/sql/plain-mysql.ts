import { isWord, type MysqlToken } from './mysql-tokens.ts';

const PAIRED_UNITS = /^(?:second|minute|hour|day)_(?:microsecond|second|minute|hour)$|^year_month$/i;

/** The words that may follow the length of an interval. */
const UNIT =
  /^(?:microsecond|second|minute|hour|day|week|month|quarter|year)$|^(?:second|minute|hour|day)_[a-z]+$|^year_month$/i;

/** Returns the number of tokens if the parenthesis is never closed. */
const closingOf = (tokens: readonly MysqlToken[], open: number): number => {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (isWord(tokens[at], '(')) depth += 1;
    if (isWord(tokens[at], ')')) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
};

/** Returns -1 if no parenthesis is open. */
const openingOf = (tokens: readonly MysqlToken[], at: number): number => {
  let depth = 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    if (isWord(tokens[index], ')')) depth += 1;
    if (isWord(tokens[index], '(') && depth === 0) return index;
    if (isWord(tokens[index], '(')) depth -= 1;
  }
  return -1;
};

/** True for `char(77 using utf8mb4)` at the word `using`. */
const isCharset = (tokens: readonly MysqlToken[], at: number): boolean =>
  isWord(tokens[at], 'using') &&
  isWord(tokens[at + 2], ')') &&
  isWord(tokens[openingOf(tokens, at) - 1], 'char', 'nchar');

/** True for `interval(23, 1, 15)`, which is a function, at the word `interval`. */
const isIntervalFunction = (tokens: readonly MysqlToken[], at: number): boolean =>
  isWord(tokens[at], 'interval') &&
  isWord(tokens[at + 1], '(') &&
  !UNIT.test(tokens[closingOf(tokens, at + 1) + 1]?.text ?? '');

type Find = (tokens: readonly MysqlToken[], at: number) => number;

const when = (isFound: boolean, count: number): number => (isFound ? count : 0);

/**
 * Forms of MySQL that the parser refuses although they are correct. Each function returns the number of tokens from an
 * index on that the replacement stands for, or 0.
 */
const FORMS: readonly (readonly [replacement: string, find: Find])[] = [
  ['', (tokens, at) => when(isWord(tokens[at], 'with') && isWord(tokens[at + 1], 'rollup'), 2)],
  ['', (tokens, at) => when(isCharset(tokens, at), 2)],
  [
    '',
    (tokens, at) =>
      when(isWord(tokens[at], 'character') && isWord(tokens[at + 1], 'set') && isWord(tokens[at - 1], ')', 'char'), 3),
  ],
  ['', (tokens, at) => when(isWord(tokens[at], 'leading', 'trailing', 'both') && isWord(tokens[at + 1], 'from'), 2)],
  [
    '',
    (tokens, at) =>
      when(isWord(tokens[at], 'from') && isWord(tokens[at + 1], 'first', 'last') && isWord(tokens[at + 2], 'over'), 2),
  ],
  ['=', (tokens, at) => when(isWord(tokens[at], 'sounds') && isWord(tokens[at + 1], 'like'), 2)],
  ['%', (tokens, at) => when(isWord(tokens[at], 'mod') && !isWord(tokens[at + 1], '(', ',', ')', '.'), 1)],
  ['-', (tokens, at) => when(isWord(tokens[at], '!'), 1)],
  ['day', (tokens, at) => when(tokens[at]?.kind === 'word' && PAIRED_UNITS.test(tokens[at]?.text ?? ''), 1)],
  ['greatest', (tokens, at) => when(isIntervalFunction(tokens, at), 1)],
  ['1', (tokens, at) => when(tokens[at]?.kind === 'parameter', 1)],
];

/** True if `mod` or `!` at this index may be a name: `select t.mod from t`. */
const isName = (tokens: readonly MysqlToken[], at: number): boolean => isWord(tokens[at - 1], '.', 'as');

/** Writes a statement without comments. Adds blanks, so that each token keeps its place. */
export const plainSyntax = (sql: string, tokens: readonly MysqlToken[]): string => {
  let plain = '';
  for (let at = 0; at < tokens.length; ) {
    const [replacement, find] = FORMS.find(([, matches]) => !isName(tokens, at) && matches(tokens, at) > 0) ?? [];
    const count = find?.(tokens, at) ?? 0;
    const last = tokens[at + Math.max(count, 1) - 1] as MysqlToken;
    const { offset, text } = tokens[at] as MysqlToken;
    const end = last.offset + last.text.length;
    plain = plain.padEnd(offset) + (replacement ?? text).padEnd(end - offset);
    at += Math.max(count, 1);
  }
  return keepLines(plain, sql);
};

/** Puts the line ends of the statement back, so that the parser names the same lines. */
const keepLines = (plain: string, sql: string): string =>
  plain.replace(/ /g, (blank, at: number) => (sql[at] === '\n' ? '\n' : blank));
