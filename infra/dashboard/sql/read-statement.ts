import { type DefinitionProblem, isWarning } from '../folder/definition-problem.ts';
import type { TextProblem } from '../folder/diagnostic.ts';
import { hasFields } from '../folder/fields.ts';
import { problemInFile, readTextFile } from '../folder/find-file.ts';
import type { Path } from '../folder/read-yaml.ts';

interface Checked {
  readonly problems: readonly TextProblem[];
}

/** How a statement is checked. */
export interface StatementRules<Result extends Checked> {
  readonly maxBytes: number;
  /** The hint for a statement that is too long. */
  readonly shorten: string;
  readonly check: (text: string) => Result | Promise<Result>;
}

/**
 * A statement of dashboard.yml, or of a file that it names. `checked` is present if the statement has no errors. It may
 * have warnings.
 */
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

/** Returns a statement, or the name of its file with `file:` before it, and its path in dashboard.yml. */
export const locateStatement = (value: unknown, path: Path): { readonly value: unknown; readonly path: Path } =>
  hasFields(value) && typeof value.file === 'string'
    ? { value: `file:${value.file}`, path: [...path, 'file'] }
    : { value, path };

/** The text of a statement, and the function that adds the place in its file to a problem of the text. */
export interface WrittenStatement {
  readonly text: string;
  readonly place: (problem: TextProblem) => DefinitionProblem;
}

/** Finds the statement at a path of dashboard.yml. Returns undefined if there is none, or if its file cannot be read. */
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

/**
 * Reads and checks `select ...` or `file:queries/name.sql`. Problems have their place: in dashboard.yml or in that file.
 * The statement is not run.
 */
export const readStatement = async <Result extends Checked>(
  value: string,
  path: Path,
  folder: string,
  { maxBytes, shorten, check }: StatementRules<Result>,
): Promise<ReadStatement<Result>> => {
  const { problems, text, file } = await readText(value, path, folder);
  if (text === undefined) return { problems };
  if (Buffer.byteLength(text) > maxBytes)
    return { problems: [{ path, message: `the statement is larger than ${maxBytes} bytes`, hint: shorten }] };
  const checked = await check(text);
  const placed = checked.problems.map((problem) =>
    file === undefined ? { path, ...problem } : problemInFile(path, { file, text }, problem),
  );
  return { problems: placed, ...(checked.problems.every(isWarning) && { checked: { ...checked, text } }) };
};
