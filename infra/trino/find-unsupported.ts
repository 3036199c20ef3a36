import { EMULATED, EMULATED_TYPES, unknownSpecifiers } from './calls.ts';
import { type PlacedToken, placeTokens } from './clauses.ts';
import {
  closingOf,
  createFinder,
  isText,
  nameOf,
  splitAtCommas,
  type Token,
  tokenize,
  tokenPattern,
} from './sql-tokens.ts';

const CLAUSES: ReadonlySet<string | undefined> = new Set(['WHERE', 'GROUP BY', 'HAVING']);

const lowerName = (token: PlacedToken): string | undefined =>
  token.kind === 'word' || token.kind === 'quoted' ? nameOf(token).toLowerCase() : undefined;

const ALIAS_HINT = 'repeat the expression, or write its position, as in group by 1';

/**
 * Finds the names in WHERE, GROUP BY and HAVING of one SELECT that DuckDB reads as aliases of the SELECT, but Trino as
 * columns of the tables. Ignores a name that an expression of the SELECT uses, because it may be a column of the
 * tables.
 */
const aliasesIn = (own: readonly PlacedToken[]): readonly Unsupported[] => {
  const selected = own.filter(({ clause }) => clause === 'SELECT');
  const isAlias = (at: number): boolean => isText(selected[at - 1], 'as') && selected[at]?.depth === own[0]?.depth;
  const used = new Set(selected.flatMap((token, at) => (isAlias(at) ? [] : [lowerName(token)])));
  const aliases = new Set(selected.flatMap((token, at) => (isAlias(at) ? [lowerName(token)] : [])));
  return own.flatMap((token, at) => {
    const alias = lowerName(token);
    const isUse = CLAUSES.has(token.clause) && alias !== undefined && aliases.has(alias) && !used.has(alias);
    const isColumn = !isText(own[at - 1], '.', 'as') && !isText(own[at + 1], '.', '(');
    return isUse && isColumn
      ? [{ name: `the alias ${alias} in ${token.clause}`, offset: token.offset, hint: ALIAS_HINT }]
      : [];
  });
};

export interface Unsupported {
  /** A name for messages: `the function histogram`. */
  readonly name: string;
  /** In UTF-16 units from the start of the statement. */
  readonly offset: number;
  readonly hint?: string;
}

/** A parenthesis may follow these words, but they are no functions. */
const NO_CALLS: ReadonlySet<string> = new Set(
  (
    'all and any array as between by case cross cube distinct else end except exists filter from group groups having in ' +
    'intersect interval is join lateral like not offset on or ordinality over partition range recursive rollup row rows ' +
    'select sets some table then union using values when where window with bigint char decimal double integer real ' +
    'smallint timestamp time tinyint varchar limit order'
  ).split(' '),
);

/** Patterns of tokens, with the names of the constructs. `$1` is a group, in capitals. */
const CONSTRUCTS: readonly (readonly [pattern: RegExp, name: string])[] = (
  [
    ['(match_recognize|tablesample|with (?:recursive|ties)|ignore nulls|within group|fetch first) ', '$1'],
    ['(for (?:timestamp|version) as) ', '$1 OF'],
    ['(lateral) \\( ', '$1'],
    ['-> ', 'a lambda expression'],
    ['row \\( ', 'a ROW'],
    ['map \\( ', 'the function map'],
    ['(?<= limit \\S+ )offset ', 'OFFSET after LIMIT'],
    ["timestamp (?=')(?!'[\\d_:.-]*' )", 'a timestamp with a time zone'],
    ...['time', 'json', 'char', 'real', 'ipaddress', 'uuid'].map((type) => [
      `${type} (?=')`,
      `a literal of type ${type}`,
    ]),
  ] as const
).map(([pattern = '', name = '']) => [tokenPattern(`(?<! \\. )${pattern}`), name]);

const constructsIn = (tokens: readonly Token[]): readonly Unsupported[] => {
  const find = createFinder(tokens);
  return CONSTRUCTS.flatMap(([pattern, name]) =>
    find(pattern).map(({ match, offset }) => ({ name: name.replace('$1', (match[1] ?? '').toUpperCase()), offset })),
  );
};

/**
 * Describes a function or a construct that the emulator does not run. An alias with the name of a column may still work
 * on Athena.
 */
export const describeUnsupported = ({ name, hint }: Unsupported): string =>
  `${name} is not emulated locally; on Athena it ${hint === undefined ? 'may work' : 'works only as a column of the table'}`;

/**
 * True if the parenthesis after a name holds columns of a table's alias: `unnest(x) as t (a, b)`, `with t (a, b) as`.
 */
const isAlias = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1];
  if (isText(before, 'as', 'with', 'recursive', 'tablesample')) return true;
  if (!isText(before, ',')) return isText(before, ')');
  const after = closingOf(tokens, at + 1) + 1;
  return isText(tokens[after], 'as') && isText(tokens[after + 1], '(');
};

/** Returns undefined if the emulator has the type. It is written after the last `as`. */
const castOf = (inner: readonly Token[]): string | undefined => {
  const type = inner.slice(inner.findLastIndex((token) => isText(token, 'as')) + 1);
  const name = type.map(({ text }) => text.toLowerCase()).join(' ');
  const isKnown = EMULATED_TYPES.has(type[0]?.text.toLowerCase() ?? '') && !name.includes('zone');
  return isKnown ? undefined : `a cast to ${name}`;
};

const formOf = (name: string, inner: readonly Token[]): string | undefined => {
  const count = splitAtCommas(inner).length;
  if (name === 'split' && count > 2) return 'split with a limit';
  if (name === 'unnest' && count > 1) return 'unnest of several arrays';
  if (name === 'sequence' && count === 2 && isText(inner[0], 'date', 'timestamp'))
    return 'a sequence of times without a step';
  if (name !== 'date_format' && name !== 'date_parse') return undefined;
  const pattern = inner.at(-1);
  if (pattern?.kind !== 'string') return 'a pattern that is calculated';
  const [unknown] = unknownSpecifiers(pattern.text);
  return unknown === undefined ? undefined : `${unknown} in a pattern`;
};

const callAt = (tokens: readonly Token[], at: number): string | undefined => {
  const token = tokens[at];
  if (token?.kind !== 'word' || !isText(tokens[at + 1], '(')) return undefined;
  const name = token.text.toLowerCase();
  const inner = tokens.slice(at + 2, closingOf(tokens, at + 1));
  if (name === 'cast' || name === 'try_cast') return castOf(inner);
  if (EMULATED.has(name)) return formOf(name, inner);
  return NO_CALLS.has(name) || isAlias(tokens, at) ? undefined : `the function ${name}`;
};

/**
 * Finds what the emulator does not run, or would run with other results than Trino's, in the order of the statement.
 * All of it may well work on Athena.
 */
export const findUnsupported = (sql: string): readonly Unsupported[] => {
  const tokens = tokenize(sql);
  const found = tokens.flatMap(({ offset }, at): readonly Unsupported[] => {
    const name = callAt(tokens, at);
    return name === undefined ? [] : [{ name, offset }];
  });
  const selects = Map.groupBy(placeTokens(tokens), ({ select }) => select);
  return [...found, ...constructsIn(tokens), ...[...selects.values()].flatMap(aliasesIn)].sort(
    (a, b) => a.offset - b.offset,
  );
};
