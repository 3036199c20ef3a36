import { describe, expect, test } from '@jest/globals';
import { addEntry, formatAddedLines } from '../../../../infra/console/files/add-entry.ts';

const LINES = '  shares: { component: 3D Pie Chart, csv: shares.csv }';

const add = (text: string): string => {
  const added = addEntry(text, 'endpoints', LINES);
  return 'text' in added ? added.text : added.refusal;
};

describe('adding an endpoint to dashboard.yml', () => {
  test('a new endpoint is added to dashboard.yml after the last endpoint, and nothing else changes', () => {
    const before =
      'dashboard: a # name\nendpoints:\n  one: { component: PV, csv: a.csv } # first\n\n# end\ncache: 30s\n';
    const after = add(before);
    expect(after).toBe(before.replace('# first\n', `# first\n${LINES}\n`));
  });

  test('a new endpoint gets the indentation of the other endpoints', () => {
    expect(add('endpoints:\n    one:\n        component: PV\n        csv: a.csv\n')).toBe(
      `endpoints:\n    one:\n        component: PV\n        csv: a.csv\n  ${LINES}\n`,
    );
  });

  test('a last line without a line break is ended before a new endpoint is added', () => {
    expect(add('endpoints:\n  one: { component: PV, csv: a.csv }')).toMatch(/a\.csv }\n {2}shares: /);
  });

  test('the key `endpoints` is added if dashboard.yml has none', () => {
    expect(add('dashboard: a\n')).toBe(`dashboard: a\nendpoints:\n${LINES}\n`);
  });

  test.each([
    ['endpoints on one line', 'endpoints: { one: { component: PV, csv: a.csv } }\n'],
    ['a mistake in the file', 'endpoints:\n  one: {\n'],
    ['brackets that are nested too deep', `endpoints: ${'['.repeat(5000)}`],
  ])('adding an endpoint refuses a file with %s, and says what to do', (_, text) => {
    expect(add(text)).toMatch(/yourself|Correct it first/);
  });

  test('the change of dashboard.yml is shown as a unified diff', () => {
    const before = 'a: 1\nendpoints:\n  one: { component: PV, csv: a.csv }\nb: 2\n';
    expect(formatAddedLines('dashboard.yml', before, add(before))).toBe(
      [
        '--- dashboard.yml',
        '+++ dashboard.yml',
        '@@ -1,5 +1,6 @@',
        ' a: 1',
        ' endpoints:',
        '   one: { component: PV, csv: a.csv }',
        `+${LINES}`,
        ' b: 2',
        ' ',
      ].join('\n'),
    );
  });
});
