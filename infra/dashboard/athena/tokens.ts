/** A part of a statement in Trino's SQL. Comments and blanks are left out. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol';
  /** As written. */
  readonly text: string;
  /** In UTF-16 units from the start of the statement. */
  readonly offset: number;
}

const PATTERNS: readonly (readonly [Token['kind'] | 'skipped', RegExp])[] = [
  ['skipped', /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y],
  ['string', /(?:[xX]|[uU]&)?'(?:[^']|'')*'/y],
  ['quoted', /"(?:[^"]|"")*"/y],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['word', /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['symbol', /<>|!=|<=|>=|\|\||->|=>|::|[\s\S]/y],
];

const matchAt = (pattern: RegExp, sql: string, offset: number): string | undefined => {
  pattern.lastIndex = offset;
  return pattern.exec(sql)?.[0];
};

/** Splits a statement into tokens. If a quoted text never ends, its quote becomes a symbol. */
export const tokenize = (sql: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (let offset = 0; offset < sql.length; ) {
    for (const [kind, pattern] of PATTERNS) {
      const text = matchAt(pattern, sql, offset);
      if (text === undefined) continue;
      if (kind !== 'skipped') tokens.push({ kind, text, offset });
      offset += text.length;
      break;
    }
  }
  return tokens;
};

/** True if a token is this keyword or symbol. */
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
