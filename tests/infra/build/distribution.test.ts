import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { parse } from 'acorn';
import { simple } from 'acorn-walk';
import { buildDistribution, compileSource } from '../../../infra/build/distribution/build-distribution.ts';
import { projectRoot } from '../../../infra/build/project-root.ts';

jest.setTimeout(120_000);

describe('a compiled source', () => {
  test('a compiled source has no types, imports compiled files, and keeps its lines', () => {
    const source = [
      "import type { A } from './a.ts';",
      "import { b } from '../b.ts';",
      'const c: A = b as A;',
      "new Worker(new URL('./worker.ts', import.meta.url));",
      'const name = "not-a-path.ts";',
    ].join('\n');
    const lines = compileSource(source).split('\n');
    expect(lines[0]?.trim()).toBe('');
    expect(lines[1]).toBe("import { b } from '../b.js';");
    expect(lines[2]).toMatch(/^const c +=\s+b\s*;$/);
    expect(lines[3]).toBe("new Worker(new URL('./worker.js', import.meta.url));");
    expect(lines[4]).toBe('const name = "not-a-path.ts";');
  });
});

describe('the npm package', () => {
  let folder: string;
  let files: readonly string[];
  beforeAll(async () => {
    folder = await buildDistribution(join(projectRoot, 'dist', 'tests', 'package'));
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  });

  /** Returns the static imports of the compiled sources, each with the importing file. */
  const listImports = async (): Promise<readonly (readonly [file: string, specifier: string])[]> => {
    const sources = files.filter(
      (file) => /^(?:infra|schemas|shared)\/.*\.m?js$/.test(file) && !/queries\//.test(file),
    );
    const imports: (readonly [string, string])[] = [];
    for (const file of sources) {
      const code = await readFile(join(folder, file), 'utf8');
      const add = ({ source }: { source?: unknown }): void => {
        const { value } = (source ?? {}) as { value?: unknown };
        if (typeof value === 'string') imports.push([file, value]);
      };
      const options = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true } as const;
      simple(parse(code, options), {
        ImportDeclaration: add,
        ExportNamedDeclaration: add,
        ExportAllDeclaration: add,
      });
    }
    return imports;
  };

  test('the npm package contains neither TypeScript nor tests', () => {
    expect(files.filter((file) => /\.ts$|\.test\.|^tests\//.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['infra/cli/main.js', 'serverless.yml', 'schemas/dashboard.json']));
  });

  test('the npm package contains the built functions, validators and console', () => {
    const built = ['dist/functions/pie/main.js', 'dist/validators/pie.js', 'dist/console/index.html'];
    expect(files).toEqual(expect.arrayContaining(built));
    expect(files).toContain('infra/local/runtime/interface-client/LICENSE');
  });

  test('the npm package contains each file that its sources import', async () => {
    const missing = (await listImports()).filter(
      ([file, specifier]) => specifier.startsWith('.') && !existsSync(resolve(folder, dirname(file), specifier)),
    );
    expect(missing).toEqual([]);
  });

  test('the npm package declares each package that its sources import as a dependency', async () => {
    const { dependencies } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
    const packages = (await listImports())
      .map(([, specifier]) => specifier)
      .filter((specifier) => !/^[.#]/.test(specifier) && !isBuiltin(specifier))
      .map((specifier) =>
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([]);
  });
});
