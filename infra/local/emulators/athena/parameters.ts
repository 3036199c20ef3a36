import { placeTokens } from '../../../dashboard/athena/clauses.ts';
import { isText, tokenize } from '../../../dashboard/athena/tokens.ts';
import { positionAt } from '../../../dashboard/text-position.ts';

const place = (sql: string, offset: number): string => {
  const { line, column } = positionAt(sql, offset);
  return `line ${line}:${column}`;
};

/**
 * Replaces the question marks of a statement by the execution parameters, which are literals. Returns a reason instead
 * if Athena would refuse the statement.
 */
export const applyParameters = (
  sql: string,
  parameters: readonly string[],
): { readonly sql: string } | { readonly reason: string } => {
  const used = placeTokens(tokenize(sql)).filter((token) => isText(token, '?'));
  const misplaced = used.find(({ clause }) => clause !== 'WHERE');
  if (misplaced) {
    return { reason: `SYNTAX_ERROR: ${place(sql, misplaced.offset)}: Parameters are allowed only in a WHERE clause` };
  }
  if (used.length !== parameters.length) {
    const counts = `expected ${used.length} but found ${parameters.length}`;
    return { reason: `INVALID_PARAMETER_USAGE: line 1:1: Incorrect number of parameters: ${counts}` };
  }
  const filled = used.reduceRight(
    (text, { offset }, index) => `${text.slice(0, offset)}${parameters[index]}${text.slice(offset + 1)}`,
    sql,
  );
  return { sql: filled };
};
