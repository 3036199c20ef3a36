import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildFunctions } from '../../../infra/build/bundling/build-functions.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { createGateway } from '../../../infra/local/gateway/create-gateway.ts';
import { type Stack, startStack } from '../../../infra/local/start-stack.ts';
import { isRunning } from '../../../infra/stack/package-service.ts';
import { type Listening, listen } from '../../support/cloud/listen.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { askJson } from '../../support/requests/ask-json.ts';
import { STACKS } from '../../support/start-process.ts';

const DEFINITION = `dashboard: ops-room
endpoints:
  share: { component: Mini Pie Chart, csv: share.csv }
  visits: { component: 3D Sankey Diagram, nodes: { csv: nodes.csv }, links: { csv: links.csv } }
`;
const FAMILIES = ['pie', 'relation'];

const gateway = createGateway();
let folder: string;
let stack: Stack;
let served: Listening;
let others: ReadonlySet<string>;

/** Lists the folders of the stack's deployments. Other processes stage theirs beside them. */
const staged = async (): Promise<readonly string[]> =>
  (await readdir(STACKS)).filter((name) => name.startsWith(`${process.pid}-`) && !others.has(name));

/** Returns the process of each function. */
const deploy = async (definition: string): Promise<readonly (readonly number[])[]> => {
  await writeFile(join(folder, 'dashboard.yml'), definition);
  const dashboard = await loadDashboard(folder);
  await stack.deploy(dashboard);
  return ask();
};

const ask = async (): Promise<readonly (readonly number[])[]> => {
  const responses = await Promise.all([askJson(`${served.url}/pie/share`), askJson(`${served.url}/relation/visits`)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  return FAMILIES.map((family) => stack.processes(family));
};

beforeAll(async () => {
  folder = await writeFolder({
    'dashboard.yml': DEFINITION,
    'data/share.csv': 'name,unit,value\nA,%,1\n',
    'data/nodes.csv': 'id,name\na,A\nb,B\n',
    'data/links.csv': 'from,to,weight\na,b,1\n',
  });
  const { folder: bundles } = await buildFunctions({ families: FAMILIES });
  others = new Set(await readdir(STACKS).catch(() => []));
  const [log, { signal }] = [() => undefined, new AbortController()];
  stack = await startStack({ folder, bundles, gateway, log, report: log, signal });
  served = await listen(gateway.server);
});
afterAll(async () => {
  await served?.close();
  await stack?.close();
});

test('a new deployment replaces the environments of changed functions only, and removes the code that no function uses', async () => {
  const [[pie = 0] = [], relation] = await deploy(DEFINITION);
  expect([pie, relation]).toEqual([expect.any(Number), [expect.any(Number)]]);
  const changed = DEFINITION.replace('csv: share.csv', 'csv: share.csv, cache: 1m');
  const [changedPie, sameRelation] = await deploy(changed);
  expect(sameRelation).toEqual(relation);
  expect(changedPie).not.toContain(pie);
  expect(changedPie).toHaveLength(1);
  while (isRunning(pie)) await sleep(10);
  expect(await staged()).toHaveLength(2);

  const [samePie, changedRelation] = await deploy(changed.replace('csv: links.csv }', 'csv: links.csv }, cache: 1m'));
  expect(samePie).toEqual(changedPie);
  expect(changedRelation).not.toEqual(relation);
  while ((await staged()).length > 2) await sleep(10);

  stack.restart();
  const restarted = await ask();
  expect(restarted).not.toContainEqual(changedPie);
  expect(restarted).not.toContainEqual(changedRelation);
  while ((await staged()).length > 1) await sleep(10);
  await stack.close();
  expect(await staged()).toEqual([]);
});
