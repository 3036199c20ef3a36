import { INTERVAL_UNITS, isText, nameOf, type Token } from './sql-tokens.ts';

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
  /** The number of the SELECT around the token. */
  readonly select?: number | undefined;
}

interface Frame {
  /** False for the parentheses of a function, a list or an expression: no word in them begins a clause. */
  readonly isQuery: boolean;
  readonly clause?: Clause | undefined;
  readonly select?: number | undefined;
}

const QUERY_STARTS = ['select', 'with', 'values', 'table'] as const;

/** Words after which an operand follows. A name such as `offset` after one of these words is a column. */
export const BEFORE_OPERAND =
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
const startsQuery = (tokens: readonly Token[], index: number): boolean => {
  let at = index + 1;
  while (tokens[at]?.text === '(') at += 1;
  return isText(tokens[at], ...QUERY_STARTS);
};

const openFrame = (tokens: readonly Token[], index: number, { clause, select }: Frame): Frame => {
  if (startsQuery(tokens, index)) return { isQuery: true };
  return { isQuery: false, clause: isText(tokens[index - 1], 'filter') ? 'FILTER' : clause, select };
};

/** Finds the clause of each token. The statement need not be correct. */
export const placeTokens = (tokens: readonly Token[]): readonly PlacedToken[] => {
  const outer: Frame[] = [];
  let frame: Frame = { isQuery: true };
  return tokens.map((token, index) => {
    if (token.text === ')') frame = outer.pop() ?? frame;
    const begun = frame.isQuery ? clauseAt(tokens, index) : undefined;
    if (begun) frame = { isQuery: true, clause: begun, select: begun === 'SELECT' ? index : frame.select };
    const placed = { ...token, clause: frame.clause, depth: outer.length, select: frame.select };
    if (token.text === '(') {
      outer.push(frame);
      frame = openFrame(tokens, index, frame);
    }
    return placed;
  });
};

/** Words that are complete expressions, such as `null`, and not names of columns. */
const VALUES =
  'null true false current_date current_time current_timestamp current_user current_catalog current_schema localtime localtimestamp end'.split(
    ' ',
  );

/** Words that an operand follows. A word after one of them is not the name of the item. */
const OPERATORS = 'and or not is in like escape between from distinct all select case when then else zone at'.split(
  ' ',
);

const isName = (token: PlacedToken | undefined): boolean =>
  token?.kind === 'quoted' || (token?.kind === 'word' && !isText(token, ...VALUES));

/** True if an item is only a column, perhaps with the name of its table: `o.region`. */
const isColumn = (item: readonly PlacedToken[]): boolean =>
  item.length % 2 === 1 && item.every((token, index) => (index % 2 === 0 ? isName(token) : token.text === '.'));

/** True if the last word of an item names it without `as`: `count(*) orders`. */
const isNamed = (item: readonly PlacedToken[]): boolean => {
  const [before, last] = item.slice(-2);
  if (!before || !isName(last)) return false;
  if (before.kind === 'symbol') return isText(before, ')', ']');
  const isSpan =
    before.kind === 'string' && isText(last, ...INTERVAL_UNITS) && item.some((token) => isText(token, 'interval'));
  return !isSpan && !isText(before, ...OPERATORS);
};

/** Returns the name of an item as Athena returns it. An expression without a name is called by its index: `_col2`. */
const columnName = (item: readonly PlacedToken[], index: number): string => {
  const last = item.at(-1);
  const hasName = isText(item.at(-2), 'as') || isColumn(item) || isNamed(item);
  return last && hasName ? nameOf(last) : `_col${index}`;
};

/** Splits a list at the commas between its items. */
const splitItems = (list: readonly PlacedToken[], depth: number): readonly (readonly PlacedToken[])[] => {
  const items: PlacedToken[][] = [[]];
  for (const token of list) {
    if (token.text === ',' && token.depth === depth) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
};

/**
 * Returns the names of the columns that a query returns, in their order; undefined if the statement does not name all
 * of them, as `select *` does not. Athena keeps upper and lower case as they are written.
 */
export const selectedNames = (tokens: readonly PlacedToken[]): readonly string[] | undefined => {
  const start = tokens.findIndex((token) => token.depth === 0 && isText(token, 'select'));
  if (start === -1) return undefined;
  const end = tokens.findIndex(
    (token, index) =>
      index > start &&
      token.depth === 0 &&
      (token.clause !== 'SELECT' || isText(token, 'union', 'except', 'intersect')),
  );
  const [first, ...others] = tokens.slice(start + 1, end === -1 ? tokens.length : end);
  const list = first && isText(first, 'distinct', 'all') ? others : [...(first ? [first] : []), ...others];
  const items = splitItems(list, 0);
  const isOpen = items.some((item) => item.at(-1)?.text === '*' || item.length === 0);
  return isOpen ? undefined : items.map(columnName);
};
