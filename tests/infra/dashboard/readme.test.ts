import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { parseSecrets } from '../../../infra/dashboard/head/secrets.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const readme = readText('infra/dashboard/README.md');
const rows = Array.from(readme.matchAll(/^\| `([\w.]+)` \| (.+) \| `(.+)` \|$/gm), ([, ...row]) => row);

test('infra/dashboard/README.md has every key of schemas/dashboard.json', () => {
  const { properties, $defs } = JSON.parse(readText('schemas/dashboard.json'));
  const documented = new Set(rows.map(([key]) => key));
  for (const keys of [
    properties,
    ...['endpoint', 'rowKeys', 'csvFile', 'jsonFile', 'dataset'].map((name) => $defs[name].properties),
  ]) {
    const names = Object.keys(keys);
    expect(names.filter((name) => !documented.has(name) && !documented.has(`athena.${name}`))).toEqual([]);
  }
  expect(documented).toContain('domain.hostedZone');
});

test('each key in infra/dashboard/README.md has a meaning, and an example that is valid YAML', () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter(([, meaning = '']) => meaning.length < 10)).toEqual([]);
  for (const [, , example = ''] of rows) expect(parse(example)).toBeTruthy();
});

test('infra/dashboard/README.md shows a .secrets.yml that can be read', () => {
  const [, text = ''] = /^```yaml \.secrets\.yml\n(.*?)^```/ms.exec(readme) ?? [];
  expect(parseSecrets(text)).toMatchObject({
    values: { '/wallfeed/ops-room/token': 'the secret itself' },
    problems: [],
  });
});
