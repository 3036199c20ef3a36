import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { projectRoot } from '../../../infra/build/project-root.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { removeDashboard } from '../../../infra/deploy/remove/remove-dashboard.ts';
import {
  type CloudFormation,
  startCloudFormation,
} from '../../../infra/lab/cloud/cloudformation/start-cloudformation.ts';
import type { FakeStack } from '../../../infra/lab/cloud/fake-stack.ts';
import { type Rds, startRds } from '../../../infra/lab/cloud/start-rds.ts';
import { type S3, startS3 } from '../../../infra/lab/cloud/start-s3.ts';
import type { OslsRun } from '../../../infra/stack/run-osls.ts';
import { writeFolder } from '../dashboard/write-folder.ts';
import { DEPLOYABLE } from '../deploy/deployable.ts';
import { runCommand, signedIn } from './run-command.ts';

const NAME = 'wallfeed-ops-room-dev';
const CLUSTER = 'wallfeed-ops-room-dev-database';

const STACK: FakeStack = {
  status: 'UPDATE_COMPLETE',
  outputs: { HttpApiUrl: 'https://x' },
  resources: [
    { logicalId: 'PieLambdaFunction', type: 'AWS::Lambda::Function', id: 'ops-room-dev-pie' },
    { logicalId: 'ServerlessDeploymentBucket', type: 'AWS::S3::Bucket', id: 'code' },
    { logicalId: 'DataBucket', type: 'AWS::S3::Bucket', id: 'data-bucket' },
    { logicalId: 'Database', type: 'AWS::RDS::DBCluster', id: CLUSTER },
    { logicalId: 'PieLogGroup', type: 'AWS::Logs::LogGroup', id: '/aws/lambda/ops-room-dev-pie' },
  ],
};

let s3: S3;
let cloudFormation: CloudFormation;
let rds: Rds;
let folder: string;
beforeAll(async () => {
  s3 = await startS3();
  await s3.create('code');
  rds = await startRds();
  cloudFormation = await startCloudFormation(s3, rds);
  folder = await writeFolder(DEPLOYABLE);
  Object.assign(process.env, signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url, RDS: rds.url }));
});
afterAll(async () => {
  for (const name of Object.keys(signedIn({ CLOUDFORMATION: '', S3: '', RDS: '' }))) delete process.env[name];
  await cloudFormation.close();
  await rds.close();
  await s3.close();
});

beforeEach(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  cloudFormation.stacks.set(NAME, STACK);
  rds.clusters.set(CLUSTER, { isProtected: true });
  rds.actions.length = 0;
  if (!(await s3.keys('data-bucket'))) await s3.create('data-bucket');
  s3.old.set(
    'data-bucket',
    ['v1', 'v2', 'v3'].map((id) => ({ key: 'ops-room/pie.csv', id })),
  );
});
afterEach(() => void jest.restoreAllMocks());

/** Runs the command with an emulated osls. Returns what was printed and which questions were asked. */
const remove = async ({ given = NAME, osls = async (_: OslsRun) => {} } = {}) => {
  const dashboard = { ...(await loadDashboard(folder)), region: 'eu-west-1' };
  const steps: string[] = [];
  const failed = await removeDashboard({
    dashboard,
    stage: 'dev',
    confirm: async (name) => {
      steps.push(`asked for ${name}`);
      return given;
    },
    osls: async (run) => {
      const { tags } = JSON.parse(await readFile(join(run.folder, 'stack.json'), 'utf8'));
      steps.push(`osls ${run.command} ${tags.dashboard} ${run.stage} with ${s3.old.get('data-bucket')?.length}`);
      await osls(run);
    },
    print: (text) => steps.push(text),
  });
  return { failed, steps };
};

describe('npm run remove', () => {
  test('npm run remove says what would be lost, asks, and removes first the stack and then the data', async () => {
    const { failed, steps } = await remove();
    expect(failed).toBeUndefined();
    expect(steps).toEqual([
      [
        `Removing the stack ${NAME} in eu-west-1 (UPDATE_COMPLETE) deletes:`,
        '  1 function: ops-room-dev-pie',
        '  the bucket data-bucket with 0 objects and 3 older versions, for good',
        `  the database ${CLUSTER}; a last snapshot is kept, and costs money, until you delete it`,
        '  1 log group: /aws/lambda/ops-room-dev-pie',
        '  3 URLs below https://x: components that use them stay blank',
        '  5 resources in all',
      ].join('\n'),
      `asked for ${NAME}`,
      'osls remove ops-room dev with 3',
      `${NAME} is removed.`,
    ]);
    expect(s3.old.get('data-bucket')).toEqual([]);
    expect(await s3.keys('data-bucket')).toBeUndefined();
    expect(await s3.keys('code')).toEqual([]);
  });

  test('npm run remove ends the protection of the database after the user has confirmed, and before the stack is removed', async () => {
    const steps: string[] = [];
    await remove({ given: 'ops-room' });
    expect(rds.actions).toEqual([]);
    expect(rds.clusters.get(CLUSTER)).toEqual({ isProtected: true });
    await remove({ osls: async () => void steps.push(`protected: ${rds.clusters.get(CLUSTER)?.isProtected}`) });
    expect(rds.actions).toEqual([`ModifyDBCluster ${CLUSTER} false`]);
    expect(steps).toEqual(['protected: false']);
  });

  test('npm run remove removes a stack whose database has already been deleted', async () => {
    rds.clusters.delete(CLUSTER);
    expect((await remove()).failed).toBeUndefined();
  });

  test('npm run remove removes nothing if the protection of the stack cannot be switched off', async () => {
    rds.fail('AccessDenied', 'user/a may not perform: rds:ModifyDBCluster', 403);
    await expect(remove()).rejects.toThrow(
      /^AWS did not allow lifting the protection of the database \S+: user\/a may not perform: rds:ModifyDBCluster/,
    );
    expect(s3.old.get('data-bucket')).toHaveLength(3);
  });

  test('npm run remove removes nothing if the user types another name than that of the stack', async () => {
    const { failed, steps } = await remove({ given: 'ops-room' });
    expect(failed).toEqual({ failure: `Not removed: the stack's name is ${NAME}, found ops-room`, exitCode: 1 });
    expect(steps).toHaveLength(2);
    expect(s3.old.get('data-bucket')).toHaveLength(3);
  });

  test('npm run remove keeps the data if osls cannot remove the stack', async () => {
    const osls = async () => {
      throw new Error('osls remove failed:\nDELETE_FAILED');
    };
    await expect(remove({ osls })).rejects.toThrow('osls remove failed:\nDELETE_FAILED');
    expect(s3.old.get('data-bucket')).toHaveLength(3);
    expect(rds.clusters.get(CLUSTER)).toEqual({ isProtected: true });
  });

  test('npm run remove names the bucket if it cannot be deleted after the stack was removed', async () => {
    const osls = async () => s3.fail('AccessDenied', 403);
    await expect(remove({ osls })).rejects.toThrow(
      /^AWS did not allow listing the versions in the bucket data-bucket.* The stack was removed; empty and delete its bucket/,
    );
  });

  test('npm run remove refuses a protected stack, and a stack that does not exist', async () => {
    cloudFormation.stacks.set(NAME, { ...STACK, isProtected: true });
    expect((await remove()).failed?.failure).toMatch(/has termination protection: switch it off first/);
    cloudFormation.stacks.delete(NAME);
    expect((await remove()).failed?.failure).toBe(`There is no stack ${NAME} in eu-west-1: nothing to remove`);
  });

  test('npm run remove removes a stack with a protected database, with the real osls', async () => {
    const urls = { CLOUDFORMATION: cloudFormation.url, S3: s3.url, RDS: rds.url };
    const env = { ...signedIn(urls), AWS_ENDPOINT_URL: cloudFormation.url, SLS_AWS_MONITORING_FREQUENCY: '10' };
    const args = ['--dashboard', folder, '--stage', 'dev', '--yes', NAME];
    const { code, out, error } = await runCommand('remove', args, { env });
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/Lifting the protection of the database \S+ \.\.\. [\d.]+ s\nRemoving the stack/);
    expect(cloudFormation.stacks.has(NAME)).toBe(false);
    expect(rds.clusters.has(CLUSTER)).toBe(false);
  });

  test('npm run remove requires the name of the stack as an option if there is no terminal', async () => {
    const env = signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url });
    const { code, out, error } = await runCommand('remove', ['--dashboard', folder, '--stage', 'dev'], { env });
    expect(code).toBe(1);
    expect(out).toContain('deletes:');
    expect(error).toBe(
      `Not removed: the stack's name is ${NAME}, found nothing (type the name, or add --yes ${NAME})\n`,
    );
  });
});

test('the templates retain the resources that npm run remove names', async () => {
  const policyOf = async (name: string) =>
    /\n {4}DeletionPolicy: (\w+)/.exec(await readFile(join(projectRoot, 'infra/stack/resources', name), 'utf8'))?.[1];
  expect(await policyOf('bucket.yml')).toBe('RetainExceptOnCreate');
  expect(await policyOf('database.yml')).toBe('Snapshot');
});
