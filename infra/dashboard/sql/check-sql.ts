import type { ScanToken, SqlError } from 'libpg-query';
import type { SqlParameter } from '../../../shared/config/sources.ts';
import { findSqlParameters, type SqlParameterUse } from '../../../shared/sources/sql-parameters.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { Problem, TextProblem } from '../folder/diagnostic.ts';
import { offsetOfByte, offsetOfCharacter } from '../folder/text-position.ts';
import { mysqlSyntaxHint } from './mysql-hints.ts';
import { type ColumnName, isParameter, KNOWN_PARAMETERS, resultColumns, unknownParameters } from './read-statement.ts';

interface Forbidden extends Problem {
  /** Offset of the construct in bytes, if the tree has it. */
  readonly bytes?: number;
  /** Matches the construct in the text of the statement, if the tree does not have its offset. */
  readonly words?: RegExp;
}

type Fields = Readonly<Record<string, unknown>>;

const ONLY_READS = 'a source only reads: write one SELECT, or WITH whose every part is a SELECT';

const WRITES: Readonly<Record<string, string>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const entry = (value: unknown, ...steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Fields)[step] : undefined),
    value,
  );

const located = (node: unknown): { readonly bytes?: number } => {
  const location = entry(node, 'location');
  return typeof location === 'number' && location >= 0 ? { bytes: location } : {};
};

const judge = (name: string, value: unknown): readonly Forbidden[] => {
  const write = WRITES[name];
  if (write !== undefined) {
    return [{ message: say`${write} inside the statement`, hint: ONLY_READS, words: new RegExp(`^${write}$`, 'i') }];
  }
  if (name === 'intoClause') {
    const hint = 'leave INTO out: the rows of the SELECT are the result';
    return [{ message: 'SELECT INTO creates a table', hint, words: /^INTO$/i, ...located(entry(value, 'rel')) }];
  }
  if (name === 'lockingClause') {
    const hint = 'leave it out: a source only reads';
    return [{ message: 'FOR UPDATE or FOR SHARE locks rows', hint, words: /^FOR (UPDATE|SHARE|NO|KEY)$/i }];
  }
  return [];
};

const findForbidden = (tree: unknown): readonly Forbidden[] =>
  Array.isArray(tree)
    ? tree.flatMap(findForbidden)
    : Object.entries(fieldsOf(tree)).flatMap(([name, value]) => [...judge(name, value), ...findForbidden(value)]);

/** Returns offsets in bytes. */
const findPositional = (tree: unknown): readonly number[] => {
  if (Array.isArray(tree)) return tree.flatMap(findPositional);
  return Object.entries(fieldsOf(tree)).flatMap(([name, value]) => [
    ...(name === 'ParamRef' ? [Number(entry(value, 'location') ?? 0)] : []),
    ...findPositional(value),
  ]);
};

/** Returns the word that names a statement, such as INSERT. If the first word is WITH, only the tree has the kind. */
const wordsOf = (kind: string, firstWord: string): string => {
  const word = WRITES[kind] ?? firstWord.toUpperCase();
  return word === 'REFRESH' ? 'REFRESH MATERIALIZED VIEW' : word;
};

const judgeStatement = (tree: unknown, firstWord: string): readonly Forbidden[] => {
  const [kind = 'nothing'] = Object.keys(fieldsOf(tree));
  if (kind !== 'SelectStmt') {
    const words = WRITES[kind] === undefined ? {} : { words: new RegExp(`^${WRITES[kind]}$`, 'i') };
    return [{ message: say`${wordsOf(kind, firstWord)} is not a SELECT`, hint: ONLY_READS, ...words }];
  }
  const select = entry(tree, kind);
  if (entry(select, 'valuesLists')) {
    return [
      { message: 'VALUES is not a SELECT', hint: 'write select * from (values ...) as rows', words: /^VALUES$/i },
    ];
  }
  const isTable = entry(select, 'targetList', 0, 'ResTarget', 'location') === -1;
  const hint = 'write select * from and the name';
  return [
    ...(isTable ? [{ message: 'TABLE is not a SELECT', hint, words: /^TABLE$/i }] : []),
    ...findForbidden(select),
  ];
};

export interface CheckedSql {
  readonly parameters: readonly SqlParameter[];
  readonly own: readonly string[];
  readonly problems: readonly TextProblem[];
  /** Absent if the statement is invalid or does not name its columns. */
  readonly columns?: readonly ColumnName[];
}

const ONE_SELECT = 'write one SELECT, or WITH whose every part is a SELECT';
const EMPTY: TextProblem = { offset: 0, message: 'the statement is empty', hint: ONE_SELECT };

/** Writes `$1` for each parameter, which PostgreSQL can parse, and keeps every offset. */
const withPositional = (statement: string, uses: readonly SqlParameterUse[]): string =>
  uses.reduce((sql, { start, end }) => sql.slice(0, start) + '$1'.padEnd(end - start) + sql.slice(end), statement);

type Grammar = typeof import('libpg-query');

/** Loads PostgreSQL's grammar, at the first statement only, because it takes 30 MB of memory. */
export const loadGrammar = async (): Promise<Grammar> => {
  const grammar = await import('libpg-query');
  await grammar.loadModule();
  return grammar;
};

/** Returns 0 for an error that is no syntax error. */
export const syntaxErrorOffset = (error: unknown, sql: string): number =>
  offsetOfCharacter(sql, (error as SqlError).sqlDetails?.cursorPosition ?? 0);

const syntaxProblem = (error: unknown, statement: string, sql: string): TextProblem => {
  const message = error instanceof Error ? error.message : String(error);
  const offset = syntaxErrorOffset(error, sql);
  const [parameter = '$1'] = /^:\w+/.exec(statement.slice(offset)) ?? [];
  const hint = mysqlSyntaxHint(statement) ?? 'correct the statement here';
  return { offset, message: say`not SQL: ${message.replace('$1', () => parameter)}`, hint };
};

const isComment = ({ tokenName }: ScanToken): boolean => tokenName.endsWith('COMMENT');

const placeOf = ({ words, bytes }: Forbidden, tokens: readonly ScanToken[]): number => {
  const found = tokens.find(
    ({ text }, index) => words?.test(text) || words?.test(`${text} ${tokens[index + 1]?.text ?? ''}`),
  );
  return found?.start ?? bytes ?? tokens[0]?.start ?? 0;
};

const strayOf = (tokens: readonly ScanToken[], statements: number): readonly Forbidden[] =>
  tokens
    .filter(({ text }, index) => text === ';' && index < tokens.length - 1)
    .slice(0, 1)
    .map(({ start }) => ({
      bytes: start,
      message: statements > 1 ? `${statements} statements` : 'a semicolon too many',
      hint: `${ONE_SELECT}; one semicolon at its end is fine`,
    }));

const positionalOf = (tree: unknown, named: ReadonlySet<number>): readonly Forbidden[] =>
  findPositional(tree)
    .filter((bytes) => !named.has(bytes))
    .map((bytes) => ({ bytes, message: 'a positional parameter', hint: `parameters are named: ${KNOWN_PARAMETERS}` }));

const checkGrammar = (
  { parseSync, scanSync }: Grammar,
  sql: string,
  uses: readonly SqlParameterUse[],
): Omit<CheckedSql, 'parameters' | 'own'> => {
  const { stmts = [] } = parseSync(sql);
  const tokens = scanSync(sql).tokens.filter((token) => !isComment(token));
  const trees = stmts.map(({ stmt }) => stmt);
  if (trees.length === 0) return { problems: [EMPTY] };
  const named = new Set(uses.map(({ start }) => Buffer.byteLength(sql.slice(0, start))));
  const forbidden = [
    ...strayOf(tokens, trees.length),
    ...judgeStatement(trees[0], tokens[0]?.text ?? ''),
    ...positionalOf(trees, named),
  ];
  const columns = resultColumns(trees[0]);
  return {
    problems: forbidden.map((one) => ({
      offset: offsetOfByte(sql, placeOf(one, tokens)),
      message: one.message,
      hint: one.hint,
    })),
    ...(columns && { columns }),
  };
};

/** Checks a statement without running it. @param known the names of the endpoint's parameters. */
export const checkSql = async (statement: string, known: readonly string[] = []): Promise<CheckedSql> => {
  const uses = findSqlParameters(statement);
  const names = [...new Set(uses.map(({ name }) => name))];
  const parameters = names.filter(isParameter);
  const own = names.filter((name) => known.includes(name));
  const nul = statement.indexOf('\0');
  if (nul !== -1)
    return { parameters, own, problems: [{ offset: nul, message: 'a NUL character', hint: 'remove it' }] };
  if (statement.trim() === '') return { parameters, own, problems: [EMPTY] };
  const sql = withPositional(statement, uses);
  try {
    const { problems, ...found } = checkGrammar(await loadGrammar(), sql, uses);
    return { parameters, own, ...found, problems: [...unknownParameters(uses, known), ...problems] };
  } catch (error) {
    return { parameters, own, problems: [...unknownParameters(uses, known), syntaxProblem(error, statement, sql)] };
  }
};
