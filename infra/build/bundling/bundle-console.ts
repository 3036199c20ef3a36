import { programPath } from '../../program/program-files.ts';
import { isPackaged } from '../../program/project-root.ts';

/** Bundles the page unless it is up to date. */
export const bundleConsole = async (): Promise<string> => {
  const folder = programPath('console');
  if (isPackaged) return folder;
  const { writeConsole } = await import('./write-console.ts');
  await writeConsole(folder);
  return folder;
};
