import type { PlacedToken } from './clauses.ts';
import { isText, nameOf } from './sql-tokens.ts';

/** A table that a statement names, without its database. */
export interface TableName {
  readonly name: string;
  /** Place of the name in UTF-16 units from the start of the statement. */
  readonly offset: number;
}

const isName = (token: PlacedToken | undefined): token is PlacedToken =>
  token?.kind === 'quoted' ||
  (token?.kind === 'word' && !isText(token, 'unnest', 'lateral', 'select', 'values', 'table'));

/** Returns the names that WITH gives to queries, in lower case. */
const commonTables = (tokens: readonly PlacedToken[]): ReadonlySet<string> =>
  new Set(
    tokens
      .filter(
        (token, at) => isName(token) && token.clause === 'WITH' && isText(tokens[at - 1], 'with', 'recursive', ','),
      )
      .map((token) => nameOf(token).toLowerCase()),
  );

/** True if the name of a table follows a token: after FROM, after JOIN, and after a comma between tables. */
const precedesTable = (token: PlacedToken | undefined): boolean =>
  token?.clause === 'FROM' && isText(token, 'from', 'join', ',');

/** Finds the tables that a statement reads, each once, without those of WITH. */
export const findTableNames = (tokens: readonly PlacedToken[]): readonly TableName[] => {
  const common = commonTables(tokens);
  const found = new Map<string, TableName>();
  for (const [at, token] of tokens.entries()) {
    if (!isName(token) || !precedesTable(tokens[at - 1])) continue;
    let last = at;
    while (isText(tokens[last + 1], '.')) last += 2;
    const { offset } = token;
    const name = nameOf(tokens[last] ?? token);
    const isCommon = last === at && common.has(name.toLowerCase());
    if (!isCommon && !isText(tokens[last + 1], '(') && !found.has(name)) found.set(name, { name, offset });
  }
  return [...found.values()];
};
