/** Comments and blanks are no tokens. */
export interface MysqlToken {
  /**
   * `runs` is the beginning of a comment that MySQL runs, and `unclosed` a quote or a comment without its end, which is the
   * last token. `text` is a text in either kind of quotes, and `quoted` a name in backquotes.
   */
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'parameter' | 'variable' | 'symbol' | 'runs' | 'unclosed';
  readonly text: string;
  /** In UTF-16 units from the start of the statement. */
  readonly offset: number;
}

type Kind = MysqlToken['kind'];

const WORD = String.raw`[\p{L}\p{N}_$]+`;

/** The tokens of MySQL's scanner, and Wallfeed's parameters. The first pattern that matches is used. */
const PATTERNS: readonly (readonly [Kind | 'skipped', RegExp])[] = [
  ['skipped', /\s+|#[^\n]*|--(?=[\s\p{Cc}]|$)[^\n]*/uy],
  ['runs', /\/\*M?!/y],
  ['skipped', /\/\*[\s\S]*?\*\//y],
  ['text', /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"/y],
  ['quoted', /`(?:[^`]|``)+`/y],
  ['unclosed', /\/\*|['"`]/y],
  ['number', new RegExp(String.raw`(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?!${WORD})`, 'uy')],
  ['variable', new RegExp(String.raw`@@?(?:${WORD}|'[^']*'|"[^"]*"|\x60[^\x60]*\x60)?`, 'uy')],
  ['word', new RegExp(WORD, 'uy')],
  ['parameter', /:[\p{L}_][\p{L}\p{N}_]*/uy],
  ['symbol', /<=>|->>|<>|!=|<=|>=|<<|>>|\|\||&&|->|:=|::|[\s\S]/uy],
];

const matchAt = (sql: string, offset: number): readonly [Kind | 'skipped', string] => {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = offset;
    const [found] = pattern.exec(sql) ?? [];
    if (found !== undefined) return [kind, found];
  }
  return ['symbol', sql.charAt(offset)];
};

/** Splits a statement into tokens, as MySQL does. `--` begins a comment only before a blank, and `#` always. */
export const tokenizeMysql = (sql: string): readonly MysqlToken[] => {
  const tokens: MysqlToken[] = [];
  for (let offset = 0; offset < sql.length; ) {
    const [kind, text] = matchAt(sql, offset);
    const isCast = kind === 'parameter' && tokens.at(-1)?.text === ':';
    if (kind !== 'skipped') tokens.push(isCast ? { kind: 'symbol', text, offset } : { kind, text, offset });
    if (kind === 'unclosed') return tokens;
    offset += text.length;
  }
  return tokens;
};

export const isWord = (token: MysqlToken | undefined, ...texts: readonly string[]): boolean =>
  (token?.kind === 'word' || token?.kind === 'symbol') && texts.includes(token.text.toLowerCase());
