import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '../infra/build/project-root.ts';

/** The folders and files whose language is plain. Add a folder here once it has been rewritten. */
const PLAIN_PATHS = [
  '.github',
  'CHANGELOG.md',
  'README.md',
  'infra/README.md',
  'infra/cli',
  'infra/cost',
  'infra/dashboard',
  'infra/terminal',
  'infra/build',
  'infra/deploy',
  'infra/local',
  'infra/stack',
  'schemas',
  'shared/README.md',
  'shared/catalogue',
  'shared/cache',
  'shared/tabular',
  'shared/csv',
  'shared/errors',
  'shared/config',
  'shared/token',
  'shared/function',
  'shared/aws',
  'shared/handler',
  'shared/http',
  'shared/limits',
  'shared/middleware',
  'shared/pipeline',
  'shared/sources',
  'tests/bench',
  'tests/e2e',
  'tests/faults',
  'tests/fuzz',
  'tests/infra/cli',
  'tests/infra/build',
  'tests/infra/dashboard',
  'tests/infra/local',
  'tests/infra/deploy',
  'tests/infra/cost',
  'tests/infra/stack',
  'tests/readme.test.ts',
  'tests/schemas',
  'tests/shared',
];

/** Sources, documentation, and the titles of rejects. */
const CHECKED_FILES = /(?:\.m?ts|\.mjs|\.md|rejects\.json)$/;

/** Phrases that need the sentence before them, or a second reading. */
const PHRASES = [
  'what was made of',
  'made of it',
  'stays what it is',
  'the text (?:it|they) (?:is|are)',
  'as if nobody',
  'so many',
  'for so long',
  'so long ago',
  'that (?:is|are) none',
  'none (?:is|are|does|do)',
  'whoever',
  '(?:came|become|becomes) of',
  'lies ahead of',
  'whatever',
  'knows no',
  '(?:is|are) right',
  'held against',
  'and so (?:does|do|is|are)',
  'is no part of',
  'have a part in',
  'any more is',
  'none other',
  'not rather',
  'what alone',
];

/** Doc comments that open so begin with a clause without its noun. */
const OPENINGS = /\/(?:\*\*|\/)\s*(?:\*\s*)?(?:What|Of|Whether)\b/;

/** Test titles that open so do not stand alone. */
const TITLES = /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*['"`](?:nor|and|but|or|so)\b/;

/** Names of limits; MAX_ and MIN_ are the usual ones. */
const NAMES = /\b(?:MOST|LEAST|LONGEST|SHORTEST)_[A-Z]/;

const RULES = [new RegExp(`\\b(?:${PHRASES.join('|')})\\b`, 'i'), OPENINGS, TITLES, NAMES];

/** Returns the parts of a text that break a rule, each with its line: `12: whoever`. */
const findRiddles = (text: string): readonly string[] =>
  RULES.flatMap((rule) =>
    Array.from(text.matchAll(new RegExp(rule.source, `${rule.flags}g`)), ({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${line}: ${found.replaceAll(/\s+/g, ' ')}`;
    }),
  );

const listFiles = (path: string): readonly string[] => {
  const root = join(projectRoot, path);
  if (statSync(root).isFile()) return [path];
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => CHECKED_FILES.test(file)).map((file) => join(path, file));
};

test.each(PLAIN_PATHS)('%s is written in plain English', (path) => {
  const files = listFiles(path);
  expect(files.length).toBeGreaterThan(0);
  const riddles = files.flatMap((file) =>
    findRiddles(readFileSync(join(projectRoot, file), 'utf8')).map((found) => `${file}:${found}`),
  );
  expect(riddles).toEqual([]);
});

describe('the check of plain English finds', () => {
  test.each([
    ['a phrase', "fail('whoever calls')", ['1: whoever']],
    ['a phrase in any case', 'Nobody.\nThat is none.', ['2: That is none']],
    ['a doc comment that opens with What', '/** What it holds. */', ['1: /** What']],
    ['a doc comment of several lines that opens with Of', 'x;\n/**\n * Of these. */', ['2: /** * Of']],
    ['a comment that opens with Whether', '// Whether it holds.', ['1: // Whether']],
    ['a title that opens with nor', "test('nor a document', f)", ["1: test('nor"]],
    ['a title of a table of cases that opens with and', "test.each([\n])('and %s', f)", ["2: )('and"]],
    ['the name of a limit', 'MOST_LEVELS', ['1: MOST_L']],
  ])('%s', (_, text, found) => {
    expect(findRiddles(text)).toEqual(found);
  });

  test('nothing in plain text', () => {
    expect(findRiddles('/** Returns what it reads. */ const MAX_ROWS = 1; // Often true.')).toEqual([]);
  });
});
