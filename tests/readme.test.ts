import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse as parseYaml } from 'yaml';
import { checkSchema } from '../infra/tools/dashboard/check-schema.ts';
import { errorCodes } from '../shared/errors/error-codes.ts';

const root = new URL('../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

const section = (title: string): string => readme.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
const fences = (text: string): readonly string[] =>
  Array.from(text.matchAll(/```\w*\n(.*?)```/gs), ([, code]) => code ?? '');
const folders = (path: string): readonly string[] =>
  readdirSync(new URL(path, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('opens with the two commands', () => {
  const [first = ''] = fences(readme);
  expect(first.split('\n').map((line) => line.split('#')[0]?.trim())).toEqual(['npm start', 'npm test', '']);
});

test('names only scripts that exist', () => {
  const named = Array.from(readme.matchAll(/npm run ([\w:-]+)/g), ([, name]) => name).filter(
    (name) => name !== 'calls',
  );
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});

test('says of every command that no test runs that it needs AWS', () => {
  const commands = fences(section('Deploy')).join('').split('\n').filter(Boolean);
  const remote = commands.filter((line) => /^aws |npm run (?:deploy|upload|remove)/.test(line));
  expect(remote.length).toBeGreaterThan(0);
  for (const line of remote) expect(line).toContain('# needs AWS');
});

test('its table of errors is the table of errors', () => {
  const rows = Array.from(section('Errors').matchAll(/^\| `(\w+)` \| (\d+) \| (.+) \|$/gm), ([, ...row]) => row);
  expect(rows).toEqual(
    Object.entries(errorCodes).map(([word, { status, meaning }]) => [word, String(status), meaning]),
  );
});

test('its example of a dashboard is one', async () => {
  const [example = ''] = fences(section('Configure'));
  expect(await checkSchema(parseYaml(example))).toEqual([]);
});

describe('its map', () => {
  const lines = (fences(section('Map'))[0] ?? '').split('\n').filter(Boolean);
  const topLevel = lines.filter((line) => !line.startsWith(' ')).map((line) => line.split('/')[0]);
  const inside = (top: string): readonly (string | undefined)[] => {
    const from = lines.findIndex((line) => line.startsWith(`${top}/`)) + 1;
    const to = lines.findIndex((line, index) => index >= from && !line.startsWith(' '));
    return lines.slice(from, to === -1 ? undefined : to).map((line) => line.trim().split('/')[0]);
  };

  test('names every folder at the top', () => {
    const unlisted = ['node_modules', 'dist', 'coverage'];
    const there = folders('.').filter((name) => !name.startsWith('.') && !unlisted.includes(name));
    expect(topLevel.toSorted()).toEqual(there.toSorted());
  });

  test.each(['shared', 'infra'])('names every folder of %s', (top) => {
    expect(inside(top)).toEqual(folders(top).toSorted());
  });
});
