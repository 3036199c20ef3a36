import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '../../infra/build/project-root.ts';
import { findCycles, graphOf } from '../find-cycles.ts';

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

  test(`the sources of ${folder}/ import something`, () => {
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

describe('the folders of shared', () => {
  const edges = sourcesOf('shared').flatMap((path) =>
    importsOf(path)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => [path, resolve(path, specifier)] as const),
  );

  test('the folders of shared import each other without a cycle, type imports included', () => {
    expect(findCycles(graphOf(edges, dirname))).toEqual([]);
  });

  test('the files of shared import each other without a cycle', () => {
    expect(findCycles(graphOf(edges, (path) => path))).toEqual([]);
  });

  test('a single import back would form a cycle of folders and files in shared', () => {
    const back = [...edges, ['shared/tabular/table.ts', 'shared/pipeline/check-body.ts'] as const];
    expect(findCycles(graphOf(back, dirname))).toContain('shared/pipeline -> shared/tabular');
    expect(findCycles(graphOf(back, (path) => path))).toContain(
      'shared/tabular/table.ts -> shared/pipeline/check-body.ts',
    );
  });
});
