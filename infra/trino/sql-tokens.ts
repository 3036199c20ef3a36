/** A token of Trino's SQL, without comments and blanks. */
export interface Token {
  /**
   * `unclosed` is a quote or the beginning of a comment that has no end; it is the last token. `odd` is a character
   * that Trino does not know, or a name in backquotes.
   */
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'parameter' | 'symbol' | 'unclosed' | 'odd';
  readonly text: string;
  /** In UTF-16 units from the start of the statement. */
  readonly offset: number;
}

/** `interval '1' day`. */
export const INTERVAL_UNITS = ['second', 'minute', 'hour', 'day', 'month', 'year'] as const;

type Kind = Token['kind'];

/** Tokens of Trino's grammar, SqlBase.g4, and Wallfeed's parameters. The first pattern that matches is used. */
const PATTERNS: readonly (readonly [Kind | 'skipped', RegExp])[] = [
  ['skipped', /\s+|--[^\n\r]*|\/\*[\s\S]*?\*\//y],
  ['string', /(?:[xX]|[uU]&)?'(?:[^']|'')*'(?!')/y],
  ['quoted', /(?:[uU]&)?"(?:[^"]|"")*"(?!")/y],
  ['unclosed', /\/\*|'|"/y],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_])/uy],
  ['word', /[\p{L}\p{N}_]+/uy],
  ['parameter', /:[\p{L}_][\p{L}\p{N}_]*/uy],
  ['symbol', /<>|!=|<=|>=|\|\||->|=>|::|[-+*/%<>=(),.;?:[\]{}|^]/y],
  ['odd', /`[^`]*`|[\s\S]/uy],
];

const matchAt = (sql: string, offset: number): readonly [Kind | 'skipped', string] => {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = offset;
    const found = pattern.exec(sql);
    if (found) return [kind, found[0]];
  }
  return ['odd', sql.charAt(offset)];
};

/** True if a colon after this token does not begin a parameter: `json_object('a':b)`. */
const endsValue = (token: Token | undefined): boolean =>
  token?.kind === 'quoted' || token?.kind === 'string' || token?.kind === 'number' || isText(token, ')', ']');

/** Parameters are named, such as `:from`. */
export const tokenize = (sql: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (let offset = 0; offset < sql.length; ) {
    const [kind, text] = matchAt(sql, offset);
    const isColon = kind === 'parameter' && endsValue(tokens.at(-1));
    if (kind !== 'skipped') tokens.push(isColon ? { kind: 'symbol', text: ':', offset } : { kind, text, offset });
    if (kind === 'unclosed') return tokens;
    offset += isColon ? 1 : text.length;
  }
  return tokens;
};

export const nameOf = ({ kind, text }: Token): string =>
  kind === 'quoted' ? text.slice(1, -1).replaceAll('""', '"') : text;

export const isText = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  (token?.kind === 'word' || token?.kind === 'symbol') && texts.includes(token.text.toLowerCase());

/** Returns the position of the parenthesis that closes the one at this position, or the number of tokens. */
export const closingOf = (tokens: readonly Token[], open: number): number => {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (isText(tokens[at], '(', '[')) depth += 1;
    if (isText(tokens[at], ')', ']')) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
};

export const splitAtCommas = <T extends Token>(tokens: readonly T[]): readonly (readonly T[])[] => {
  if (tokens.length === 0) return [];
  const parts: T[][] = [[]];
  for (let at = 0; at < tokens.length; at += 1) {
    const end = isText(tokens[at], '(', '[') ? closingOf(tokens, at) : at;
    if (isText(tokens[at], ',')) parts.push([]);
    else parts.at(-1)?.push(...tokens.slice(at, end + 1));
    at = end;
  }
  return parts;
};

/**
 * Returns a pattern for the text that `createFinder` searches: a blank follows each token, words are in lower case, and
 * blanks in quotes are underscores.
 */
export const tokenPattern = (pattern: string): RegExp => new RegExp(`(?<= )${pattern}`, 'gu');

/** Finds each match with the index of its first token and the token's place. */
export const createFinder = (tokens: readonly (Pick<Token, 'text' | 'offset'> & { readonly kind: string })[]) => {
  const places = new Map<number, number>();
  let text = ' ';
  for (const [index, token] of tokens.entries()) {
    places.set(text.length, index);
    text += `${token.kind === 'word' ? token.text.toLowerCase() : token.text.replaceAll(/\s/g, '_')} `;
  }
  return (pattern: RegExp) =>
    Array.from(text.matchAll(pattern), (match) => {
      const at = places.get(match.index) ?? 0;
      return { match, at, offset: tokens[at]?.offset ?? 0 };
    });
};
