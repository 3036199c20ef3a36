import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { localProblems } from '../../../../infra/dashboard/sql/foreign-syntax.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import { EMULATED } from '../../../../infra/trino/calls.ts';
import { createFolder, type Folder } from '../../../support/folders/folder.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await createFolder();
});
afterAll(() => folder.remove());

const DASHBOARD = `dashboard: lake
athena: { database: shop }
datasets:
  sales:
    athena: |
      select channel,
        histogram(amount) as amount
      from orders where at >= :from
    window: { last: 24h }
    stale: 1h
  other: { athena: { file: other.sql }, window: { last: 24h }, stale: 1h }
endpoints:
  sales: { component: 3D Pie Chart, dataset: sales, columns: { name: channel, value: amount } }
  other: { component: 3D Pie Chart, dataset: other, columns: { name: channel, value: amount } }
`;

test('a function that is not emulated gets a warning at its line and column, and its endpoint is served', async () => {
  await folder.write('dashboard.yml', DASHBOARD);
  await folder.write(
    'other.sql',
    'select channel, sum(amount) as amount\nfrom orders where reduce(x, 1) > 0 and at > :from',
  );
  const { errors, warnings, endpoints } = await loadDashboard(folder.path);
  expect(errors).toEqual([]);
  expect(endpoints).toHaveLength(2);
  expect(warnings).toEqual([
    expect.objectContaining({
      file: join(folder.path, 'dashboard.yml'),
      line: 7,
      column: 9,
      message: 'the function histogram is not emulated locally; on Athena it may work',
    }),
    expect.objectContaining({ file: join(folder.path, 'other.sql'), line: 2, column: 19 }),
  ]);
});

test('the hint for a misspelled function names the similar function that is emulated', () => {
  const [problem] = localProblems('select summ(amount) from orders');
  expect(problem?.hint).toMatch(/^did you mean sum\? npm start cannot show this dataset; /);
  expect(localProblems('select cast(a as json) from t')[0]?.hint).toMatch(/^npm start cannot show this dataset; /);
});

test('schemas/local-athena.md lists the functions that are emulated, and no others', async () => {
  const text = await readFile(join(projectRoot, 'schemas/local-athena.md'), 'utf8');
  const [, list = ''] = /\*\*Functions\*\*([\s\S]*?)\*\*Differences\*\*/.exec(text) ?? [];
  const names = Array.from(list.replace('`wallfeed check`', '').matchAll(/`([a-z_0-9]+)`/g), ([, name]) => name);
  expect([...names].sort()).toEqual([...EMULATED].sort());
});
