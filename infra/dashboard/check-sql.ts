import { hasSqlDetails, loadModule, parseSync, type ScanToken, scanSync } from 'libpg-query';
import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { SQL_PARAMETERS, type SqlParameter } from '../../shared/config/dashboard-config.ts';
import { findSqlParameters, type SqlParameterUse } from '../../shared/sources/sql-parameters.ts';
import { didYouMean } from './name-words.ts';
import { type Forbidden, findPositional, judgeStatement } from './sql-tree.ts';

/** What is wrong with a statement, by the index of a character in it. */
export interface SqlFault {
  readonly index: number;
  readonly message: string;
  readonly hint: string;
}

export interface CheckedSql {
  /** The known parameters that it uses. */
  readonly parameters: readonly SqlParameter[];
  readonly faults: readonly SqlFault[];
}

const ONE_SELECT = 'write one SELECT, or WITH whose every part is a SELECT';
const EMPTY: SqlFault = { index: 0, message: 'the statement is empty', hint: ONE_SELECT };
const KNOWN = SQL_PARAMETERS.map((name) => `:${name}`).join(', ');

const isKnown = (name: string): name is SqlParameter => (SQL_PARAMETERS as readonly string[]).includes(name);

/** The statement as PostgreSQL's grammar knows it: each named parameter as `$1`, and every character where it was. */
const withPositional = (statement: string, uses: readonly SqlParameterUse[]): string =>
  uses.reduce((sql, { start, end }) => sql.slice(0, start) + '$1'.padEnd(end - start) + sql.slice(end), statement);

const unknownParameters = (uses: readonly SqlParameterUse[]): readonly SqlFault[] =>
  uses
    .filter(({ name }) => !isKnown(name))
    .map(({ name, start }) => {
      const near = nearestNames(name, SQL_PARAMETERS, 2).map((one) => `:${one}`);
      const hint = near.length > 0 ? didYouMean(near) : `known are ${KNOWN}`;
      return { index: start, message: `unknown parameter :${name}`, hint };
    });

const indexOfByte = (sql: string, bytes: number): number => Buffer.from(sql).subarray(0, bytes).toString().length;

const indexOfCodePoint = (sql: string, count: number): number => [...sql].slice(0, count).join('').length;

/** Where the grammar stumbled in a text. */
export const syntaxIndex = (error: unknown, sql: string): number =>
  indexOfCodePoint(sql, hasSqlDetails(error) ? (error.sqlDetails?.cursorPosition ?? 0) : 0);

const syntaxFault = (error: unknown, statement: string, sql: string): SqlFault => {
  const message = error instanceof Error ? error.message : String(error);
  const index = syntaxIndex(error, sql);
  const [parameter = '$1'] = /^:\w+/.exec(statement.slice(index)) ?? [];
  return { index, message: `not SQL: ${message.replace('$1', () => parameter)}`, hint: 'correct the statement here' };
};

const isComment = ({ tokenName }: ScanToken): boolean => tokenName.endsWith('COMMENT');

/** Where something forbidden is written, in bytes. */
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
    .map((bytes) => ({ bytes, message: 'a positional parameter', hint: `parameters are named: ${KNOWN}` }));

const grammarFaults = (sql: string, uses: readonly SqlParameterUse[]): readonly SqlFault[] => {
  const { stmts = [] } = parseSync(sql);
  const tokens = scanSync(sql).tokens.filter((token) => !isComment(token));
  const trees = stmts.map(({ stmt }) => stmt);
  if (trees.length === 0) return [EMPTY];
  const named = new Set(uses.map(({ start }) => Buffer.byteLength(sql.slice(0, start))));
  return [
    ...strayOf(tokens, trees.length),
    ...judgeStatement(trees[0], tokens[0]?.text ?? ''),
    ...positionalOf(trees, named),
  ].map((forbidden) => ({
    index: indexOfByte(sql, placeOf(forbidden, tokens)),
    message: forbidden.message,
    hint: forbidden.hint,
  }));
};

/** Judges the text of a statement by PostgreSQL's own grammar. What its functions do cannot be known here. */
export const checkSql = async (statement: string): Promise<CheckedSql> => {
  await loadModule();
  const uses = findSqlParameters(statement);
  const parameters = [...new Set(uses.map(({ name }) => name))].filter(isKnown);
  const nul = statement.indexOf('\0');
  if (nul !== -1) return { parameters, faults: [{ index: nul, message: 'a NUL character', hint: 'remove it' }] };
  if (statement.trim() === '') return { parameters, faults: [EMPTY] };
  const sql = withPositional(statement, uses);
  try {
    return { parameters, faults: [...unknownParameters(uses), ...grammarFaults(sql, uses)] };
  } catch (error) {
    return { parameters, faults: [...unknownParameters(uses), syntaxFault(error, statement, sql)] };
  }
};
