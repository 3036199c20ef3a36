import { closingOf, isText, type Token, tokenize } from '../../../dashboard/athena/tokens.ts';

const CLAUSES = [
  'select',
  'from',
  'where',
  'group',
  'having',
  'order',
  'limit',
  'window',
  'on',
  'values',
  'union',
  'offset',
];

/** Returns the clause of each token: the last word that begins one in its own parentheses, or in those around them. */
const clausesOf = (tokens: readonly Token[], outer = ''): readonly string[] => {
  const clauses: string[] = [];
  let clause = outer;
  for (let at = 0; at < tokens.length; at += 1) {
    if (isText(tokens[at], ...CLAUSES)) clause = tokens[at]?.text.toLowerCase() ?? '';
    clauses.push(clause);
    if (!isText(tokens[at], '(')) continue;
    const close = closingOf(tokens, at);
    clauses.push(...clausesOf(tokens.slice(at + 1, close), clause));
    if (close < tokens.length) clauses.push(clause);
    at = close;
  }
  return clauses;
};

const isParameter = (token: Token): boolean => isText(token, '?');

const place = (sql: string, offset: number): string => {
  const lines = sql.slice(0, offset).split('\n');
  return `line ${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
};

/** Replaces the question marks of a statement by the execution parameters, which are literals. */
export const applyParameters = (
  sql: string,
  parameters: readonly string[],
): { readonly sql: string } | { readonly reason: string } => {
  const tokens = tokenize(sql);
  const clauses = clausesOf(tokens);
  const used = tokens.filter(isParameter);
  const misplaced = tokens.find((token, at) => isParameter(token) && clauses[at] !== 'where');
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
