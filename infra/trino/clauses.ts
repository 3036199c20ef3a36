import { createFinder, INTERVAL_UNITS, isText, nameOf, splitAtCommas, type Token, tokenPattern } from './sql-tokens.ts';

/** The clause, such as `GROUP BY` or `FILTER`, belongs to the innermost query around the token. */
export interface PlacedToken extends Token {
  readonly clause?: string | undefined;
  readonly depth: number;
  /** Index of the SELECT that the token belongs to. */
  readonly select?: number | undefined;
}

interface Frame {
  /** False for the parentheses of a function, a list or an expression: no word in them begins a clause. */
  readonly isQuery: boolean;
  readonly clause?: string | undefined;
  readonly select?: number | undefined;
}

const QUERY_STARTS = ['select', 'with', 'values', 'table'] as const;

/** An operand follows these words. A name such as `offset` after one of them is a column. */
const BEFORE_OPERAND = (
  'select distinct all from join on where and or not in like escape between by having case when then else as cast exists ' +
  'union except intersect'
).split(' ');

const WORDS_BEFORE = ` (?:${BEFORE_OPERAND.join('|')}) `;
export const AFTER_OPERAND = `(?<=[\\p{L}\\p{N}_'")\\]?] |\\d\\. )(?<!${WORDS_BEFORE})`;
export const NO_OPERAND = `(?<=^ |[^\\p{L}\\p{N}_'")\\]?] |${WORDS_BEFORE})`;

/** True if a value can end with a token, so that an operator, a clause or an index can follow. */
export const endsOperand = (token: Token | undefined): boolean => {
  if (!token) return false;
  if (token.kind === 'word') return !isText(token, ...BEFORE_OPERAND);
  return token.kind !== 'symbol' || isText(token, ')', ']', '?');
};

/** The FROM of `is distinct from` begins no clause. */
const STARTS = tokenPattern(
  '(?:with (?!(?:ordinality|time|ties) )|(?<! distinct )from |(?:select|join|on|where|having|values|(?:group|order) by) |' +
    `${AFTER_OPERAND}(?:limit |offset |window |fetch (?=(?:first|next) )))`,
);

const OTHER_STARTS: ReadonlyMap<string, string> = new Map(Object.entries({ JOIN: 'FROM', FETCH: 'LIMIT' }));

/** Finds words by position. Ignores words inside the parentheses of an expression. */
const findStarts = (tokens: readonly Token[]): ReadonlyMap<number, string> =>
  new Map(
    createFinder(tokens)(STARTS).map(({ match: [words], at }) => {
      const word = words.trim().toUpperCase();
      return [at, OTHER_STARTS.get(word) ?? word];
    }),
  );

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
  const starts = findStarts(tokens);
  const outer: Frame[] = [];
  let frame: Frame = { isQuery: true };
  return tokens.map((token, index) => {
    if (token.text === ')') frame = outer.pop() ?? frame;
    const begun = frame.isQuery ? starts.get(index) : undefined;
    if (begun) frame = { isQuery: true, clause: begun, select: begun === 'SELECT' ? index : frame.select };
    const placed = { ...token, clause: frame.clause, depth: outer.length, select: frame.select };
    if (token.text === '(') {
      outer.push(frame);
      frame = openFrame(tokens, index, frame);
    }
    return placed;
  });
};

/** Complete expressions, such as `null`, and not names of columns. */
const VALUES =
  'null true false current_date current_time current_timestamp current_user current_catalog current_schema localtime localtimestamp end'.split(
    ' ',
  );

/** An operand follows these words. It is not a name of the selected item: `a and b`. */
const OPERATORS = 'and or not is in like escape between from distinct all select case when then else zone at'.split(
  ' ',
);

const isName = (token: PlacedToken | undefined): boolean =>
  token?.kind === 'quoted' || (token?.kind === 'word' && !isText(token, ...VALUES));

/** True if a selected item is only a column, perhaps with the name of its table: `o.region`. */
const isColumn = (item: readonly PlacedToken[]): boolean =>
  item.length % 2 === 1 && item.every((token, index) => (index % 2 === 0 ? isName(token) : token.text === '.'));

/** True if the last word of a selected item is its name without `as`: `count(*) orders`. */
const isNamed = (item: readonly PlacedToken[]): boolean => {
  const [before, last] = item.slice(-2);
  if (!before || !isName(last)) return false;
  if (before.kind === 'symbol') return isText(before, ')', ']');
  const isSpan =
    before.kind === 'string' && isText(last, ...INTERVAL_UNITS) && item.some((token) => isText(token, 'interval'));
  return !isSpan && !isText(before, ...OPERATORS);
};

/** Returns the name that Athena gives. An expression without a name is called by its index: `_col2`. */
const columnName = (item: readonly PlacedToken[], index: number): string => {
  const last = item.at(-1);
  const hasName = isText(item.at(-2), 'as') || isColumn(item) || isNamed(item);
  return last && hasName ? nameOf(last) : `_col${index}`;
};

/**
 * Returns names in their order; undefined if the statement does not name all columns, as `select *` does not. Athena
 * keeps upper and lower case as they are written.
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
  const items = splitAtCommas(list);
  const isOpen = items.length === 0 || items.some((item) => item.at(-1)?.text === '*' || item.length === 0);
  return isOpen ? undefined : items.map(columnName);
};

export interface TableName {
  readonly name: string;
  /** In UTF-16 units from the start of the statement. */
  readonly offset: number;
}

const namesTable = (token: PlacedToken | undefined): token is PlacedToken =>
  token?.kind === 'quoted' ||
  (token?.kind === 'word' && !isText(token, 'unnest', 'lateral', 'select', 'values', 'table'));

/** Returns the names that WITH gives to queries, in lower case. */
const commonTables = (tokens: readonly PlacedToken[]): ReadonlySet<string> =>
  new Set(
    tokens
      .filter(
        (token, at) => namesTable(token) && token.clause === 'WITH' && isText(tokens[at - 1], 'with', 'recursive', ','),
      )
      .map((token) => nameOf(token).toLowerCase()),
  );

/** True after FROM, after JOIN, and after a comma between tables. */
const precedesTable = (token: PlacedToken | undefined): boolean =>
  token?.clause === 'FROM' && isText(token, 'from', 'join', ',');

/** Finds tables once, without those of WITH. */
export const findTableNames = (tokens: readonly PlacedToken[]): readonly TableName[] => {
  const common = commonTables(tokens);
  const found = new Map<string, TableName>();
  for (const [at, token] of tokens.entries()) {
    if (!namesTable(token) || !precedesTable(tokens[at - 1])) continue;
    let last = at;
    while (isText(tokens[last + 1], '.')) last += 2;
    const { offset } = token;
    const name = nameOf(tokens[last] ?? token);
    const isCommon = last === at && common.has(name.toLowerCase());
    if (!isCommon && !isText(tokens[last + 1], '(') && !found.has(name)) found.set(name, { name, offset });
  }
  return [...found.values()];
};
