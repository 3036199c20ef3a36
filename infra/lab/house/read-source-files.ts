import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { posixPath } from '../../program/project-root.ts';

/** The path begins at the root of the project. */
export interface Source {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly string[];
}

const SPECIFIER = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)'(\.[^'$]+)'/g;

const importsOf = (path: string, text: string): readonly string[] =>
  Array.from(text.matchAll(SPECIFIER), ([, specifier = '']) => posixPath(join(dirname(path), specifier)));

const readSource = (root: string, path: string): Source => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, lines: text.split('\n').length - 1, imports: importsOf(path, text) };
};

/** Declarations of types (.d.ts) do not count. */
export const readSources = (root: string, folders: readonly string[]): readonly Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.d)\.(?:ts|mts|mjs|cjs)$/.test(path) && !/(?:^|[/\\])node_modules[/\\]/.test(path))
      .map((path) => readSource(root, posixPath(join(folder, path)))),
  );
