import { placeTokens } from '../../../../dashboard/athena/clauses.ts';
import { selectedNames } from '../../../../dashboard/athena/select-list.ts';
import { tokenize } from '../../../../dashboard/athena/tokens.ts';

/** Matches a name that DuckDB gives to an expression, such as `count_star()` or `(a + 1)`. */
const EXPRESSION = /[()]/;

/**
 * Returns the names of a result's columns as Athena does: an expression without a name is `_col` and its index.
 * @param found the names that DuckDB gives, which are used if the statement selects `*`.
 */
export const columnNames = (sql: string, found: readonly string[]): readonly string[] => {
  const selected = selectedNames(placeTokens(tokenize(sql)));
  if (selected?.length === found.length) return selected;
  return found.map((name, index) => (EXPRESSION.test(name) ? `_col${index}` : name));
};
