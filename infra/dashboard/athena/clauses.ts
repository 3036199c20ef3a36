import { isText, type Token } from './tokens.ts';

/** The clauses of a query, and the other places in which an expression may be. */
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

/**
 * A token of a statement, with its clause and the number of parentheses around the token. The clause belongs to the
 * innermost query around the token.
 */
export interface PlacedToken extends Token {
  readonly clause?: Clause | undefined;
  readonly depth: number;
}

interface Frame {
  /** False for the parentheses of a function, a list or an expression: no word in them begins a clause. */
  readonly isQuery: boolean;
  readonly clause?: Clause | undefined;
}

const QUERY_STARTS = ['select', 'with', 'values', 'table'] as const;

/** Words after which an operand follows. A name such as `offset` after one of these words is a column. */
const BEFORE_OPERAND =
  'select distinct all from join on where and or not in like escape between by having case when then else as cast exists union except intersect'.split(
    ' ',
  );

/** True if a value may end with a token, so that an operator, a clause or an index follows. */
export const endsOperand = (token: Token | undefined): boolean => {
  if (!token) return false;
  if (token.kind === 'word') return !isText(token, ...BEFORE_OPERAND);
  return token.kind !== 'symbol' || isText(token, ')', ']');
};

/**
 * Returns the clause that a word begins; undefined for all other tokens. The FROM of `is distinct from` does not begin
 * a clause.
 */
const clauseAt = (tokens: readonly Token[], index: number): Clause | undefined => {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (isText(token, 'with')) return isText(next, 'ordinality', 'time', 'ties') ? undefined : 'WITH';
  if (isText(token, 'select')) return 'SELECT';
  if (isText(token, 'from')) return isText(before, 'distinct') ? undefined : 'FROM';
  if (isText(token, 'join')) return 'FROM';
  if (isText(token, 'on')) return 'ON';
  if (isText(token, 'where')) return 'WHERE';
  if (isText(token, 'having')) return 'HAVING';
  if (isText(token, 'values')) return 'VALUES';
  if (isText(token, 'group', 'order') && isText(next, 'by')) return isText(token, 'group') ? 'GROUP BY' : 'ORDER BY';
  if (!endsOperand(before)) return undefined;
  if (isText(token, 'limit')) return 'LIMIT';
  if (isText(token, 'fetch') && isText(next, 'first', 'next')) return 'LIMIT';
  if (isText(token, 'offset')) return 'OFFSET';
  return isText(token, 'window') ? 'WINDOW' : undefined;
};

/** True if the parenthesis at an index holds a query, perhaps in parentheses of its own. */
export const startsQuery = (tokens: readonly Token[], index: number): boolean => {
  let at = index + 1;
  while (tokens[at]?.text === '(') at += 1;
  return isText(tokens[at], ...QUERY_STARTS);
};

const openFrame = (tokens: readonly Token[], index: number, { clause }: Frame): Frame => {
  if (startsQuery(tokens, index)) return { isQuery: true };
  return { isQuery: false, clause: isText(tokens[index - 1], 'filter') ? 'FILTER' : clause };
};

/** Finds the clause of each token. The statement need not be correct. */
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
