import { type Clause, type PlacedToken, startsQuery } from './clauses.ts';
import { closingOf, isText, nameOf } from './tokens.ts';

/** A word that DuckDB reads as an alias of the SELECT, but Trino as a column of the tables. */
export interface AliasUse {
  readonly alias: string;
  readonly clause: Clause;
  readonly offset: number;
}

const CLAUSES: ReadonlySet<Clause | undefined> = new Set<Clause>(['WHERE', 'GROUP BY', 'HAVING']);

const lowerName = (token: PlacedToken): string | undefined =>
  token.kind === 'word' || token.kind === 'quoted' ? nameOf(token).toLowerCase() : undefined;

/** Returns the tokens of the query that begins at a SELECT, without those of the queries inside it. */
const ownTokens = (tokens: readonly PlacedToken[], select: number): readonly PlacedToken[] => {
  const own: PlacedToken[] = [];
  const { depth } = tokens[select] as PlacedToken;
  for (let at = select + 1; at < tokens.length; at += 1) {
    const token = tokens[at] as PlacedToken;
    if (token.depth < depth || isText(token, 'union', 'intersect', 'except')) break;
    if (token.text === '(' && startsQuery(tokens, at)) at = closingOf(tokens, at);
    else own.push(token);
  }
  return own;
};

const isColumn = (own: readonly PlacedToken[], at: number): boolean =>
  !isText(own[at - 1], '.', 'as') && !isText(own[at + 1], '.', '(');

/**
 * Returns the aliases that no expression of the SELECT uses as a name. A name that an expression uses may be a column
 * of the tables.
 */
const aliasesOf = (own: readonly PlacedToken[], depth: number): ReadonlySet<string> => {
  const selected = own.filter(({ clause }) => clause === 'SELECT');
  const isAlias = (at: number): boolean => isText(selected[at - 1], 'as') && selected[at]?.depth === depth;
  const used = new Set(selected.flatMap((token, at) => (isAlias(at) ? [] : [lowerName(token)])));
  const names = selected.flatMap((token, at) => (isAlias(at) ? [lowerName(token)] : []));
  return new Set(names.flatMap((name) => (name === undefined || used.has(name) ? [] : [name])));
};

const usesOf = (tokens: readonly PlacedToken[], select: number): readonly AliasUse[] => {
  const own = ownTokens(tokens, select);
  const aliases = aliasesOf(own, (tokens[select] as PlacedToken).depth);
  return own.flatMap((token, at) => {
    const { clause, offset } = token;
    const name = lowerName(token);
    const isUse = clause !== undefined && CLAUSES.has(clause) && name !== undefined && aliases.has(name);
    return isUse && isColumn(own, at) ? [{ alias: name, clause, offset }] : [];
  });
};

/** Finds each use of an alias in the WHERE, GROUP BY or HAVING of the SELECT that defines the alias. */
export const aliasUses = (tokens: readonly PlacedToken[]): readonly AliasUse[] =>
  tokens.flatMap((token, at) => (isText(token, 'select') ? usesOf(tokens, at) : []));
