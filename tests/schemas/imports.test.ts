import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '../../infra/program/project-root.ts';

/** The paths of the project that a folder may import. `packages` is true if it may also import packages. */
const allowed = {
  schemas: { paths: ['schemas/common/', 'shared/catalogue/', 'shared/tabular/'], packages: false },
  shared: { paths: ['shared/', 'dashboard.json'], packages: true },
  functions: { paths: ['schemas/', 'shared/', '#validators/'], packages: false },
};

const SPECIFIER = /(?:\bfrom\s+|\bimport\s+|\bimport\()'([^']+)'/g;

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path));

const importsOf = (path: string): readonly string[] =>
  Array.from(readFileSync(join(projectRoot, path), 'utf8').matchAll(SPECIFIER), ([, specifier = '']) => specifier);

const isOfProject = (specifier: string): boolean => /^[.#/]/.test(specifier);

const resolve = (path: string, specifier: string): string =>
  specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier;

describe.each(Object.entries(allowed))('%s', (folder, { paths, packages }) => {
  const imports = sourcesOf(folder).flatMap((path) => importsOf(path).map((specifier) => ({ path, specifier })));

  test(`the check finds imports in the sources of ${folder}/`, () => {
    expect(imports).not.toEqual([]);
  });

  test(`the sources of ${folder}/ import only ${paths.join(', ')} of the project`, () => {
    const strangers = imports.filter(
      ({ path, specifier }) =>
        isOfProject(specifier) && !paths.some((prefix) => resolve(path, specifier).startsWith(prefix)),
    );
    expect(strangers).toEqual([]);
  });

  if (!packages) {
    test(`the sources of ${folder}/ import no package`, () => {
      expect(imports.filter(({ specifier }) => !isOfProject(specifier))).toEqual([]);
    });
  }
});
