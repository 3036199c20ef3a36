import { readFile } from 'node:fs/promises';
import { findFile } from './find-file.ts';
import type { Finding } from './finding.ts';
import type { Path } from './read-yaml.ts';

/** A text file of the dashboard folder, or what is wrong with it at the path that names it. */
export type ReadText =
  | { readonly file: NonNullable<Finding['file']> }
  | {
      readonly finding: Finding;
      /** The name may stand for a file: none is there yet, or what is there is no text. */
      readonly isName: boolean;
    };

/** Reads a file that the dashboard file names, relative to its folder. */
export const readTextFile = async (folder: string, name: string, path: Path): Promise<ReadText> => {
  const found = await findFile(folder, '', name);
  if ('message' in found) {
    const { message, hint, absent } = found;
    return { finding: { path, message, hint }, isName: absent !== undefined };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(found.file));
    return { file: { name: found.file, text } };
  } catch {
    const message = `${found.name} cannot be read as UTF-8 text`;
    return { finding: { path, message, hint: 'save it as UTF-8' }, isName: true };
  }
};
