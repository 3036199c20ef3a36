/** The name is without the colon; the place includes the colon. */
export interface SqlParameterUse {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const ESCAPED = String.raw`(?:[^'\\]|\\[\s\S]|'')*`;
const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`;

/** Tokens of PostgreSQL's scanner. The first matching pattern counts. */
const PIECES = {
  blank: String.raw`\s+|--[^\n\r]*`,
  comment: String.raw`/\*`,
  escapeString: String.raw`[eE]'${ESCAPED}(?:'[^\S\n\r]*[\n\r]\s*'${ESCAPED})*'?`,
  string: `'[^']*'?`,
  quotedName: '"[^"]*"?',
  dollarString: String.raw`\$(?<tag>(?:${NAME})?)\$[\s\S]*?(?:\$\k<tag>\$|$)`,
  operand: String.raw`(?:[\p{L}_]|\p{N})[\p{L}\p{N}_$.]*|[)\]]`,
  open: String.raw`\[`,
  cast: '::|:=',
  parameter: `:(?<name>${NAME})`,
  other: String.raw`[\s\S]`,
};

const scanner = new RegExp(
  Object.entries(PIECES)
    .map(([kind, pattern]) => `(?<${kind}>${pattern})`)
    .join('|'),
  'uy',
);

/** Returns the end of the block comment that begins at `start`. Block comments may be nested. */
const commentEnd = (statement: string, start: number): number => {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(statement); mark; mark = marks.exec(statement)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return statement.length;
};

/**
 * Uses are in order. Ignores colons in literals, quoted names, comments, casts (`::`) and array slices (`a[low:high]`).
 */
export const findSqlParameters = (statement: string): readonly SqlParameterUse[] => {
  const uses: SqlParameterUse[] = [];
  let brackets = 0;
  let afterOperand = false;
  let at = 0;
  while (at < statement.length) {
    scanner.lastIndex = at;
    const found = scanner.exec(statement);
    const piece = found?.groups ?? {};
    const end = piece.comment ? commentEnd(statement, at) : scanner.lastIndex;
    const isSlice = brackets > 0 && afterOperand;
    if (piece.name && !isSlice) uses.push({ name: piece.name, start: at, end });
    if (piece.open) brackets++;
    if (found?.[0] === ']') brackets--;
    if (!piece.blank && !piece.comment) {
      afterOperand = Boolean(piece.operand ?? piece.parameter ?? piece.quotedName ?? piece.string);
    }
    at = end;
  }
  return uses;
};
