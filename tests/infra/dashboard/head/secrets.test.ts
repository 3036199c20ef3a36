import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { positionAt } from '../../../../infra/dashboard/folder/text-position.ts';
import { parseSecrets, readSecrets } from '../../../../infra/dashboard/head/secrets.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const describeProblems = (text: string): readonly string[] =>
  parseSecrets(text).problems.map(({ offset, message, hint }) => {
    const { line, column } = positionAt(text, offset);
    return `${line}:${column}  ${message} (${hint})`;
  });

const QUOTES = '(put the value in quotes)';

describe('an invalid entry of .secrets.yml', () => {
  test.each([
    ['/b: [sesame]', '2:5  the value of /b is not text (put the value in quotes)'],
    ['/b: 123', '2:5  the value of /b is not text (put the value in quotes)'],
    ['/b: true', '2:5  the value of /b is not text (put the value in quotes)'],
    ['/b:', '2:1  the value of /b is empty (write its value, in quotes)'],
    ['/b: ""', '2:5  the value of /b is empty (write its value, in quotes)'],
    ['/b: sesame\n/b: sesame', '3:1  /b is given twice (keep one of them)'],
    ['/b: *sesame', '2:5  the value of /b is not text (put the value in quotes)'],
    ['/b: !sesame', `2:5  this entry is not YAML ${QUOTES}`],
    ['/b: @sesame', `2:5  this entry is not YAML ${QUOTES}`],
    ['/b: "x" sesame', `2:9  this entry is not YAML ${QUOTES}`],
    ['? [sesame]\n: 1', `2:3  this entry is not YAML (write each as /name: 'value')`],
  ])('an invalid entry of .secrets.yml removes only its own name: %j', (entry, problem) => {
    const text = `/a: abc\n${entry}\n/c: 'def'\n`;
    expect(describeProblems(text)).toEqual([problem]);
    expect(parseSecrets(text).values).toEqual({ '/a': 'abc', '/c': 'def' });
  });
});

test('after a quote that is not closed, the remaining names in .secrets.yml are lost', () => {
  const text = '/a: abc\n/b: "sesame\n/c: def\n';
  expect(parseSecrets(text).values).toEqual({ '/a': 'abc' });
  expect(describeProblems(text)).not.toEqual([]);
});

test.each([
  ['- sesame', '1:1  the file has no names with values'],
  ['sesame', '1:1  the file has no names with values'],
  ['\t/a: sesame', '1:1  the file is not YAML'],
  ['/a: sesame\n---\n/b: sesame', '2:1  the file is not YAML'],
])('the .secrets.yml %j has no names at all', (text, problem) => {
  expect(parseSecrets(text).values).toEqual({});
  expect(describeProblems(text)).toEqual([`${problem} (write each as /name: 'value')`]);
});

test('a .secrets.yml that is nested too deep gets a sentence and has no names', () => {
  const text = `/a: ${'['.repeat(5000)}`;
  expect(parseSecrets(text)).toMatchObject({ values: {}, names: [] });
  expect(describeProblems(text)).toEqual(['1:104  nested deeper than 100 levels (close the brackets, or indent less)']);
});

test.each([
  '/a: x\nsesame',
  '/a: x\nsesame\n/b: y',
  '/a:sesame',
  '/b: x\n/a:sesame\n',
  '/a: x\n  sesame: y',
  '/a\nsesame: ',
])('the problems of the .secrets.yml %j contain no part of a secret', (text) => {
  expect(describeProblems(text)).not.toEqual([]);
  expect(describeProblems(text).join()).not.toContain('sesame');
});

describe('a .secrets.yml', () => {
  test('a .secrets.yml may be missing or empty', async () => {
    const folder = await writeFolder({ '.secrets.yml': '# none yet\n' });
    expect(await readSecrets(join(folder, '.secrets.yml'))).toMatchObject({ values: {}, diagnostics: [] });
    expect(await readSecrets(join(folder, 'nothing.yml'))).toMatchObject({ values: {}, diagnostics: [] });
  });

  test('a .secrets.yml must be a file in UTF-8', async () => {
    const folder = await writeFolder({ '.secrets.yml': Buffer.from([0x2f, 0x61, 0x3a, 0x20, 0xff]) });
    const messages = async (name: string) =>
      (await readSecrets(join(folder, name))).diagnostics.map(({ message }) => message);
    await mkdir(join(folder, 'folder'));
    expect(await messages('.secrets.yml')).toEqual(['the file is not UTF-8']);
    expect(await messages('folder')).toEqual(['the file cannot be read (EISDIR)']);
  });
});
