import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import { type Diagnostic, reportList } from '../../../../infra/dashboard/folder/diagnostic.ts';

const { isTTY } = process.stdout;

afterEach(() => {
  process.stdout.isTTY = isTTY;
});

const LONG: Diagnostic = {
  file: 'dashboard.yml',
  line: 3,
  column: 60,
  severity: 'error',
  message: `the words of a long message ${'go on and '.repeat(10)}end`,
};

const reportTo = (isTerminal: boolean): readonly string[] => {
  process.stdout.isTTY = isTerminal;
  return stripVTControlCharacters(reportList([LONG], (file) => file)).split('\n');
};

test('a problem is one line in a pipe, so that grep and other programs can read it', () => {
  expect(reportTo(false)).toEqual([expect.stringMatching(/^dashboard\.yml:3:60 {2}the words of .* and end$/)]);
});

test('a problem is wrapped in a terminal, and each further line is indented', () => {
  const [first = '', ...rest] = reportTo(true);
  expect(first).toMatch(/^dashboard\.yml:3:60 {2}the words/);
  expect(rest.length).toBeGreaterThan(0);
  for (const line of [first, ...rest]) expect(line.length).toBeLessThanOrEqual(100);
  for (const line of rest) expect(line).toMatch(/^ {4}\S/);
});
