import type { SqlParameter } from '../../../shared/config/sources.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type PlacedToken, placeTokens, selectedNames } from '../../trino/clauses.ts';
import { isText, nameOf, tokenize } from '../../trino/sql-tokens.ts';
import type { Problem, TextProblem } from '../folder/diagnostic.ts';
import { foreignSyntax, ONE_SELECT } from './foreign-syntax.ts';
import { isParameter, KNOWN_PARAMETERS, unknownParameters } from './read-statement.ts';

/** Without errors, the statement is one SELECT. */
export interface CheckedAthenaSql {
  readonly problems: readonly TextProblem[];
  /** The statement with `?` for each parameter, and without a semicolon at its end. */
  readonly statement: string;
  /** In the order of the question marks. */
  readonly parameters: readonly SqlParameter[];
  /** Absent if the statement does not name its columns, as `select *` does not. */
  readonly columns?: readonly string[];
}

type Find = (tokens: readonly PlacedToken[]) => readonly TextProblem[];

const EMPTY: TextProblem = { offset: 0, message: 'the statement is empty', hint: ONE_SELECT };

/** Reserved words of Trino that no SELECT contains. */
const WRITES = 'insert delete create drop alter execute prepare deallocate describe'.split(' ');

const UNCLOSED: Readonly<Record<string, Problem>> = {
  "'": { message: 'a text without its closing quote', hint: "close it with '; a quote inside is written ''" },
  '"': { message: 'a quoted name without its closing quote', hint: 'close it with "' },
  '/*': { message: 'a comment without its end', hint: 'close it with */' },
};

const ODD: Readonly<Record<string, Problem>> = {
  '`': { message: 'Athena’s SQL has no backquotes', hint: 'write names in double quotes' },
  $: { message: 'Athena’s SQL has no $', hint: `parameters are named: ${KNOWN_PARAMETERS}` },
  '\0': { message: 'a NUL character', hint: 'remove it' },
};

const spelling: Find = (tokens) =>
  tokens.flatMap(({ kind, text, offset }) => {
    if (kind === 'unclosed') return [{ offset, ...(UNCLOSED[text] as Problem) }];
    if (kind === 'odd') {
      const unknown = { message: say`Athena’s SQL has no ${text}`, hint: 'remove it, or quote the text around it' };
      return [{ offset, ...(ODD[text.charAt(0)] ?? unknown) }];
    }
    if (kind === 'word' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(text))
      return [{ offset, message: say`the name ${text} needs quotes`, hint: `write "${text}"` }];
    return [];
  });

const parentheses: Find = (tokens) => {
  const open: PlacedToken[] = [];
  for (const token of tokens) {
    if (token.text === '(') open.push(token);
    else if (token.text === ')' && !open.pop())
      return [{ offset: token.offset, message: 'one closing parenthesis too many', hint: 'remove it' }];
  }
  return open
    .slice(0, 1)
    .map(({ offset }) => ({ offset, message: 'a parenthesis that is not closed', hint: 'close it with )' }));
};

/** Finds the first word, or the first word after the named queries of WITH. */
const leadingWord = (tokens: readonly PlacedToken[]): PlacedToken | undefined => {
  const isPlain = ({ text }: PlacedToken): boolean => text !== '(';
  const first = tokens.find(isPlain);
  if (!isText(first, 'with')) return first;
  const main = tokens.findIndex((token, index) => {
    const isBehind = token.depth === 0 && tokens[index - 1]?.text === ')';
    return isBehind && !isText(token, ',', ')', 'as');
  });
  return main === -1 ? undefined : tokens.slice(main).find(isPlain);
};

const kindOf: Find = (tokens) => {
  const lead = leadingWord(tokens);
  if (isText(lead, 'select') || lead?.text === undefined) {
    return tokens
      .filter((token) => isText(token, ...WRITES, 'into'))
      .map(({ text, offset }) => ({
        offset,
        message: say`${text.toUpperCase()} inside the statement`,
        hint: `a source only reads: ${ONE_SELECT}`,
      }));
  }
  const message = say`${lead.text.toUpperCase()} is not a SELECT`;
  return [{ offset: lead.offset, message, hint: `a source only reads: ${ONE_SELECT}` }];
};

const ELSEWHERE = 'move the comparison into a WHERE, also into that of a subquery or of a part of WITH';

/** Hints for parameters outside of WHERE, by the clause in which they are. */
const REMEDIES: Readonly<Record<string, string>> = {
  ON: 'move the comparison into WHERE, or join a subquery that has it in its own WHERE',
  HAVING: 'wrap the query: select * from (select ...) where total > :timePeriod',
  LIMIT: 'write a number, or limit the rows at the endpoint',
  OFFSET: 'write a number',
  FILTER: 'move the comparison into the WHERE of the query',
};

/** Finds parameters outside of WHERE, which Athena refuses. WHERE includes its parentheses, CASE and functions. */
const misplacedParameters: Find = (tokens) =>
  tokens
    .filter(({ kind, clause }) => kind === 'parameter' && clause !== 'WHERE')
    .map(({ text, offset, clause = 'SELECT' }) => ({
      offset,
      message: say`${text} is in ${clause === 'FILTER' ? 'FILTER (WHERE ...)' : clause}, but Athena accepts parameters only in WHERE`,
      hint: REMEDIES[clause] ?? ELSEWHERE,
    }));

/** Finds a second column of one name, which a selection could not tell from the first. */
const repeatedColumns: Find = (tokens) => {
  const names = selectedNames(tokens) ?? [];
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
  return repeated.map((name) => {
    const last = tokens.findLast((token) => token.clause === 'SELECT' && token.depth === 0 && nameOf(token) === name);
    const hint = 'give one of them another name with AS';
    return { offset: last?.offset ?? 0, message: say`two columns of the result are called ${name}`, hint };
  });
};

const usesOf = (tokens: readonly PlacedToken[]) =>
  tokens.filter(({ kind }) => kind === 'parameter').map(({ text, offset }) => ({ name: text.slice(1), start: offset }));

const unknown: Find = (tokens) => unknownParameters(usesOf(tokens));

const withQuestionMarks = (statement: string, tokens: readonly PlacedToken[]): string => {
  const last = tokens.at(-1);
  const whole = last?.text === ';' ? statement.slice(0, last.offset) : statement;
  return usesOf(tokens).reduceRight(
    (sql, { name, start }) => `${sql.slice(0, start)}?${sql.slice(start + name.length + 1)}`,
    whole,
  );
};

/** Ends the checks at an unclosed quote or an unknown character. */
const problemsOf: Find = (tokens) => {
  if (tokens.every(({ text }) => text === ';')) return [EMPTY];
  const misspelled = spelling(tokens);
  if (misspelled.length > 0) return misspelled;
  const found = [kindOf, parentheses, unknown, misplacedParameters, repeatedColumns, foreignSyntax].flatMap((find) =>
    find(tokens),
  );
  return found.sort((a, b) => a.offset - b.offset);
};

/**
 * Checks that a statement is one SELECT in Athena's SQL with known parameters, each in a WHERE. Only its words, quotes and
 * parentheses are read: Athena itself says whether the rest is correct.
 */
export const checkAthenaSql = (text: string): CheckedAthenaSql => {
  const tokens = placeTokens(tokenize(text));
  const columns = selectedNames(tokens);
  return {
    problems: problemsOf(tokens),
    statement: withQuestionMarks(text, tokens),
    parameters: usesOf(tokens)
      .map(({ name }) => name)
      .filter(isParameter),
    ...(columns && { columns }),
  };
};
