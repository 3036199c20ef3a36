import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'acorn';
import { simple } from 'acorn-walk';
import { compileSource } from '../../infra/build/distribution/build-distribution.ts';
import { COMMANDS } from '../../infra/cli/commands.ts';
import { projectRoot } from '../../infra/program/project-root.ts';

/** Matches a file of the repository. A user of the npm package does not have it. */
const REPOSITORY_FILE =
  /(?:^|[^\w/.-])(?:(?:functions|infra|schemas|shared|tests|\.github)\/[\w.-]+|(?:README|CONTRIBUTING)\.md|[\w-]+\.[cm]?ts\b)/;

const forAll = [...COMMANDS].filter(([, { forSources }]) => !forSources);
const forClones = [...COMMANDS.keys()].filter((name) => COMMANDS.get(name)?.forSources);

/** Sources whose texts only contributors see: the commands that only clones have, and what they use. */
const FOR_CONTRIBUTORS = [
  ...['infra/lab/', 'infra/build/', 'infra/program/command-line.ts', 'infra/cli/test/', 'infra/cli/benchmarks.ts'],
  ...forClones.map((name) => `infra/cli/${name.replace(':', '-')}.ts`),
];

const isForContributors = (path: string): boolean => FOR_CONTRIBUTORS.some((place) => path.startsWith(place));

const sources = ['functions', 'infra', 'schemas', 'shared']
  .flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /(?<!\.d)\.m?ts$/.test(path) && !isForContributors(path));

/** Returns the texts of a source that have a blank. Texts without a blank, such as paths, are not sentences. */
const sentencesIn = (code: string): readonly string[] => {
  const texts: string[] = [];
  simple(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), {
    Literal: ({ value }) => {
      texts.push(String(value));
    },
    TemplateLiteral: ({ quasis }) => {
      texts.push(quasis.map(({ value }) => value.cooked ?? '').join('…'));
    },
  });
  return texts.filter((text) => /\S \S/.test(text));
};

const namedFiles = (text: string): readonly string[] =>
  REPOSITORY_FILE.test(text) && !text.includes('${file(') ? [text] : [];

test('no message names a file of the repository', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((path) => {
    const code = compileSource(readFileSync(join(projectRoot, path), 'utf8'));
    return sentencesIn(code)
      .flatMap(namedFiles)
      .map((text) => `${path}: ${text}`);
  });
  expect(found).toEqual([]);
});

/** Matches keys of dashboard.yml that are not English words, and maps and entries that can only be YAML. */
const BARE_KEY =
  /(?<![\w$.`])(?:maxSkew|unpivot|atMost|atLeast|accessLog|engineVersion|securityGroup|hostedZone|yAxisIndex)\b(?!`)|\{ \w+: |\b(?:csv|sql|json|dataset|datasets|where|window|limit|token|cache|stale|header|encoding|watch|hours): [\w{'"$]/;

/** Returns a text without its parts in backquotes. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '');

test('messages about dashboard.yml write its keys in backquotes', () => {
  const found = sources
    // Texts of the schema get their backquotes when a message shows them.
    .filter((path) => /^infra\/(?:dashboard(?!\/kinds\/\w+\/(?:keys|kind)\.ts)|local\/check)/.test(path))
    .flatMap((path) =>
      sentencesIn(compileSource(readFileSync(join(projectRoot, path), 'utf8')))
        .filter((text) => BARE_KEY.test(withoutCode(text)) && !/^[\w ]+$/.test(text))
        .map((text) => `${path}: ${text}`),
    );
  expect(found).toEqual([]);
});

test.each(forAll)('the help of %s names no file of the repository', async (_, { summary, load }) => {
  const { command } = await load();
  const texts = [summary, ...(command.notes ?? []), ...Object.values(command.options).map(({ meaning }) => meaning)];
  expect(texts.join(' ').replaceAll('infra/deploy by default', '')).not.toMatch(REPOSITORY_FILE);
});

test('the schema of dashboard.yml names no file of the repository', () => {
  const schema = readFileSync(join(projectRoot, 'schemas/dashboard.json'), 'utf8');
  const texts = Array.from(schema.matchAll(/"(?:title|description)": "([^"]+)"/g), ([, text = '']) => text);
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.flatMap(namedFiles)).toEqual([]);
});

test.each([
  ['schemas/README.md lists the components', true],
  ['look into infra/README.md', true],
  ['run load-data.ts', true],
  ['a file of data/ or s3://bucket/schemas/key', false],
  ['write file:queries/name.sql', false],
])('the text "%s" names a file of the repository: %s', (text, names) => {
  expect(namedFiles(text).length > 0).toBe(names);
});
