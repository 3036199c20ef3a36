import { fileURLToPath } from 'node:url';

/** The folder that holds infra/, schemas/ and the rest, without a slash at its end. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** True in the npm package: its files are compiled, its functions are built, and nothing is written into its folder. */
export const isPackaged = import.meta.url.endsWith('.js');

/** Changes only paths of Windows. */
export const posixPath = (path: string): string => path.replaceAll('\\', '/');
