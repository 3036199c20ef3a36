import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '../infra/build/project-root.ts';

/** The folders of the repository. The files beside them are checked too. */
const FOLDERS = ['.github', 'functions', 'infra', 'schemas', 'shared', 'tests'];

/** This file, which is not checked because it contains the forbidden phrases. */
const EXCEPTION = 'tests/plain-english.test.ts';

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
  '(?:is|are) told (?:with|as|by|from|of|how)',
  'on (?:its|their) way',
  'stands? in for',
  'of somebody else',
  'go(?:es)? out as',
  '(?:and|or) (?:its|their) like',
  'nobody.s business',
  'record under way',
  'not go together',
  'takes? away',
  'stands? beside',
  'is no slug',
  'asks? (?:its|the|their) sources?',
  'not looked at',
  'says them',
  'makes of the',
  'has still to be',
  'taken to be',
  'ask again',
  'stands? in the',
  'is the \\w+ of no',
  'itself included',
  'not there any more',
  'passes for',
];

/** Matches comments that begin with a clause or a pronoun without its noun. */
const OPENINGS =
  /(?:\/\*\*|\/\/|^\s*\*)\s*(?:\*\s*)?(?:What|Of|Whether)\b|\/\*\*\s*(?:\*\s*)?(?:It|Its|They|Their|These|Those)\b/m;

/**
 * Matches doc comments of functions that begin neither with a verb in the third person, nor with `True if`, nor with a
 * tag.
 */
const FUNCTION_DOCS =
  /\/\*\*\s*(?:\* )?(?!True\b|@|[A-Z][a-z]*s\b)[^\s*]\S*(?=(?:(?!\*\/)[\s\S])*\*\/\n\s*(?:export )?const \w+(?:: [^=\n]+)? = (?:async )?(?:<[^(\n]*>)?\((?:[^=;]|=[^>])*?\)(?:: [^=;]+?)? =>)/;

/** Matches test titles that do not stand alone, because they begin with a word such as `and`, `with`, `its` or `has`. */
const TITLES =
  /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*['"`](?:nor|and|but|or|so|also|too|even|then|than|as|with|for|by|that|which|whose|it|its|they|their|does|is|are|has|have)\b/;

/** Matches names of limits that do not begin with MAX_ or MIN_. */
const LIMIT_NAMES = /\b(?:MOST|LEAST|LONGEST|SHORTEST)(?:_[A-Z]|\b)/;

/**
 * Matches numbers whose name is only a unit or a limit. A name says what it counts and in which unit: `REFRESH_MS`,
 * `MAX_ROWS`.
 */
const NAMES_WITHOUT_UNIT =
  /\bconst (?:MS|SECONDS?|MINUTES?|HOURS?|DAYS?|MONTHS?|KB|MB|GB|LIMIT|TIMEOUT|DELAY|DEADLINE|INTERVAL|RATE|LARGE|LARGEST|MANY|SOME|ROWS)(?:: number)? = [\d(]/;

const RULES = [
  new RegExp(`\\b(?:${PHRASES.join('|')})\\b`, 'i'),
  OPENINGS,
  FUNCTION_DOCS,
  TITLES,
  LIMIT_NAMES,
  NAMES_WITHOUT_UNIT,
];

/** Returns the parts of a text that break a rule, each with its line: `12: whoever`. */
const findRiddles = (text: string): readonly string[] =>
  RULES.flatMap((rule) =>
    Array.from(text.matchAll(new RegExp(rule.source, `${rule.flags}g`)), ({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${line}: ${found.trim().replaceAll(/\s+/g, ' ')}`;
    }),
  );

const listFiles = (folder: string): readonly string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => CHECKED_FILES.test(file) && file !== EXCEPTION);

/** Returns a doc comment of several lines. */
const doc = (...lines: readonly string[]): string => ['/**', ...lines.map((line) => ` * ${line}`), ' */'].join('\n');

const readRiddles = (file: string): readonly string[] =>
  findRiddles(readFileSync(join(projectRoot, file), 'utf8')).map((found) => `${file}:${found}`);

test.each(FOLDERS)('all files of %s are in plain English', (folder) => {
  const files = listFiles(folder);
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(readRiddles)).toEqual([]);
});

test('all files at the top of the repository are in plain English', () => {
  const files = readdirSync(projectRoot).filter((file) => CHECKED_FILES.test(file));
  expect(files).toContain('README.md');
  expect(files.flatMap(readRiddles)).toEqual([]);
});

describe('the check of plain English', () => {
  test.each([
    ['a phrase', "fail('whoever calls')", ['1: whoever']],
    ['a phrase in any case', 'Nobody.\nThat is none.', ['2: That is none']],
    ['a doc comment that opens with What', '/** What it holds. */', ['1: /** What']],
    ['a doc comment of several lines that opens with Of', 'x;\n/**\n * Of these. */', ['2: /** * Of']],
    ['a later line of a doc comment that opens with Whether', doc('Reads.', 'Whether it does.'), ['3: * Whether']],
    ['a comment that opens with Whether', '// Whether it holds.', ['1: // Whether']],
    ['a doc comment that opens with a pronoun', '/** Its size. */', ['1: /** Its']],
    [
      'a function whose comment opens with a noun',
      '/** The size. */\nconst sizeOf = (a: Row) => a.length;',
      ['1: /** The'],
    ],
    ['a title that opens with nor', "test('nor a document', f)", ["1: test('nor"]],
    ['a title that opens with a preposition', "test('with %s, it is kept', f)", ["1: test('with"]],
    ['a title that opens with an auxiliary', 'test(`has %s`, f)', ['1: test(`has']],
    ['a title of a table of cases that opens with and', "test.each([\n])('and %s', f)", ["2: )('and"]],
    ['the name of a limit', 'MOST_LEVELS', ['1: MOST_L']],
    ['a number without a unit', 'const TIMEOUT = 3_000;', ['1: const TIMEOUT = 3']],
  ])('the check of plain English finds %s', (_, text, found) => {
    expect(findRiddles(text)).toEqual(found);
  });

  test('the check of plain English finds nothing in plain text', () => {
    expect(findRiddles('/** Returns what it reads. */ const MAX_ROWS = 1; // Often true.')).toEqual([]);
    expect(
      findRiddles('/** True if set. */\nconst isSet = () => true;\n/** The limit. */\nconst MAX = (1 + 2) * 3;'),
    ).toEqual([]);
  });
});
