import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot } from '../../../../infra/build/project-root.ts';
import { withLegacyBucket } from '../../../../infra/deploy/legacy-bucket.ts';
import { writeFolder } from '../../dashboard/write-folder.ts';
import { packageFolder } from '../template/package-folder.ts';
import { type Outline, outlineOf } from './outline.ts';

const OUTLINES = join(projectRoot, 'tests/infra/stack/upgrade');

/** A dashboard with each resource that holds data: a bucket, a database and a shared cache. */
const FILES = {
  'dashboard.yml': `dashboard: upgrade
token: ssm:/upgrade/token
cache: { ttl: 1m, shared: true }
endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv }
  orders: { component: Pie Chart, sql: "select 'a', 'b', 1" }
`,
  'data/pie.csv': 'name,value,score,pv\na,1,,\n',
};

const releases = (await readdir(OUTLINES)).filter((name) => name.endsWith('.json'));

/** Returns the outline of the template that an upgrade of this stack deploys; by default, that of a new stack. */
const outlineNow = async ({ types, outputs }: Outline = { types: {}, lasting: {}, outputs: [] }): Promise<Outline> => {
  const { template } = await packageFolder(await writeFolder(FILES));
  const Resources = Object.fromEntries(Object.entries(types).map(([id, Type]) => [id, { Type }]));
  const Outputs = Object.fromEntries(outputs.map((name) => [name, { Value: '' }]));
  return outlineOf(withLegacyBucket(template, { Resources, Outputs }));
};

test('the outline of the template is recorded for 1.0.0, and for the version in package.json', async () => {
  expect(releases).toContain('1.0.0.json');
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  if (releases.includes(`${version}.json`)) return;
  throw new Error(`Save this as ${version}.json beside 1.0.0.json:\n${JSON.stringify(await outlineNow(), null, 2)}`);
});

describe.each(releases)('an upgrade of a stack that %s deployed', (file) => {
  let before: Outline;
  let after: Outline;
  beforeAll(async () => {
    before = JSON.parse(await readFile(join(OUTLINES, file), 'utf8'));
    after = await outlineNow(before);
  });

  test('an upgrade keeps each resource with the same id and type', () => {
    const kept = Object.fromEntries(Object.keys(before.types).map((id) => [id, after.types[id]]));
    expect(kept).toEqual(before.types);
  });

  test('an upgrade replaces nothing that holds data or that URLs depend on', () => {
    expect(after.lasting).toEqual(before.lasting);
  });

  test('an upgrade keeps the outputs that commands read', () => {
    expect(after.outputs).toEqual(expect.arrayContaining([...before.outputs]));
  });
});
