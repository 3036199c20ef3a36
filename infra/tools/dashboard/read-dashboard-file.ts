import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { findFile } from './find-file.ts';

export const FILE_NAME = 'dashboard.yml';

/** The text of the dashboard file, or why there is none. */
export type DashboardText = { readonly text: string } | { readonly message: string; readonly hint: string };

const folderFault = async (folder: string): Promise<{ message: string; hint: string } | undefined> => {
  const found = await stat(folder).catch(() => undefined);
  if (!found) return { message: `the folder ${folder} does not exist`, hint: `name a folder that holds ${FILE_NAME}` };
  if (found.isDirectory()) return undefined;
  const hint =
    basename(folder) === FILE_NAME ? `name its folder: ${dirname(folder)}` : `name a folder that holds ${FILE_NAME}`;
  return { message: `${folder} is not a folder`, hint };
};

/** Reads dashboard.yml of a folder. */
export const readDashboardFile = async (folder: string): Promise<DashboardText> => {
  const fault = await folderFault(folder);
  if (fault) return fault;
  const found = await findFile(folder, '', FILE_NAME);
  if ('message' in found) return found;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(found.file)) };
  } catch (error) {
    const isEncoding = error instanceof TypeError;
    return isEncoding
      ? { message: `${FILE_NAME} is not UTF-8`, hint: 'save it as UTF-8' }
      : { message: `${FILE_NAME} cannot be read`, hint: 'check who may read it' };
  }
};
