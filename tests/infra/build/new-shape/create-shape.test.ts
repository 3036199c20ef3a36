import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createShape } from '../../../../infra/build/new-shape/create-shape.ts';
import { clonePath } from '../../../../infra/program/program-files.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';

const run = promisify(execFile);

const SOURCES = [
  'package.json',
  'package-lock.json',
  '.biome.json',
  '.gitignore',
  'functions/pie',
  'infra/build',
  'infra/cli/test/run-file.cjs',
  'tests/support/rejects',
  'tests/support/shapes',
  'tests/support/tables',
  'infra/language',
  'infra/program',
  'infra/terminal',
  'schemas/common',
  'shared',
  'tests/schemas',
];

const SUITES = ['catalogue', 'samples', 'rejects', 'properties'].map((name) => `tests/schemas/${name}.test.ts`);

const biome = (...files: readonly string[]) =>
  run(clonePath('node_modules/.bin/biome'), ['check', ...files], { cwd: root });

let root: string;
let made: Awaited<ReturnType<typeof createShape>>;

/**
 * Copies the sources that shapes and their tests need. Of the functions, only family pie is copied. The families frame and
 * map are made anew.
 */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wallfeed-shape-'));
  for (const path of SOURCES) cpSync(join(projectRoot, path), join(root, path), { recursive: true });
  await rm(join(root, 'tests/support/tables/frame.ts'), { force: true });
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  made = await createShape(root, 'frame/frame-source', true);
  await createShape(root, 'map/there', true);
});

afterAll(async () => rm(root, { recursive: true, force: true }));

const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const failures = async (): Promise<ReadonlyMap<string, string>> => {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const args = ['--no-warnings', '--experimental-vm-modules', jest, '--json', '--outputFile=report.json', ...SUITES];
  await run(process.execPath, args, { cwd: root }).catch(() => undefined);
  const { testResults } = JSON.parse(await read('report.json')) as Report;
  const failed = testResults.flatMap(({ assertionResults, message }) => {
    if (assertionResults.length === 0) throw new Error(message);
    return assertionResults.filter(({ status }) => status === 'failed');
  });
  return new Map(
    failed.map(({ ancestorTitles, title, failureMessages }) => [
      [...ancestorTitles, title].join(': '),
      failureMessages.join('\n'),
    ]),
  );
};

describe('a new shape of a family without shapes', () => {
  test('a new shape of a family without shapes is a folder of empty parts, a handler and a place for its valid tables', async () => {
    const folder = 'schemas/frame/frame-source';
    const parts = ['shape.ts', 'preview.ts', 'schema.json', 'sample.json', 'sample.csv', 'README.md', 'rejects.json'];
    expect(made).toEqual({
      shape: { family: 'frame', name: 'frame-source' },
      written: [
        ...parts.map((part) => `${folder}/${part}`),
        'tests/support/tables/frame.ts',
        'functions/frame/handler.ts',
      ],
      changed: [],
    });
    expect(await read('functions/frame/handler.ts')).toBe(`import { validators } from '#validators/frame';
import { createFunction } from '../../shared/function/create-function.ts';

export const open = createFunction({
  validators,
  shapes: {
    'frame-source': () => import('../../schemas/frame/frame-source/shape.ts'),
  },
});
`);
  });

  test('a new shape fails its tests, and their messages say what to write in each part', async () => {
    const failed = await failures();
    const filledIn =
      failed.get('frame/frame-source: the folder of a shape has a text in each part that new-shape leaves empty') ?? '';
    for (const advice of [
      'shape.ts: list its components',
      'shape.ts: declare the columns',
      'schema.json: give it a title',
      'schema.json: describe the body',
      'sample.csv: write a header',
      'sample.json: write the body',
      'preview.ts: turn the body into a picture',
      'rejects.json: write near misses',
    ]) {
      expect(filledIn).toContain(advice);
    }
    expect([...failed.values()].join('\n')).toContain('tests/support/tables/frame.ts has no tables for frame-source');
    expect([...failed.keys()]).not.toContain('family frame: a family has a handler that lists each of its shapes');
  });

  test('a new shape passes Biome without changes', async () => {
    const files = ['schemas/frame', 'functions/frame', 'tests/support/tables/frame.ts'];
    await expect(biome(...files)).resolves.toBeDefined();
  });
});

describe('a new shape of a family with shapes', () => {
  test.each(['ring-chart', '3d-ring-chart', 'handler', 'switch', '100'])(
    'new-shape adds pie/%s to the list of the handler',
    async (name) => {
      const before = await read('functions/pie/handler.ts');
      expect(await createShape(root, `pie/${name}`)).toMatchObject({ changed: ['functions/pie/handler.ts'] });
      const added = (await read('functions/pie/handler.ts')).split('\n').filter((line) => !before.includes(line));
      const key = /^[a-z]+$/.test(name) ? name : `'${name}'`;
      expect(added).toEqual([`    ${key}: () => import('../../schemas/pie/${name}/shape.ts'),`]);
      await expect(biome('functions/pie/handler.ts')).resolves.toBeDefined();
    },
  );

  test('new-shape leaves a handler without a list of shapes unchanged', async () => {
    const handler = (await read('functions/pie/handler.ts')).replace('shapes: ', 'others: ');
    await mkdir(join(root, 'functions/bar'));
    await writeFile(join(root, 'functions/bar/handler.ts'), handler);
    const refused = await createShape(root, 'bar/new-bar');
    await rm(join(root, 'functions/bar'), { recursive: true });
    expect(refused).toEqual({
      message: "functions/bar/handler.ts has no list 'shapes: { ... }' (add one, as the other handlers have)",
    });
    await expect(read('schemas/bar/new-bar/shape.ts')).rejects.toThrow('ENOENT');
  });
});

describe('wrong names for new-shape', () => {
  test('new-shape refuses a folder that already exists', async () => {
    const handler = await read('functions/map/handler.ts');
    expect(await createShape(root, 'map/there')).toEqual({
      message: 'schemas/map/there exists already (choose another name)',
    });
    expect(await read('functions/map/handler.ts')).toBe(handler);
  });

  test.each([
    ['pie', 'pie is not <family>/<shape> (write, for example, pie/mini-pie-chart)'],
    ['pie/', 'pie/ is not <family>/<shape> ('],
    ['schemas/pie/ring', 'schemas/pie/ring is not <family>/<shape> ('],
    ['pies/ring', 'there is no family pies (did you mean pie/ring? To make a new family, add --new-family)'],
    ['weather/ring', 'there is no family weather (known are frame, map, pie. To make a new family, add'],
    ['pie/Ring Chart', 'Ring Chart is not in kebab-case (did you mean pie/ring-chart?)'],
    ['pie/ringChart', 'ringChart is not in kebab-case (did you mean pie/ring-chart?)'],
    ['pie/ring_chart-', 'ring_chart- is not in kebab-case (did you mean pie/ring-chart?)'],
    ['pie/..', '.. is not in kebab-case (write lower-case letters, digits and hyphens)'],
    ['pie/s28', 's28 is the number of a shape (name the shape after '],
    ['../ring', 'there is no family .. (known are '],
  ])('new-shape refuses the name %s, and says why', async (text, message) => {
    expect(await createShape(root, text)).toEqual({ message: expect.stringContaining(message) });
  });

  test.each([
    ['pie/ring', 'the family pie exists already (leave out --new-family)'],
    ['Gauge Cluster/ring', 'Gauge Cluster cannot be the name of a family (write one such as gauge-cluster)'],
    ['common/ring', 'common cannot be the name of a family ('],
    ['../ring', '.. cannot be the name of a family ('],
  ])('new-shape refuses the name %s for a new family, and says why', async (text, message) => {
    expect(await createShape(root, text, true)).toEqual({ message: expect.stringContaining(message) });
  });
});
