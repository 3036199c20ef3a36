/** The kinds of tokens. `unclosed` is a string, a quoted name or a comment without its end; `odd` is a character that Trino does not know. */
export type TokenKind = 'word' | 'quoted' | 'string' | 'number' | 'parameter' | 'mark' | 'unclosed' | 'odd';

/** A token of a statement in Trino's SQL. Blanks and comments are none. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Offset in UTF-16 units. */
  readonly start: number;
}

/** The tokens of Trino's grammar (SqlBase.g4). The first that matches counts. Comments cannot be nested. */
const PIECES = {
  blank: String.raw`\s+|--[^\n\r]*|/\*[\s\S]*?\*/`,
  string: "(?:[xX]|[uU]&)?'(?:[^']|'')*'(?!')",
  quoted: '(?:[uU]&)?"(?:[^"]|"")*"(?!")',
  unclosed: String.raw`/\*|'|"`,
  number: String.raw`(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![A-Za-z_\d])`,
  word: String.raw`[\p{L}_\d][\p{L}\d_]*`,
  parameter: String.raw`:[\p{L}_][\p{L}\d_]*`,
  mark: String.raw`::|<>|!=|<=|>=|\|\||->|=>|[-+*/%<>=(),.;?:[\]{}|^]`,
  odd: '`[^`]*`|[\\s\\S]',
};

const scanner = new RegExp(
  Object.entries(PIECES)
    .map(([kind, pattern]) => `(?<${kind}>${pattern})`)
    .join('|'),
  'uy',
);

const OPERAND_KINDS: ReadonlySet<TokenKind | undefined> = new Set(['quoted', 'string', 'number', 'parameter']);

/** True if a colon behind this token is no parameter: `json_object('a':b)`. */
const isOperand = (token: Token | undefined): boolean =>
  OPERAND_KINDS.has(token?.kind) || token?.text === ')' || token?.text === ']';

/** Splits a statement in Trino's SQL. Parameters are named, such as `:from`. */
export const scanTrino = (statement: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (let start = 0; start < statement.length; ) {
    scanner.lastIndex = start;
    const found = scanner.exec(statement);
    const [[kind, text] = ['odd', '']] = Object.entries(found?.groups ?? {}).filter(([, piece]) => piece !== undefined);
    if (kind === 'unclosed') return [...tokens, { kind, text, start }];
    const isColon = kind === 'parameter' && isOperand(tokens.at(-1));
    const token: Token = isColon ? { kind: 'mark', text: ':', start } : { kind: kind as TokenKind, text, start };
    if (kind !== 'blank') tokens.push(token);
    start += token.text.length;
  }
  return tokens;
};

/** True for a word of the grammar, in any case. A quoted name is none. */
export const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text.toUpperCase());
