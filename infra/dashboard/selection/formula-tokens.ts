import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { CELL_AGGREGATES } from '../../../shared/config/selection-words.ts';
import { say } from '../../../shared/tabular/say.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';

export interface FormulaProblem {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

type TokenKind = 'number' | 'word' | 'bracket' | 'sign';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

const TOKEN = /(?<number>\d+(?:\.\d+)?)|(?<word>[\p{L}$][\p{L}\p{N}_.]*)|\[(?<bracket>[^\]]*)\]|(?<sign>[-+*/(),])/uy;

export const GRAMMAR = 'a formula has numbers, columns, + - * /, parentheses and functions such as sum(Amount)';

export const IN_BRACKETS = 'write a column with blanks in brackets: [Unit price]';

/** Ends the parsing of a formula at its first mistake. */
export class FormulaError extends Error {
  readonly problem: FormulaProblem;
  constructor(offset: number, message: string, hint: string) {
    super(message);
    this.problem = { offset, message, hint };
  }
}

const hintOfCharacter = (character: string): string => {
  if (/["'`]/.test(character)) return IN_BRACKETS;
  if (character === '[') return 'close the bracket: [Unit price]';
  if (character === '%') return 'write / 100, or * 100 for percent';
  return /[<>=!&|?]/.test(character) ? 'write conditions with `where`, `map` or `with`' : GRAMMAR;
};

const MAX_CHARACTERS = 500;

export const readTokens = (text: string): readonly Token[] => {
  if (text.length > MAX_CHARACTERS) {
    const message = say`the formula has ${text.length} characters, and at most ${MAX_CHARACTERS} are read`;
    throw new FormulaError(MAX_CHARACTERS, message, 'name its parts with `with`, or calculate it in SQL');
  }
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const [kind, found] = Object.entries(match?.groups ?? {}).find(([, part]) => part !== undefined) ?? [];
    if (!match || kind === undefined) {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      throw new FormulaError(at, `'${character}' cannot be in a formula`, hintOfCharacter(character));
    }
    tokens.push({ kind: kind as TokenKind, text: String(found), offset: at });
    at += match[0].length;
  }
  return tokens;
};

/** Each takes one value of each row. */
export const AGGREGATES = CELL_AGGREGATES.filter((word) => word !== 'collect');
export const OF_TIMES: readonly string[] = ['min', 'max', 'first', 'last'];
/** The functions that subtract times, with the milliseconds of their unit. */
export const SPANS_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
const FUNCTIONS = [...AGGREGATES, 'count', 'percentile', 'round', 'abs', 'column', ...Object.keys(SPANS_MS)];

/** Names of functions in spreadsheets and SQL, with the names that formulas have for them. */
const MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avg: 'average',
    mean: 'average',
    stddev: 'deviation',
    stdev: 'deviation',
  }),
);

export const unknownFunction = ({ text, offset }: Token): FormulaError => {
  const known = MEANT.get(text.toLowerCase()) ?? nearestNames(text, FUNCTIONS, 1)[0];
  const hint = known === undefined ? `the functions are ${FUNCTIONS.join(', ')}` : didYouMean([known]);
  return new FormulaError(offset, `there is no function ${shownName(text)}`, hint);
};

/** Returns the error of a column outside an aggregate, which may be a misspelled name of `with`. */
export const outsideAggregate = (column: string, offset: number, names: readonly string[]): FormulaError => {
  const near = nearestNames(column, names, 1);
  const hint = near.length > 0 ? didYouMean(near) : `write sum(${shownName(column)}), or another aggregate of it`;
  return new FormulaError(offset, `${shownName(column)} stands outside an aggregate`, hint);
};
