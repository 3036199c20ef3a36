import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Program, parse } from 'acorn';
import { simple } from 'acorn-walk';
import { compileSource } from '../../infra/build/distribution/build-distribution.ts';
import { COMMANDS } from '../../infra/cli/commands.ts';
import { MESSAGES, translate } from '../../infra/language/translate.ts';
import { projectRoot } from '../../infra/program/project-root.ts';
import { findSites, HOLE, textsIn } from '../support/messages/find-sites.ts';
import { createFits } from '../support/messages/fits-message.ts';
import { packageSentences, printedSentences } from '../support/messages/printed-sentences.ts';

/** A user of the npm package does not have these files. */
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

const listFiles = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );

const sources = listFiles('functions', 'infra', 'schemas', 'shared').filter(
  (path) => /(?<!\.d)\.m?ts$/.test(path) && !isForContributors(path),
);

const parseFile = (path: string): Program =>
  parse(compileSource(readFileSync(join(projectRoot, path), 'utf8')), { ecmaVersion: 'latest', sourceType: 'module' });

const programs = new Map(sources.map((path) => [path, parseFile(path)]));

/** Returns the texts of a source that have a blank. Texts without a blank, such as paths, are not sentences. */
const sentencesIn = (code: Program): readonly string[] => {
  const texts: string[] = [];
  simple(code, {
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
  const found = [...programs].flatMap(([path, code]) =>
    sentencesIn(code)
      .flatMap(namedFiles)
      .map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** Sources that write messages as AWS does, which are English. */
const AS_AWS =
  /^infra\/local\/emulators\/(?:dynamodb|s3|rds-data|mysql\/(?:mysql|run)-statement)\b|^infra\/cli\/commands\.ts/;
const ATHENA_CODE = /^[A-Z_]{8,}: /;

/** Texts whose values have further words, each with sentences that the code makes of it. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'the result has {}: {}': ['the result has 3 columns: a, b'],
  'use its position: {}': ['use its position: 1 or 2'],
  'a part of the formula is blank, or a division is by 0, {}': [
    'a part of the formula is blank, or a division is by 0, so the column rate is blank',
  ],
  'no rows of this group have {}, {}': ['no rows of this group have a value, so the column total is blank'],
  'The {} of this endpoint cannot be read.': [
    'The token of this endpoint cannot be read.',
    'The API key of this endpoint cannot be read.',
  ],
  "column '{}' {}, but the statement moves it to another zone": [
    "column 'at' has no zone and is read as UTC, but the statement moves it to another zone",
  ],
  'the Data API cannot send this result: {}': [
    'it contains the unsupported data type GEOMETRY',
    'it contains a multidimensional array',
    'it contains an infinite time in column at',
  ],
  '{} are such as {}': ["3 cells are such as '1,234', which may be 1234 or 1.234"],
  'a list{}, each entry {}': ['a list as long as series, each entry a Number'],
  'is not text': ['the value of TOKEN is not text'],
  'the value of {} {}': ['the value of TOKEN is empty'],
  '{} is text, and `{}` must be {}': ['column 2 (total) is text, and `value` must be a number'],
};

test.each(Object.values(COMPOSED).flat())('the composed sentence "%s" is translated', (sentence) => {
  expect(translate(sentence)).toMatch(/\p{Script=Han}/u);
});

test('each message of the code has a Chinese sentence', () => {
  const fits = createFits(Object.keys(MESSAGES));
  const missing = [...programs]
    .filter(([path]) => !AS_AWS.test(path))
    .flatMap(([path, code]) =>
      findSites(path, code)
        .filter((text) => !ATHENA_CODE.test(text) && !fits(text))
        .map((text) => [path, text.replaceAll(HOLE, '{}')] as const),
    )
    .filter(([, text]) => !Object.hasOwn(COMPOSED, text));
  expect(
    missing.map(([path, text]) => `add to infra/language/messages, with a name in each {}: ${text}   (${path})`),
  ).toEqual([]);
});

const DOCUMENTS = ['schemas/dashboard.json', 'schemas/README.md', 'infra/cost/prices/us-east-1.json'];

/** Splits a message at its placeholders, and where the code puts sentences together. */
const fragmentsOf = (message: string): readonly string[] =>
  message
    .split(/\{\w+\}|[.;:,] (?:or )?| \(|\?\)|(?:dashboard|\.secrets)\.yml|data\//)
    .map((part) => part.replaceAll(/^[\s'"`,.;:()]+|[\s'"`,.;:()]+$/g, ''))
    .filter((part) => /[a-z]{3}/i.test(part));

test('the code has each message that is translated', async () => {
  const inDocuments = DOCUMENTS.map((path) => readFileSync(join(projectRoot, path), 'utf8').replaceAll('\\', ''));
  const printed = [...Object.values(COMPOSED).flat(), ...(await printedSentences()), ...(await packageSentences())];
  const tools = listFiles('infra/build', 'infra/program').filter((path) => /(?<!\.d)\.m?[jt]s$/.test(path));
  const texts = new Set([...programs.values(), ...tools.map(parseFile)].flatMap(textsIn));
  const all = [...texts, ...inDocuments, ...printed].join('\n').toLowerCase();
  const isSaid = (message: string): boolean =>
    fragmentsOf(message.toLowerCase()).every((fragment) => all.includes(fragment));
  expect(Object.keys(MESSAGES).filter((message) => !isSaid(message))).toEqual([]);
});

/** Matches keys of dashboard.yml that are not English words, and maps and entries that can only be YAML. */
const BARE_KEY =
  /(?<![\w$.`])(?:maxSkew|unpivot|atMost|atLeast|accessLog|engineVersion|securityGroup|hostedZone|yAxisIndex)\b(?!`)|\{ \w+: |\b(?:csv|sql|json|dataset|datasets|where|window|limit|token|cache|stale|header|encoding|watch|hours): [\w{'"$]/;

const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '');

test('messages about dashboard.yml write its keys in backquotes', () => {
  const found = sources
    // Texts of the schema get their backquotes when a message shows them.
    .filter((path) => /^infra\/(?:dashboard(?!\/kinds\/\w+\/(?:keys|kind)\.ts)|local\/check)/.test(path))
    .flatMap((path) =>
      sentencesIn(programs.get(path) as Program)
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
