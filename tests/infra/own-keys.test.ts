import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Node, parse } from 'acorn';
import { simple } from 'acorn-walk';
import { posixPath, projectRoot } from '../../infra/program/project-root.ts';

/** The sources whose texts come from users: what measures and tests the program is left out. */
const FOLDERS = ['shared', 'schemas', 'functions', 'infra'];
const LEFT_OUT = /^infra\/(?:lab|cli\/test|console\/page)\/|\/node_modules\/|\.d\.m?ts$/;

interface Source {
  readonly path: string;
  readonly text: string;
  readonly code: string;
  readonly tree: Node;
}

const readSource = (path: string): Source => {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const code = stripTypeScriptTypes(text);
  return { path, text, code, tree: parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }) };
};

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posixPath(join(folder, path)))
    .filter((path) => /\.m?ts$/.test(path) && !LEFT_OUT.test(path))
    .map(readSource),
);

const quote = ({ path, code }: Source, { start, end }: Node): string =>
  `${path}:${code.slice(0, start).split('\n').length} ${code.slice(start, end)}`;

/** Lists the places of sources that `visit` adds. */
const find = (visit: (source: Source, add: (node: Node) => void) => Parameters<typeof simple>[1]): readonly string[] =>
  sources.flatMap((source) => {
    const found: string[] = [];
    simple(
      source.tree,
      visit(source, (node) => found.push(quote(source, node))),
    );
    return found;
  });

test('no source looks up a word with `in`, because every object has constructor, toString and valueOf', () => {
  const found = find((_, add) => ({
    BinaryExpression: (node) => {
      if (node.operator === 'in' && node.left.type !== 'Literal' && node.left.type !== 'PrivateIdentifier') add(node);
    },
  }));
  expect(found.map((place) => `${place}: use Object.hasOwn or a Map`)).toEqual([]);
});

/** Matches a constant that has an entry for some words, but not for all. */
const SOME_WORDS = /\bconst ([A-Z][A-Z\d_]*): (?:Readonly<)?Record<string\b/g;

/** Constants that are looked up only by words of the program, of a library or of AWS, or by characters. */
const OWN_WORDS = new Set([
  ...[
    'ACTIONS',
    'AGENTS',
    'BETWEEN',
    'CAUSES',
    'CERTIFICATES',
    'CHECKS',
    'CHINESE_NAMES',
    'CODES',
    'COMPARISONS',
    'CONTENT_TYPES',
    'DATABASE',
    'ENCRYPTIONS',
    'ESCAPES',
    'EXACT',
    'FUNCTIONS',
    'FORMS',
    'NAMED',
    'NAMES',
    'NEEDED',
    'PLURALS',
    'REMOVALS',
    'STATES',
    'UNIT_MS',
  ],
  ...['FAMILY_KEYS', 'FAMILY_WEIGHTS', 'FILES', 'FIRST_MINOR', 'FOREIGN', 'HINTS', 'KINDS', 'MEANINGS', 'MEMBERS'],
  ...['MESSAGES', 'NORMAL', 'ODD', 'OPERATIONS', 'PATHS', 'PATTERNS', 'POWERS', 'PROPERTIES', 'READERS', 'REMEDIES'],
  ...[
    'ROUTES',
    'SCOPES',
    'SERIALS',
    'SPECIAL',
    'STATUS',
    'STEPS',
    'TYPES',
    'UNCLOSED',
    'UNIT_BYTES',
    'UTF_16',
    'WORDS',
  ],
  ...['WORST_CASE_VALUES', 'WRITERS', 'WRITES'],
]);

test('a word of a user is looked up in a Map, because every object has constructor, toString and valueOf', () => {
  const objects = new Set(sources.flatMap(({ text }) => Array.from(text.matchAll(SOME_WORDS), ([, name]) => name)));
  const found = find((source, add) => ({
    MemberExpression: (node) => {
      const { object, property, computed } = node;
      if (!computed || object.type !== 'Identifier' || property.type === 'Literal') return;
      const isGuarded = source.code.includes(`Object.hasOwn(${object.name}, `);
      if (objects.has(object.name) && !OWN_WORDS.has(object.name) && !isGuarded) add(node);
    },
  }));
  expect(found.map((place) => `${place}: use Object.hasOwn or a Map, or add the constant to OWN_WORDS`)).toEqual([]);
});
