import { readFile } from 'node:fs/promises';
import type { DefinitionProblem } from './definition-problem.ts';
import { placeAt, type TextProblem } from './diagnostic.ts';
import { findFile } from './find-file.ts';
import type { Path } from './read-yaml.ts';

/** A text file of the dashboard folder. */
export interface TextFile {
  /** An absolute path. */
  readonly file: string;
  readonly text: string;
}

/** A text file, or the problem of the path that names it. */
export type ReadText =
  | TextFile
  | {
      readonly problem: DefinitionProblem;
      /** True if the name is allowed, but its file does not exist or is not text. */
      readonly isName: boolean;
    };

/** Adds the place in a file to a problem of the file's text. */
export const problemInFile = (
  path: Path,
  { file, text }: TextFile,
  { offset, ...problem }: TextProblem,
): DefinitionProblem => ({ ...problem, path, place: placeAt(file, text, offset) });

/** Reads a file that the dashboard file names, relative to its folder. */
export const readTextFile = async (folder: string, name: string, path: Path): Promise<ReadText> => {
  const found = await findFile(folder, '', name);
  if ('message' in found) {
    const { message, hint, absent } = found;
    return { problem: { path, message, hint }, isName: absent !== undefined };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(found.file));
    return { file: found.file, text };
  } catch {
    const message = `${found.name} cannot be read as UTF-8 text`;
    return { problem: { path, message, hint: 'save it as UTF-8' }, isName: true };
  }
};
