import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { invocationDir } from '../dashboard/dashboard-folder.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';

/** Returns the absolute path of the folder that `--out` names, or an error if the path is not a folder. */
export const readOutFolder = async (out: string): Promise<string | CommandFailure> => {
  const folder = resolve(invocationDir, out);
  const found = await stat(folder).catch(() => undefined);
  if (!found || found.isDirectory()) return folder;
  return fail(`--out: ${out} cannot be used as the output folder, because it is not a folder`, EXIT_USAGE);
};
