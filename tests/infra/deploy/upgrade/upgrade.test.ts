import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { codeParameters } from '../../../../infra/deploy/apply-template.ts';
import { createChangeSet, executeChangeSet } from '../../../../infra/deploy/aws/change-sets.ts';
import { untilDeployed } from '../../../../infra/deploy/aws/stack-states.ts';
import { compareStack } from '../../../../infra/deploy/compare-stack.ts';
import { deployPrevious } from '../../../../infra/deploy/deploy-dashboard.ts';
import { formatDiff } from '../../../../infra/deploy/format-diff.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import type { Template } from '../../../../infra/stack/template/template.ts';
import { startWritableDataApi } from '../../../support/cloud/start-writable-data-api.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type Account, ADDRESS, NAME, openAccount, PLACE } from '../../../support/matrix/account.ts';
import { type PackagedFolder, packageFolder } from '../../../support/template/package-folder.ts';

/** The dashboard whose template version 1.0.0 wrote to 1.0.0.json. */
const FILES = {
  'dashboard.yml': `dashboard: ops-room
timezone: UTC
cache: { ttl: 1m, shared: true }
hours: 'Mon-Fri 07:30-22:00'
domain:
  name: wall.example.com
  certificate: arn:aws:acm:eu-west-1:123456789012:certificate/1a2b3c4d
endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv }
  orders: { component: Mini Pie Chart, sql: select n from t }
`,
  'data/pie.csv': 'name,value,score,pv\na,1,,\n',
};
const TAGS = { dashboard: 'ops-room', stage: 'dev' };
const BUCKET = `${NAME}-serverlessdeploymentbucket`;
const TIMES = ['1795000000000-2026-11-18T10:26:40.000Z', '1795396800878-2026-11-23T01:20:00.878Z'] as const;
const VERSION = /PieLambdaVersion\w+/g;

let account: Account;
/** The templates of two deployments by version 1.0.0. */
let first: Template;
let second: Template;
let packaged: PackagedFolder;

const execute = async (template: Template, type: 'CREATE' | 'UPDATE'): Promise<void> => {
  const source = { TemplateBody: JSON.stringify(template) };
  await executeChangeSet(await createChangeSet({ address: ADDRESS, source, parameters: {}, tags: TAGS, type }));
  await untilDeployed(ADDRESS);
};

/** Deploys a template as version 1.0.0 did: artefacts go to the bucket of the stack, below the time of the deployment. */
const deployOld = async (template: Template, time: string): Promise<void> => {
  const folder = `serverless/ops-room/dev/${time}`;
  await account.s3.write(BUCKET, `${folder}/pie.zip`, time);
  await account.s3.write(BUCKET, `${folder}/compiled-cloudformation-template.json`, JSON.stringify(template));
  await execute(template, 'UPDATE');
};

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  account = await openAccount('https://wall.example.com', await startWritableDataApi());
  const text = await readFile(join(projectRoot, 'tests/infra/deploy/upgrade/1.0.0.json'), 'utf8');
  second = JSON.parse(text);
  first = JSON.parse(text.replaceAll(TIMES[1], TIMES[0]).replaceAll(VERSION, 'PieLambdaVersionOfTheFirst'));
  packaged = await packageFolder(await writeFolder(FILES), { region: 'eu-west-1' });
  const { ServerlessDeploymentBucket: bucket, ServerlessDeploymentBucketPolicy: policy } = second.Resources;
  const Resources = { ServerlessDeploymentBucket: bucket, ServerlessDeploymentBucketPolicy: policy };
  await execute({ Resources } as Template, 'CREATE');
  await deployOld(first, TIMES[0]);
  await deployOld(second, TIMES[1]);
});
afterAll(async () => {
  await account.close();
  jest.restoreAllMocks();
});

const stack = () => account.cloudFormation.stacks.get(NAME);
/** Returns the names in AWS of the resources that version 1.0.0 made and an upgrade keeps, by their logical ids. */
const keptIds = () =>
  Object.fromEntries(
    (stack()?.resources ?? [])
      .filter(({ logicalId }) => second.Resources[logicalId] && !/WarmUp0728|LambdaVersion/.test(logicalId))
      .map(({ logicalId, id }) => [logicalId, id]),
  );

const goBack = async (): Promise<void> => {
  const { dashboard } = packaged;
  const confirm = async () => true;
  const failed = await deployPrevious({ dashboard, stage: 'dev', place: PLACE, confirm, print: () => undefined });
  expect(failed).toBeUndefined();
};

test('diff says that an upgrade of a stack of 1.0.0 opens the address of API Gateway, and that no data is lost', async () => {
  const { template } = packaged;
  const options = { address: ADDRESS, template, parameters: codeParameters(PLACE), tags: TAGS, bucket: PLACE.bucket };
  const text = formatDiff(await compareStack(options));
  expect(text).toContain('  The address of API Gateway opens. `defaultAddress: closed` in `domain` keeps it closed.');
  expect(text).not.toMatch(/^Data$|no longer work/m);
});

test('an upgrade of a stack of 1.0.0 asks nothing, and keeps its resources, its bucket and its URLs', async () => {
  const before = { ids: keptIds(), url: stack()?.outputs.HttpApiUrl, stored: await account.s3.keys(BUCKET) };
  await account.deploy(packaged, async () => {
    throw new Error('an upgrade asks nothing');
  });
  expect(keptIds()).toEqual(before.ids);
  expect(Object.keys(before.ids).length).toBeGreaterThan(30);
  expect([stack()?.outputs.HttpApiUrl, await account.s3.keys(BUCKET)]).toEqual([before.url, before.stored]);
  expect(account.rds.snapshots).toEqual([]);
  expect(account.faults()).toEqual([]);
});

test('after an upgrade, deploy --previous goes back to 1.0.0, and then to the deployment before it', async () => {
  const ids = keptIds();
  await goBack();
  expect(stack()?.template).toEqual(second);
  await goBack();
  expect(stack()?.template).toEqual(first);
  expect(keptIds()).toEqual(ids);
  expect(account.faults()).toEqual([]);
});

test('a stack that went back to 1.0.0 can be upgraded again', async () => {
  await account.deploy(packaged);
  const { Properties } = packaged.template.Resources.PieLambdaFunction ?? {};
  expect(stack()?.template?.Resources.PieLambdaFunction?.Properties).toEqual({
    ...Properties,
    FunctionName: 'ops-room-dev-pie',
  });
  expect(account.faults()).toEqual([]);
});
