import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SqlDialect } from '../../../shared/config/sources.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type Diagnostic, type Place, placeAt, type TextProblem } from '../folder/diagnostic.ts';
import { listFiles } from '../folder/find-file.ts';
import { FILE_START } from '../folder/text-position.ts';
import { loadGrammar, syntaxErrorOffset } from './check-sql.ts';

export interface Seed {
  readonly file: string;
  readonly text: string;
}

/** @param offset index of the error in the text of the file. */
export const seedDiagnostic = ({ file, text }: Seed, offset: number, message: string): Diagnostic => ({
  ...placeAt(file, text, offset),
  message,
  severity: 'error',
});

/** Returns an error whose message is one line and whose cause is a diagnostic. */
export const seedError = ({ file, line, column }: Place, message: string): Error => {
  const cause: Diagnostic = { file, line, column, message, severity: 'error' };
  return new Error(`${file}:${line}:${column}  ${message}`, { cause });
};

export const isSeed = (path: string): boolean => /\.sql$/i.test(path);

/** Lists seeds in the order in which they are run. */
export const findSeeds = async (folder: string): Promise<readonly string[]> =>
  (await listFiles(join(folder, 'data'), folder)).filter(isSeed).sort();

const readSeed = async (file: string): Promise<Seed> => {
  const bytes = await readFile(file);
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw seedError({ file, ...FILE_START }, 'the file is not UTF-8');
  }
};

export const readSeeds = (files: readonly string[]): Promise<Seed[]> => Promise.all([...files].sort().map(readSeed));

/** Only the database checks larger seeds, because a syntax tree is many times the size of its text. */
const MAX_PARSED_BYTES = 4 * 1024 * 1024;

/** Leaves MySQL to the database. */
const findProblem = async (text: string, engine: SqlDialect['engine']): Promise<TextProblem | undefined> => {
  const nul = text.indexOf('\0');
  if (nul !== -1) return { offset: nul, message: 'a NUL character', hint: 'remove it' };
  if (engine === 'mysql') return undefined;
  const { hasSqlDetails, parseSync } = await loadGrammar();
  try {
    parseSync(text);
    return undefined;
  } catch (error) {
    if (!hasSqlDetails(error)) return undefined;
    const offset = syntaxErrorOffset(error, text);
    return { offset, message: say`not SQL: ${error.message}`, hint: 'correct the statement here' };
  }
};

const UNREADABLE = { message: 'the file cannot be read', hint: 'check who may read it' };
const NOT_UTF8 = { message: 'the file is not UTF-8', hint: 'save it as UTF-8' };

const checkSeed = async (file: string, engine: SqlDialect['engine']): Promise<readonly Diagnostic[]> => {
  try {
    if ((await stat(file)).size > MAX_PARSED_BYTES) return [];
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    const problem = await findProblem(text, engine);
    if (!problem) return [];
    return [{ ...seedDiagnostic({ file, text }, problem.offset, problem.message), hint: problem.hint }];
  } catch (error) {
    const isEncoding = (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    return [{ file, ...FILE_START, ...(isEncoding ? NOT_UTF8 : UNREADABLE), severity: 'error' }];
  }
};

/** Parses the seeds of a folder with PostgreSQL's grammar, if they are for PostgreSQL. Does not run them. */
export const checkSeeds = async (folder: string, engine: SqlDialect['engine']): Promise<readonly Diagnostic[]> =>
  (await Promise.all((await findSeeds(folder)).map((file) => checkSeed(file, engine)))).flat();
