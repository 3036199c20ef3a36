import { EMULATED, EMULATED_TYPES } from './calls.ts';
import { type Clause, type PlacedToken, placeTokens } from './clauses.ts';
import { closingOf, isText, nameOf, spell, type Token, tokenize } from './sql-tokens.ts';
import { unknownSpecifiers } from './time-patterns.ts';

const CLAUSES: ReadonlySet<Clause | undefined> = new Set<Clause>(['WHERE', 'GROUP BY', 'HAVING']);

const lowerName = (token: PlacedToken): string | undefined =>
  token.kind === 'word' || token.kind === 'quoted' ? nameOf(token).toLowerCase() : undefined;

const ALIAS_HINT = 'repeat the expression, or write its position, as in group by 1';

/**
 * Finds the words of one SELECT that DuckDB reads as its aliases, but Trino as columns of the tables: in WHERE, GROUP BY
 * and HAVING. A name that an expression of the SELECT uses may be a column of the tables.
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

/** A function or a construct of Trino that the emulator of Athena does not run. */
export interface Unsupported {
  /** The name for messages: `the function histogram`. */
  readonly name: string;
  /** Place of the construct in UTF-16 units from the start of the statement. */
  readonly offset: number;
  /** Says what to write in place of the construct. */
  readonly hint?: string;
}

/** Words that are not functions, although a parenthesis may follow them. */
const NO_CALLS: ReadonlySet<string> = new Set(
  (
    'all and any array as between by case cross cube distinct else end except exists filter from group groups having in ' +
    'intersect interval is join lateral like not offset on or ordinality over partition range recursive rollup row rows ' +
    'select sets some table then union using values when where window with bigint char decimal double integer real ' +
    'smallint timestamp time tinyint varchar limit order'
  ).split(' '),
);

/** Constructs as patterns of tokens, with their names. `$1` is a group, in capitals. */
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
).map(([pattern = '', name = '']) => [new RegExp(`(?<= )(?<! \\. )${pattern}`, 'gu'), name]);

const constructsIn = (tokens: readonly Token[]): readonly Unsupported[] => {
  const { text, tokenAt } = spell(tokens);
  return CONSTRUCTS.flatMap(([pattern, name]) =>
    Array.from(text.matchAll(pattern), (match) => ({
      name: name.replace('$1', (match[1] ?? '').toUpperCase()),
      offset: tokens[tokenAt(match.index)]?.offset ?? 0,
    })),
  );
};

/**
 * Describes a function or a construct that the emulator does not run. An alias with the name of a column may still work
 * on Athena.
 */
export const describeUnsupported = ({ name, hint }: Unsupported): string =>
  `${name} is not emulated locally; on Athena it ${hint === undefined ? 'may work' : 'works only as a column of the table'}`;

/** True if the parenthesis after a name holds columns of a table's alias: `unnest(x) as t (a, b)`, `with t (a, b) as`. */
const isAlias = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1];
  if (isText(before, 'as', 'with', 'recursive', 'tablesample')) return true;
  if (!isText(before, ',')) return isText(before, ')');
  const after = closingOf(tokens, at + 1) + 1;
  return isText(tokens[after], 'as') && isText(tokens[after + 1], '(');
};

const callAt = (tokens: readonly Token[], at: number): string | undefined => {
  const token = tokens[at];
  if (token?.kind !== 'word' || !isText(tokens[at + 1], '(')) return undefined;
  const name = token.text.toLowerCase();
  if (NO_CALLS.has(name) || EMULATED.has(name) || isAlias(tokens, at)) return undefined;
  return `the function ${name}`;
};

/** Returns the type of a cast: the word after its last `as`. */
const castAt = (tokens: readonly Token[], at: number): string | undefined => {
  if (!isText(tokens[at], 'cast', 'try_cast') || !isText(tokens[at + 1], '(')) return undefined;
  const inner = tokens.slice(at + 2, closingOf(tokens, at + 1));
  const type = inner.slice(inner.findLastIndex((token) => isText(token, 'as')) + 1);
  const name = type.map(({ text }) => text.toLowerCase()).join(' ');
  const isKnown = EMULATED_TYPES.has(type[0]?.text.toLowerCase() ?? '') && !name.includes('zone');
  return isKnown ? undefined : `a cast to ${name}`;
};

/** Returns the number of arguments of a call; 0 if the parenthesis holds nothing. */
const countArguments = (tokens: readonly Token[], open: number): number => {
  const inner = tokens.slice(open + 1, closingOf(tokens, open));
  let depth = 0;
  return inner.reduce(
    (count, token) => {
      if (isText(token, '(', '[')) depth += 1;
      if (isText(token, ')', ']')) depth -= 1;
      return depth === 0 && isText(token, ',') ? count + 1 : count;
    },
    Math.min(1, inner.length),
  );
};

/** Describes a form of an emulated function that the emulator does not run. */
const formAt = (tokens: readonly Token[], at: number): string | undefined => {
  const [token, open, first] = tokens.slice(at, at + 3);
  if (token?.kind !== 'word' || !isText(open, '(')) return undefined;
  const count = countArguments(tokens, at + 1);
  if (isText(token, 'split') && count > 2) return 'split with a limit';
  if (isText(token, 'unnest') && count > 1) return 'unnest of several arrays';
  if (isText(token, 'sequence') && count === 2 && isText(first, 'date', 'timestamp'))
    return 'a sequence of times without a step';
  if (!isText(token, 'date_format', 'date_parse')) return undefined;
  const pattern = tokens[closingOf(tokens, at + 1) - 1];
  if (pattern?.kind !== 'string') return 'a pattern that is calculated';
  const [unknown] = unknownSpecifiers(pattern.text);
  return unknown === undefined ? undefined : `${unknown} in a pattern`;
};

/**
 * Finds the functions and constructs that the local emulator of Athena does not run, or would run with other results
 * than Trino. They are in the order of the statement, and may well work on Athena.
 */
export const findUnsupported = (sql: string): readonly Unsupported[] => {
  const tokens = tokenize(sql);
  const found = tokens.flatMap(({ offset }, at): readonly Unsupported[] => {
    const name = castAt(tokens, at) ?? callAt(tokens, at) ?? formAt(tokens, at);
    return name === undefined ? [] : [{ name, offset }];
  });
  const selects = Map.groupBy(placeTokens(tokens), ({ select }) => select);
  return [...found, ...constructsIn(tokens), ...[...selects.values()].flatMap(aliasesIn)].sort(
    (a, b) => a.offset - b.offset,
  );
};
