import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { SQL_PARAMETERS, type SqlParameter } from '../../../shared/config/sources.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type DefinitionProblem, isWarning } from '../folder/definition-problem.ts';
import type { TextProblem } from '../folder/diagnostic.ts';
import { asFields, hasFields } from '../folder/fields.ts';
import { problemInFile, readTextFile } from '../folder/find-file.ts';
import { didYouMean } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

/** Undefined for an expression that PostgreSQL names itself. */
export type ColumnName = string | undefined;

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textOf = (node: unknown): ColumnName => {
  const { sval } = asFields(asFields(node).String);
  return typeof sval === 'string' ? sval : undefined;
};

/** Returns the first SELECT, which names the columns of a UNION. */
const firstSelect = (select: unknown): unknown => {
  const { larg } = asFields(select);
  return larg === undefined ? select : firstSelect(larg);
};

const fieldsOfColumn = (target: unknown): readonly unknown[] =>
  itemsOf(asFields(asFields(asFields(target).val).ColumnRef).fields);

const isStar = (target: unknown): boolean => fieldsOfColumn(target).some((field) => 'A_Star' in asFields(field));

/** Returns the name of a result column: its alias, or else the last name of a column or the name of a function. */
const nameOf = (target: unknown): ColumnName => {
  const { name, val } = asFields(target);
  if (typeof name === 'string') return name;
  return textOf(fieldsOfColumn(target).at(-1)) ?? textOf(itemsOf(asFields(asFields(val).FuncCall).funcname).at(-1));
};

/** Returns undefined if the statement does not name all columns, as `select *` does not. */
export const resultColumns = (tree: unknown): readonly ColumnName[] | undefined => {
  const select = firstSelect(asFields(tree).SelectStmt);
  const targets = itemsOf(asFields(select).targetList).map((target) => asFields(target).ResTarget);
  return targets.length === 0 || targets.some(isStar) ? undefined : targets.map(nameOf);
};

export const KNOWN_PARAMETERS = SQL_PARAMETERS.map((name) => `:${name}`).join(', ');

/** True for a name without its colon. */
export const isParameter = (name: string): name is SqlParameter => (SQL_PARAMETERS as readonly string[]).includes(name);

interface ParameterUse {
  /** Without its colon. */
  readonly name: string;
  readonly start: number;
}

export const unknownParameters = (uses: readonly ParameterUse[], own: readonly string[] = []): readonly TextProblem[] =>
  uses
    .filter(({ name }) => !isParameter(name) && !own.includes(name))
    .map(({ name, start }) => {
      const near = nearestNames(name, [...own, ...SQL_PARAMETERS], 2).map((one) => `:${one}`);
      const known = [KNOWN_PARAMETERS, ...own.map((one) => `:${one}`)].join(', ');
      const hint = near.length > 0 ? didYouMean(near) : `known are ${known}`;
      return { offset: start, message: say`unknown parameter :${name}`, hint };
    });

interface Checked {
  readonly problems: readonly TextProblem[];
}

export interface StatementRules<Result extends Checked> {
  readonly maxBytes: number;
  readonly shorten: string;
  readonly check: (text: string) => Result | Promise<Result>;
}

/** `checked` is present if the statement has no errors. It may have warnings. */
export interface ReadStatement<Result> {
  readonly problems: readonly DefinitionProblem[];
  readonly checked?: Result & { readonly text: string };
}

const FILE = 'file:';

interface StatementText {
  readonly problems: readonly DefinitionProblem[];
  readonly text?: string;
  readonly file?: string;
}

const readText = async (value: string, path: Path, folder: string): Promise<StatementText> => {
  if (!value.startsWith(FILE)) return { problems: [], text: value };
  const read = await readTextFile(folder, value.slice(FILE.length), path);
  return 'problem' in read ? { problems: [read.problem] } : { problems: [], ...read };
};

/** Returns a statement, or `file:` with the name of its file, and the path of either in dashboard.yml. */
export const locateStatement = (value: unknown, path: Path): { readonly value: unknown; readonly path: Path } =>
  hasFields(value) && typeof value.file === 'string'
    ? { value: `file:${value.file}`, path: [...path, 'file'] }
    : { value, path };

export interface WrittenStatement {
  readonly text: string;
  readonly place: (problem: TextProblem) => DefinitionProblem;
}

/** Returns undefined if there is none, or if its file cannot be read. */
export const findStatement = async (
  folder: string,
  written: unknown,
  at: Path,
): Promise<WrittenStatement | undefined> => {
  const { value, path } = locateStatement(written, at);
  if (typeof value !== 'string') return undefined;
  const { text, file } = await readText(value, path, folder);
  if (text === undefined) return undefined;
  const place = (problem: TextProblem): DefinitionProblem =>
    file === undefined ? { path, ...problem } : problemInFile(path, { file, text }, problem);
  return { text, place };
};

/** Reads `select ...` or `file:queries/name.sql`, and does not run it. Problems have their place in either file. */
export const readStatement = async <Result extends Checked>(
  value: string,
  path: Path,
  folder: string,
  { maxBytes, shorten, check }: StatementRules<Result>,
): Promise<ReadStatement<Result>> => {
  const { problems, text, file } = await readText(value, path, folder);
  if (text === undefined) return { problems };
  if (Buffer.byteLength(text) > maxBytes)
    return { problems: [{ path, message: say`the statement is larger than ${maxBytes} bytes`, hint: shorten }] };
  const checked = await check(text);
  const placed = checked.problems.map((problem) =>
    file === undefined ? { path, ...problem } : problemInFile(path, { file, text }, problem),
  );
  return { problems: placed, ...(checked.problems.every(isWarning) && { checked: { ...checked, text } }) };
};
