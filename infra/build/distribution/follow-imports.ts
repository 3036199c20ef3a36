import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { projectRoot } from '../project-root.ts';

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*|\bimport\()'(\.[^']+)'/g;

const importsOf = async (path: string): Promise<readonly string[]> => {
  const code = stripTypeScriptTypes(await readFile(join(projectRoot, path), 'utf8'));
  return Array.from(code.matchAll(SPECIFIER), ([, specifier = '']) => posix.join(dirname(path), specifier));
};

/**
 * Returns the `available` sources that the given sources import, directly or not, and the given sources themselves.
 * Imports of types do not count.
 */
export const followImports = async (
  sources: readonly string[],
  available: ReadonlySet<string>,
): Promise<ReadonlySet<string>> => {
  const found = new Set(sources);
  for (const path of found) {
    const imported = path.endsWith('.ts') ? await importsOf(path) : [];
    for (const one of imported.filter((name) => available.has(name))) found.add(one);
  }
  return found;
};
