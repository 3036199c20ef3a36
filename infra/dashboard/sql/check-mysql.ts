import { say } from '../../../shared/tabular/say.ts';
import type { TextProblem } from '../folder/diagnostic.ts';
import { asFields } from '../folder/fields.ts';
import { offsetOfPosition } from '../folder/text-position.ts';
import type { CheckedSql } from './check-sql.ts';
import { ONE_SELECT } from './foreign-syntax.ts';
import { ruleProblems } from './mysql-rules.ts';
import { isWord, type MysqlToken, tokenizeMysql } from './mysql-tokens.ts';
import { plainSyntax } from './plain-mysql.ts';
import { type ColumnName, isParameter, unknownParameters } from './read-statement.ts';

const EMPTY: TextProblem = { offset: 0, message: 'the statement is empty', hint: ONE_SELECT };

const UNCLOSED: Readonly<Record<string, Omit<TextProblem, 'offset'>>> = {
  "'": { message: 'a text without its closing quote', hint: "close it with '; a quote inside is written ''" },
  '"': { message: 'a text without its closing quote', hint: 'close it with "' },
  '`': { message: 'a quoted name without its closing quote', hint: 'close it with `' },
  '/*': { message: 'a comment without its end', hint: 'close it with */' },
};

const spelling = (statement: string, tokens: readonly MysqlToken[]): TextProblem | undefined => {
  const nul = statement.indexOf('\0');
  if (nul !== -1) return { offset: nul, message: 'a NUL character', hint: 'remove it' };
  const unclosed = tokens.find(({ kind }) => kind === 'unclosed');
  if (unclosed) return { offset: unclosed.offset, ...(UNCLOSED[unclosed.text] as Omit<TextProblem, 'offset'>) };
  return tokens.every(({ text }) => text === ';') ? EMPTY : undefined;
};

const INSTEAD: Readonly<Record<string, string>> = {
  table: 'write select * from and the name',
  values: 'write select * from (values row(1, 2)) as rows',
};

const leadProblems = (tokens: readonly MysqlToken[]): readonly TextProblem[] => {
  const lead = tokens.find(({ text }) => text !== '(');
  if (!lead || isWord(lead, 'select', 'with')) return [];
  const word = lead.text.toLowerCase();
  const hint = (Object.hasOwn(INSTEAD, word) && INSTEAD[word]) || `a source only reads: ${ONE_SELECT}`;
  return [{ offset: lead.offset, message: say`${lead.text.toUpperCase()} is not a SELECT`, hint }];
};

type Parse = (sql: string) => unknown;

const loadParser = async (): Promise<Parse> => {
  const { init, Parser } = await import('@guanmingchiu/sqlparser-ts');
  await init();
  return (sql) => Parser.parse(sql, 'mysql');
};

const FAULT = /^sql parser error: (.*?)(?: at Line: (\d+), Column: (\d+))?$/s;

const syntaxProblem = (error: unknown, statement: string): TextProblem => {
  const [, message = String(error), line, column] = FAULT.exec((error as Error).message) ?? [];
  const end = statement.trimEnd().length;
  return {
    offset: line === undefined ? end : offsetOfPosition(statement, { line: Number(line), column: Number(column) }),
    message: say`not SQL: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
    hint: 'correct the statement here, or put what MySQL accepts and check does not know into a view',
  };
};

/** Returns undefined for a statement that is no query. */
const firstSelect = (node: unknown): unknown => {
  const { Query, body, Select, SetOperation, left } = asFields(node);
  if (Select !== undefined) return Select;
  const inner = Query ?? body ?? SetOperation ?? left;
  return inner === undefined ? undefined : firstSelect(inner);
};

const nameOfColumn = (item: unknown): ColumnName => {
  const { UnnamedExpr, ExprWithAlias } = asFields(item);
  if (ExprWithAlias !== undefined) return String(asFields(asFields(ExprWithAlias).alias).value);
  const { Identifier, CompoundIdentifier } = asFields(UnnamedExpr);
  const last = Array.isArray(CompoundIdentifier) ? CompoundIdentifier.at(-1) : Identifier;
  const { value } = asFields(last);
  return typeof value === 'string' ? value : undefined;
};

const isStar = (item: unknown): boolean =>
  ['Wildcard', 'QualifiedWildcard'].some((key) => Object.hasOwn(asFields(item), key));

const columnsOf = (select: unknown): readonly ColumnName[] | undefined => {
  const { projection } = asFields(select);
  if (!Array.isArray(projection) || projection.some(isStar)) return undefined;
  return projection.map(nameOfColumn);
};

interface Parsed {
  readonly problems: readonly TextProblem[];
  readonly columns?: readonly ColumnName[] | undefined;
}

const parseStatement = async (statement: string, tokens: readonly MysqlToken[]): Promise<Parsed> => {
  const parse = await loadParser();
  try {
    const trees = parse(plainSyntax(statement, tokens));
    const select = firstSelect(Array.isArray(trees) ? trees[0] : undefined);
    if (select !== undefined) return { problems: [], columns: columnsOf(select) };
    const message = 'the statement is not a SELECT';
    return { problems: [{ offset: tokens[0]?.offset ?? 0, message, hint: `a source only reads: ${ONE_SELECT}` }] };
  } catch (error) {
    return { problems: [syntaxProblem(error, statement)] };
  }
};

/** Checks a statement without running it. @param known the names of the endpoint's parameters. */
export const checkMysql = async (statement: string, known: readonly string[] = []): Promise<CheckedSql> => {
  const tokens = tokenizeMysql(statement);
  const uses = tokens
    .filter(({ kind }) => kind === 'parameter')
    .map(({ text, offset }) => ({ name: text.slice(1), start: offset }));
  const names = [...new Set(uses.map(({ name }) => name))];
  const used = { parameters: names.filter(isParameter), own: names.filter((name) => known.includes(name)) };
  const misspelled = spelling(statement, tokens);
  if (misspelled) return { ...used, problems: [misspelled] };
  const ruled = [...unknownParameters(uses, known), ...leadProblems(tokens), ...ruleProblems(tokens)];
  const hasErrors = ruled.some(({ severity }) => severity === undefined);
  const { problems, columns }: Parsed = hasErrors ? { problems: [] } : await parseStatement(statement, tokens);
  return {
    ...used,
    problems: [...ruled, ...problems].sort((a, b) => a.offset - b.offset),
    ...(columns && { columns }),
  };
};
