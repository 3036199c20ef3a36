import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse as parseYaml } from 'yaml';
import { COMMANDS } from '../infra/cli/commands.ts';
import { checkSchema } from '../infra/dashboard/definition/check-schema.ts';
import { projectRoot } from '../infra/program/project-root.ts';
import { errorMeanings } from '../shared/errors/error-meanings.ts';
import { type ErrorCode, errorCodes } from '../shared/errors/wallfeed-error.ts';

/** The documents with a limit of lines: each is for one reader, who reads it from top to bottom. */
const MAX_LINES = {
  'README.md': 120,
  'infra/README.md': 262,
  'infra/console/README.md': 150,
  'infra/cost/README.md': 150,
  'infra/cost/actual/README.md': 150,
  'infra/dashboard/README.md': 230,
  'infra/deploy/README.md': 165,
  'shared/README.md': 153,
  'shared/cache/README.md': 150,
  'shared/function/README.md': 150,
};

const GUIDES = [
  'infra/lab/README.md',
  'README.md',
  'infra/README.md',
  'infra/console/README.md',
  'infra/cost/README.md',
  'infra/dashboard/README.md',
  'infra/deploy/README.md',
  'shared/README.md',
  'shared/cache/README.md',
  'shared/function/README.md',
  'schemas/README.md',
  'schemas/selections.md',
  'schemas/clients/README.md',
  'schemas/datasets.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
];

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const { scripts } = JSON.parse(readText('package.json'));

const section = (path: string, title: string): string =>
  readText(path)
    .split(/^## /m)
    .find((part) => part.startsWith(`${title}\n`)) ?? '';

const fences = (text: string, language = '\\w*'): readonly string[] =>
  Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')), ([, code]) => code ?? '');

const linesOf = (text: string): readonly string[] => text.split('\n').filter(Boolean);

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string): readonly string[] =>
  Array.from(readText(path).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));

const leadsSomewhere = (from: string, link: string): boolean => {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? from : join(dirname(from), file);
  if (!existsSync(join(projectRoot, path))) return false;
  return anchor === undefined || anchorsOf(path).includes(anchor);
};

const foldersOf = (path: string): readonly string[] =>
  readdirSync(join(projectRoot, path)).filter((name) => statSync(join(projectRoot, path, name)).isDirectory());

describe.each([...GUIDES, 'CHANGELOG.md'])('%s', (path) => {
  test('the guide has only links that lead to a file, and to a heading of that file', () => {
    const text = readText(path).replaceAll(/^```.*?^```/gms, '');
    const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link);
    const local = links.filter((link) => !link.startsWith('https://'));
    expect(local.filter((link) => !leadsSomewhere(path, link))).toEqual([]);
  });
});

/** Returns the commands that a document names, each with the options that follow it. */
const commandsIn = (path: string) =>
  Array.from(
    readText(path).matchAll(/(?:npm (?:run ([a-z][\w:-]*)|(start|test))|\bwallfeed ([a-z][\w:-]*))([^\n#|`]*)/g),
    ([, script, word, command, rest = '']) => ({
      name: script ?? word ?? command ?? '',
      options: Array.from(rest.matchAll(/ --([a-z-]+)/g), ([, option = '']) => option),
    }),
  );

test.each(GUIDES)('%s names only commands and options that exist', async (path) => {
  for (const { name, options } of commandsIn(path)) {
    expect(Object.keys(scripts)).toContain(name);
    if (options.length === 0) continue;
    const known = await COMMANDS.get(name)?.load();
    expect([name, Object.keys(known?.command.options ?? {})]).toEqual([name, expect.arrayContaining(options)]);
  }
});

test('the guides explain every command', () => {
  const named = new Set(GUIDES.flatMap(commandsIn).map(({ name }) => name));
  const missing = [...COMMANDS.keys()].filter((name) => !named.has(name));
  expect(missing.map((name) => `name the command ${name} in the table of commands of infra/README.md`)).toEqual([]);
});

test.each(Object.entries(MAX_LINES))('%s has at most %d lines', (path, limit) => {
  const count = readText(path).trimEnd().split('\n').length;
  expect(count > limit ? `${path} has ${count} lines: shorten it, such as by a row for two things` : '').toBe('');
});

test.each(['README.md', 'infra/README.md'])('%s marks each command that needs AWS', (path) => {
  const commands = fences(readText(path), 'sh').flatMap(linesOf);
  const remote = commands.filter((line) => /^aws ssm|^aws s3|^npx wallfeed (?:diff|deploy|upload|remove)/.test(line));
  expect(remote.length).toBeGreaterThan(0);
  expect(remote.filter((line) => !/# needs AWS|--previous/.test(line))).toEqual([]);
});

describe('README.md', () => {
  const readme = readText('README.md');

  test('README.md opens with the commands to start from the package and in a clone', () => {
    const [opening = ''] = readme.split(/^## /m);
    const commands = [
      'npm pack',
      'npm install',
      'npx wallfeed init ops-room',
      'npx wallfeed start --dashboard ops-room',
    ];
    for (const command of [...commands, 'npm start']) expect(opening).toContain(`\`${command}\``);
    expect(opening).toContain('Drop a CSV file on the console, and choose a picture');
  });

  test('README.md shows the rows and the response of the sample of 3D Pie Chart', () => {
    const text = section('README.md', 'A request and its response');
    const sample = 'schemas/pie/3d-pie-chart/sample';
    expect(fences(text, 'csv')).toEqual([readText(`${sample}.csv`)]);
    expect(fences(text, 'json').map((body) => JSON.parse(body))).toEqual([JSON.parse(readText(`${sample}.json`))]);
  });

  test('README.md says how many components of the platform the catalogue has', () => {
    const families = readText('schemas/README.md').split(/^## /m);
    const ofPlatform = families.filter((text) => !text.includes('[other front ends]'));
    const components = ofPlatform.join('').match(/^\| \[/gm) ?? [];
    const [, said] = readme.match(/\[(\d+) components\]\(schemas\/README\.md\)/) ?? [];
    expect(Number(said)).toBe(components.length);
  });

  test('README.md shows a dashboard file that is valid', async () => {
    const examples = fences(section('README.md', 'Configure'), 'yaml');
    expect(examples).toHaveLength(1);
    expect(await checkSchema(parseYaml(examples.join()))).toEqual([]);
    expect(linesOf(examples.join()).length).toBeLessThanOrEqual(8);
    expect(linesOf(examples.join()).filter((line) => line.length > 70)).toEqual([]);
  });

  test('README.md shows an error body whose status belongs to its error code', () => {
    const [example = '{}'] = fences(section('README.md', 'Errors'), 'json');
    const { error, code, status } = JSON.parse(example) as {
      error: keyof typeof errorCodes;
      code: number;
      status: number;
    };
    expect([code, status]).toEqual([errorCodes[error], errorCodes[error]]);
  });

  test('README.md says what each folder at the top is for', () => {
    const unlisted = ['node_modules', 'dist', 'coverage'];
    const isDashboard = (name: string): boolean => existsSync(join(projectRoot, name, 'dashboard.yml'));
    const folders = foldersOf('.').filter(
      (name) => !(name.startsWith('.') || unlisted.includes(name) || isDashboard(name)),
    );
    const guide = section('README.md', 'Where to go on');
    expect(folders.filter((name) => !guide.includes(`\`${name}/\``))).toEqual([]);
  });
});

test.each([
  ['shared/README.md', 'shared'],
  ['infra/console/README.md', 'infra/console'],
  ['infra/cost/README.md', 'infra/cost'],
  ['infra/deploy/README.md', 'infra/deploy'],
])('%s begins with a map of all subfolders of %s', (path, folder) => {
  const [beginning = ''] = readText(path).split(/^## /m);
  const [map = ''] = fences(beginning);
  const [first, ...folders] = linesOf(map).map((line) => line.trim().split('/')[0]);
  expect(first).toBe(basename(folder));
  expect(folders.toSorted()).toEqual(foldersOf(folder).toSorted());
});

test('.github/CONTRIBUTING.md begins with a map of the repository, and names all folders at the top and in infra/', () => {
  const [beginning = ''] = readText('.github/CONTRIBUTING.md').split(/^## /m);
  const [map = ''] = fences(beginning);
  const named = Array.from(map.matchAll(/^( *)([\w-]+)\/ /gm), ([, indent = '', name]) => [indent.length, name]);
  const inInfra = named.filter(([indent]) => indent === 4).map(([, name]) => String(name));
  expect(inInfra.toSorted()).toEqual(foldersOf('infra').toSorted());
  const atTop = named.filter(([indent]) => indent === 2).map(([, name]) => name);
  expect(atTop.toSorted()).toEqual(['functions', 'infra', 'schemas', 'shared', 'tests']);
});

test('CHANGELOG.md begins with Unreleased, each version has its date, and each line names what changed', () => {
  const text = readText('CHANGELOG.md');
  const [, unreleased = '', ...versions] = text.split(/^## /m);
  expect(unreleased).toMatch(/^Unreleased\n/);
  const { version } = JSON.parse(readText('package.json'));
  expect(versions.map((text) => text.split(/[ \n]/)[0])).toContain(version);
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d\n/);
  const lines = text.split('\n').filter((line) => /^\S/.test(line));
  expect(lines.filter((line) => !/^(?:#|What users|- [\w:. -]+: \S.*)/.test(line))).toEqual([]);
});

test('shared/README.md has the table of errors', () => {
  const rows = Array.from(
    section('shared/README.md', 'Errors').matchAll(/^\| `(\w+)` \| (\d+) \| (.+) \| (?:.+) \|$/gm),
    ([, ...row]) => row,
  );
  const errors = Object.entries(errorMeanings);
  expect(rows).toEqual(errors.map(([word, meaning]) => [word, String(errorCodes[word as ErrorCode]), meaning]));
});

test.each(['infra/README.md', 'infra/deploy/README.md'])(
  '%s shows settings that a dashboard file may have',
  async (path) => {
    const settings = fences(readText(path), 'yaml').map((text) => parseYaml(text));
    const endpoints = { devices: { component: '3D Pie Chart', json: 'devices.json' } };
    expect(settings.length).toBeGreaterThan(0);
    for (const setting of settings)
      expect(await checkSchema({ dashboard: 'ops-room', endpoints, ...setting })).toEqual([]);
  },
);
