import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** Lists the families that have a function, sorted. */
export const listFunctions = async (): Promise<readonly string[]> =>
  (await readdir(join(projectRoot, 'functions'), { recursive: true }))
    .filter((path) => /^[^/\\]+[/\\]handler\.[jt]s$/.test(path))
    .map(dirname)
    .sort();
