import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { projectRoot } from '../../infra/build/project-root.ts';
import { OWN_PRICES, readPriceList } from '../../infra/cost/price-list.ts';
import { EXAMPLE_COMPONENTS, estimateExample, LAKE_TABLES } from '../../infra/cost/report/list-examples.ts';
import { diffJson } from '../../infra/deploy/format-diff.ts';

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const workflow = (path: string) => parse(readText(path));
const commandsOf = (path: string): readonly string[] =>
  Object.values<{ steps: { run?: string }[] }>(workflow(path).jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  );

test('infra/deploy/README.md documents each field of the diff as JSON', () => {
  const readme = readText('infra/deploy/README.md');
  const change = {
    action: 'add',
    logicalId: 'A',
    type: 'B',
    name: 'a',
    properties: [],
    mayReplace: false,
    holdsData: false,
  } as const;
  const form = JSON.parse(diffJson({ address: { name: 'a', region: 'b' }, changes: [change] }));
  const fields = [...Object.keys(form), ...Object.keys(form.changes[0])];
  expect(fields.filter((field) => !new RegExp(`[\`.]${field}\``).test(readme))).toEqual([]);
});

test('infra/cost/README.md has the figures of the worked example of a data lake', async () => {
  const lines = readText('infra/cost/README.md').split('\n');
  const prices = await readPriceList(OWN_PRICES);
  const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  for (const table of LAKE_TABLES) {
    const scan = estimateExample(table, prices).datasets[0]?.scan ?? 0;
    const figures = [EXAMPLE_COMPONENTS * scan, scan].map((amount) => money.format(amount));
    const row = lines.find((line) => line.startsWith(`| ${table.name} |`)) ?? '';
    expect(row.split(' | ').slice(-2).join(' ')).toBe(`${figures.join(' ')} |`);
  }
});

test('the example workflow runs check, diff and deploy, and never passes --yes', () => {
  const commands = commandsOf('infra/deploy/github/deploy.yml').filter((line) => line.startsWith('npx wallfeed'));
  expect(commands.map((line) => line.split(' ')[2])).toEqual(['check', 'diff', 'deploy']);
  expect(commands.join()).not.toContain('--yes');
});

test('dependencies are audited every week', () => {
  expect(workflow('.github/workflows/audit.yml').on.schedule).toHaveLength(1);
  expect(commandsOf('.github/workflows/audit.yml').join('\n')).toMatch(/npm audit --omit=dev\n.*npm audit signatures/s);
});
