import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildFunctions } from '../../../infra/build/bundling/build-functions.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { createRunOsls, runInProcess } from '../../../infra/stack/compile-template.ts';
import { createStagingFolder, packageService } from '../../../infra/stack/package-service.ts';
import { type Template, withLiveAliases } from '../../../infra/stack/template/template.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

/** A dashboard whose stack has every file of infra/stack/resources. */
const FULL = `dashboard: ops-room
tags: { cost-centre: '4711' }
cache: { ttl: 1m, shared: true }
logDays: 30
alarms: { email: wall@example.com }
budget: { amount: 20, email: ops@example.com }
endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv }
  orders: { component: Mini Pie Chart, sql: select 1 }
`;
const FILE = '.serverless/cloudformation-template-update-stack.json';

let folder: string;
beforeAll(async () => {
  const { folder: bundles } = await buildFunctions({ families: ['pie'] });
  const dashboard = await loadDashboard(
    await writeFolder({ 'dashboard.yml': FULL, 'data/pie.csv': 'name,value\na,1\n' }),
  );
  folder = await createStagingFolder();
  await packageService({ dashboard, stage: 'dev', folder, bundles });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads the template that osls wrote. Removes the time from the keys of zips, and gives versions a fixed order. */
const readTemplate = async (): Promise<Template> => {
  const text = await readFile(join(folder, FILE), 'utf8');
  await rm(join(folder, '.serverless'), { recursive: true });
  return withLiveAliases(JSON.parse(text.replace(/\d{13}-\d{4}-[^/"]*/g, 'time')));
};

/** Returns a template without what names its stage: the stage itself, and the versions, which are hashes. */
const withoutStage = (template = ''): string =>
  template.replaceAll(/\b(prod|local)\b/g, 'stage').replaceAll(/LambdaVersion\w+/g, 'LambdaVersion');

test('the process of osls makes the same template as the osls command, for one stage after another', async () => {
  const found: string[] = [];
  for (const stage of ['dev', 'prod', 'local', 'dev']) {
    await runInProcess({ folder, stage });
    found.push(JSON.stringify(await readTemplate()));
  }
  const [dev, prod, local, again] = found;
  await createRunOsls()({ command: 'package', stage: 'dev', folder });
  expect(JSON.stringify(await readTemplate())).toBe(dev);
  expect(again).toBe(dev);
  expect(prod).not.toBe(dev);
  expect(withoutStage(local)).toBe(withoutStage(prod));
});

test('the process of osls refuses a configuration that osls refuses, and a variable that it does not know', async () => {
  const text = await readFile(join(folder, 'serverless.yml'), 'utf8');
  await writeFile(join(folder, 'serverless.yml'), text.replace('versionFunctions: true', 'versionFunctions: often'));
  await expect(runInProcess({ folder, stage: 'dev' })).rejects.toThrow("provider.versionFunctions': must be boolean");
  await writeFile(
    join(folder, 'serverless.yml'),
    text.replace('versionFunctions: true', `versionFunctions: \${env:HOME}`),
  );
  await expect(runInProcess({ folder, stage: 'dev' })).rejects.toThrow('unknown variable env:HOME');
  await writeFile(join(folder, 'serverless.yml'), text);
});

test('the process of osls ends at once if its work is aborted, and the next template gets a new process', async () => {
  const controller = new AbortController();
  const running = runInProcess({ folder, stage: 'dev', signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await expect(running).rejects.toThrow('aborted');
  await runInProcess({ folder, stage: 'dev' });
  expect((await readTemplate()).Resources).toHaveProperty('PieLambdaFunction');
});
