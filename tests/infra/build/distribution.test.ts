import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'acorn';
import { simple } from 'acorn-walk';
import {
  buildDistribution,
  compileSource,
  listShippedFiles,
} from '../../../infra/build/distribution/build-distribution.ts';
import { COMMANDS } from '../../../infra/cli/commands.ts';
import {
  DOCUMENT_ROOT,
  DOCUMENTS,
  PROGRAM_FILES,
  type ProgramFile,
  packagedPath,
} from '../../../infra/program/program-files.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';

/** Matches code that builds a path into the program's own folder. */
const OWN_PATH =
  /(?<!createRequire\()import\.meta\.(?:url|dirname|filename)|(?:join|resolve|URL)\(\s*projectRoot|\$\{projectRoot|projectRoot \+/;

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

  const listSources = (): readonly string[] =>
    files.filter(
      (file) => /^(?:infra|schemas|shared)\/.*\.m?js$/.test(file) && !/queries\/|interface-client/.test(file),
    );

  const listImports = async (): Promise<readonly (readonly [file: string, specifier: string])[]> => {
    const imports: (readonly [string, string])[] = [];
    for (const file of listSources()) {
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

  test('the npm package contains all files of the program, and lists its files', async () => {
    const missing = (Object.keys(PROGRAM_FILES) as ProgramFile[])
      .map(packagedPath)
      .filter((path) => !existsSync(join(folder, path)));
    expect(missing).toEqual([]);
    const listed = JSON.parse(await readFile(join(folder, 'files.json'), 'utf8'));
    const documents = DOCUMENTS.map((path) => `${DOCUMENT_ROOT}/${path}`);
    const expected = [...files.filter((file) => file !== 'files.json'), ...documents];
    expect(listed).toEqual(expected.toSorted());
  });

  test('the npm package cannot be built if a file that commands read is missing', async () => {
    await expect(listShippedFiles(['schemas', 'schemas/lost.json'])).rejects.toThrow(
      'schemas/lost.json is missing, and commands read it',
    );
  });

  test('the npm package contains the commands that need no sources of the repository, and no others', () => {
    const commands = [...COMMANDS].map(([name, { forSources }]) => [
      `infra/cli/${name.replace(':', '-')}.js`,
      !forSources,
    ]);
    expect(commands.map(([file]) => [file, files.includes(String(file))])).toEqual(commands);
  });

  test('only program-files.ts, project-root.ts and run.mjs build paths into the folder of the program', async () => {
    const building: string[] = [];
    for (const file of listSources()) {
      const code = await readFile(join(folder, file), 'utf8');
      if (OWN_PATH.test(code)) building.push(file);
    }
    expect(building.toSorted()).toEqual([
      // Starts the program, before the other files can be imported.
      'infra/cli/run.mjs',
      'infra/program/any-node.mjs',
      'infra/program/program-files.js',
      'infra/program/project-root.js',
    ]);
  });
});
