import { isWord, type Token } from './tokens.ts';

/** The clauses of a query, and the other places in which an expression may stand. */
export type Clause =
  | 'WITH'
  | 'SELECT'
  | 'FROM'
  | 'ON'
  | 'WHERE'
  | 'GROUP BY'
  | 'HAVING'
  | 'WINDOW'
  | 'ORDER BY'
  | 'OFFSET'
  | 'LIMIT'
  | 'VALUES'
  | 'FILTER';

/** A token, the clause of the innermost query that it stands in, and the number of parentheses around it. */
export interface PlacedToken extends Token {
  readonly clause?: Clause | undefined;
  readonly depth: number;
}

interface Frame {
  /** False for the parentheses of a function, a list or an expression: their words begin no clause. */
  readonly isQuery: boolean;
  readonly clause?: Clause | undefined;
}

const QUERY_STARTS = ['SELECT', 'WITH', 'VALUES', 'TABLE'] as const;

/** Words after which an operand follows. A name such as `offset` behind one of them is a column. */
const BEFORE_OPERAND =
  'SELECT DISTINCT ALL FROM JOIN ON WHERE AND OR NOT IN LIKE ESCAPE BETWEEN BY HAVING CASE WHEN THEN ELSE AS CAST EXISTS UNION EXCEPT INTERSECT'.split(
    ' ',
  );

const endsOperand = (token: Token | undefined): boolean => {
  if (!token) return false;
  if (token.kind === 'word') return !isWord(token, ...BEFORE_OPERAND);
  return token.kind !== 'mark' || token.text === ')' || token.text === ']';
};

/** Returns the clause that a word begins; undefined for all other tokens. `is distinct from` begins none. */
const clauseAt = (tokens: readonly Token[], index: number): Clause | undefined => {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (isWord(token, 'WITH')) return isWord(next, 'ORDINALITY', 'TIME', 'TIES') ? undefined : 'WITH';
  if (isWord(token, 'SELECT')) return 'SELECT';
  if (isWord(token, 'FROM')) return isWord(before, 'DISTINCT') ? undefined : 'FROM';
  if (isWord(token, 'JOIN')) return 'FROM';
  if (isWord(token, 'ON')) return 'ON';
  if (isWord(token, 'WHERE')) return 'WHERE';
  if (isWord(token, 'HAVING')) return 'HAVING';
  if (isWord(token, 'VALUES')) return 'VALUES';
  if (isWord(token, 'GROUP', 'ORDER') && isWord(next, 'BY')) return isWord(token, 'GROUP') ? 'GROUP BY' : 'ORDER BY';
  if (!endsOperand(before)) return undefined;
  if (isWord(token, 'LIMIT')) return 'LIMIT';
  if (isWord(token, 'FETCH') && isWord(next, 'FIRST', 'NEXT')) return 'LIMIT';
  if (isWord(token, 'OFFSET')) return 'OFFSET';
  return isWord(token, 'WINDOW') ? 'WINDOW' : undefined;
};

/** True if the parenthesis at an index holds a query, perhaps in parentheses of its own. */
const holdsQuery = (tokens: readonly Token[], index: number): boolean => {
  let at = index + 1;
  while (tokens[at]?.text === '(') at += 1;
  return isWord(tokens[at], ...QUERY_STARTS);
};

const openFrame = (tokens: readonly Token[], index: number, { clause }: Frame): Frame => {
  if (holdsQuery(tokens, index)) return { isQuery: true };
  return { isQuery: false, clause: isWord(tokens[index - 1], 'FILTER') ? 'FILTER' : clause };
};

/** Finds the clause in which each token stands. The statement need not be correct. */
export const placeTokens = (tokens: readonly Token[]): readonly PlacedToken[] => {
  const outer: Frame[] = [];
  let frame: Frame = { isQuery: true };
  return tokens.map((token, index) => {
    if (token.text === ')') frame = outer.pop() ?? frame;
    const begun = frame.isQuery ? clauseAt(tokens, index) : undefined;
    if (begun) frame = { isQuery: true, clause: begun };
    const placed = { ...token, clause: frame.clause, depth: outer.length };
    if (token.text === '(') {
      outer.push(frame);
      frame = openFrame(tokens, index, frame);
    }
    return placed;
  });
};
