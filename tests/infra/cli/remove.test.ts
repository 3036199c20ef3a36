/** @jest-environment node */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { removeDashboard } from '../../../infra/deploy/remove-dashboard.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import type { FakeResource, FakeStack } from '../../support/cloud/fake-stack.ts';
import { type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { DEPLOYABLE } from '../../support/folders/deployable.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-dev';
const CLUSTER = 'wallfeed-ops-room-dev-database';

const STACK: FakeStack = {
  status: 'UPDATE_COMPLETE',
  tags: { dashboard: 'ops-room', stage: 'dev' },
  template: {
    Resources: {
      DataBucket: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'RetainExceptOnCreate' },
      Database: { Type: 'AWS::RDS::DBCluster', DeletionPolicy: 'Snapshot' },
    },
  },
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
  for (const bucket of ['code', 'data-bucket']) if (!(await s3.keys(bucket))) await s3.create(bucket);
  s3.old.set(
    'data-bucket',
    ['v1', 'v2', 'v3'].map((id) => ({ key: 'ops-room/pie.csv', id })),
  );
});
afterEach(() => void jest.restoreAllMocks());

const PLACE = { bucket: { name: 'packages', region: 'eu-west-1' }, prefix: `000000000000/${NAME}/` };

const remove = async ({ given = NAME } = {}) => {
  const dashboard = { ...(await loadDashboard(folder)), region: 'eu-west-1' };
  const steps: string[] = [];
  const failed = await removeDashboard({
    dashboard,
    stage: 'dev',
    confirm: async (name) => {
      steps.push(`asked for ${name}`);
      return given;
    },
    place: PLACE,
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
      `${NAME} is removed.`,
    ]);
    expect(s3.old.get('data-bucket')).toEqual([]);
    expect(await s3.keys('data-bucket')).toBeUndefined();
    expect(await s3.keys('code')).toBeUndefined();
    expect(cloudFormation.stacks.size).toBe(0);
  });

  test('npm run remove ends the protection of the database after the user has confirmed, and before the stack is removed', async () => {
    await remove({ given: 'ops-room' });
    expect(rds.actions).toEqual(['DescribeDBClusters']);
    expect(rds.clusters.get(CLUSTER)).toEqual({ isProtected: true });
    await remove();
    expect(rds.actions.slice(1)).toEqual(['DescribeDBClusters', `ModifyDBCluster ${CLUSTER} false`]);
    expect(rds.clusters.has(CLUSTER)).toBe(false);
  });

  test('npm run remove removes a stack whose database has already been deleted', async () => {
    rds.clusters.delete(CLUSTER);
    expect((await remove()).failed).toBeUndefined();
  });

  test('npm run remove removes nothing if the protection of the stack cannot be switched off', async () => {
    rds.fail('AccessDenied', 'user/a may not perform: rds:DescribeDBClusters', 403);
    await expect(remove()).rejects.toThrow(
      /^AWS did not allow listing the databases: user\/a may not perform: rds:DescribeDBClusters/,
    );
    expect(s3.old.get('data-bucket')).toHaveLength(3);
  });

  test('npm run remove removes nothing if the user types another name than that of the stack', async () => {
    const { failed, steps } = await remove({ given: 'ops-room' });
    expect(failed).toEqual({ failure: `Not removed: the stack's name is ${NAME}, found ops-room`, exitCode: 1 });
    expect(steps).toHaveLength(2);
    expect(s3.old.get('data-bucket')).toHaveLength(3);
  });

  test('npm run remove keeps the data if CloudFormation cannot delete a resource, and names the resource', async () => {
    const network = { logicalId: 'Other', type: 'AWS::S3::Bucket', id: 'full' };
    cloudFormation.stacks.set(NAME, { ...STACK, resources: [...STACK.resources, network] });
    await s3.create('full');
    await s3.write('full', 'a', 'x');
    await expect(remove()).rejects.toThrow(
      `Other (AWS::S3::Bucket) failed: The bucket you tried to delete is not empty. The stack ${NAME} in eu-west-1 is DELETE_FAILED`,
    );
    expect(s3.old.get('data-bucket')).toHaveLength(3);
  });

  test('npm run remove names a database outside of the stack, which an interrupted deployment left', async () => {
    rds.clusters.set('stray', { isProtected: true, tags: { dashboard: 'ops-room', stage: 'dev' } });
    const { steps } = await remove();
    rds.clusters.delete('stray');
    expect(steps[0]).toContain(
      '  not the database stray, which is outside of the stack and costs money: aws rds describe-',
    );
  });

  test('npm run remove fails if it leaves a bucket or a database with the tags of the stack, and names both', async () => {
    const tags = { dashboard: 'ops-room', stage: 'dev' };
    rds.clusters.set('stray', { isProtected: true, tags });
    await s3.create(`${NAME}-databucket-old`, tags);
    await s3.create(`${NAME}2-databucket`, { ...tags, stage: 'dev2' });
    const { failed, steps } = await remove();
    rds.clusters.delete('stray');
    expect(steps[0]).toContain(`  not the bucket ${NAME}-databucket-old, which an earlier deployment has kept`);
    expect(failed?.failure).toMatch(
      `${NAME} is removed, but the database stray and the bucket ${NAME}-databucket-old outside of the stack stays. To ` +
        'delete the buckets, repeat the command: npm run remove -- --dashboard ',
    );
    const again = await remove();
    expect(again.failed).toBeUndefined();
    expect(again.steps[0]).toBe(
      `The stack ${NAME} in eu-west-1 is gone. Removing what it has left deletes:\n` +
        `  the bucket ${NAME}-databucket-old with 0 objects and 0 older versions, for good`,
    );
    expect(await s3.keys(`${NAME}-databucket-old`)).toBeUndefined();
    expect(await s3.keys(`${NAME}2-databucket`)).toEqual([]);
    await s3.remove(`${NAME}2-databucket`);
    expect((await remove()).failed?.failure).toContain('nothing to remove');
  });

  test('a second npm run remove after a failed one also deletes the data bucket, which CloudFormation has skipped', async () => {
    const other = { logicalId: 'Other', type: 'AWS::S3::Bucket', id: 'full' };
    cloudFormation.stacks.set(NAME, { ...STACK, resources: [...STACK.resources, other] });
    if (!(await s3.keys('full'))) await s3.create('full');
    await s3.write('full', 'a', 'x');
    await expect(remove()).rejects.toThrow('is DELETE_FAILED');
    const left = cloudFormation.stacks.get(NAME)?.resources.map(({ id, status }) => [id, status]);
    expect(left).toEqual([
      ['full', 'DELETE_FAILED'],
      ['data-bucket', 'DELETE_SKIPPED'],
    ]);
    await s3.empty('full');
    expect((await remove()).failed).toBeUndefined();
    expect(await s3.keys('data-bucket')).toBeUndefined();
  });

  test('a repeated npm run remove deletes the bucket that an ended one has left', async () => {
    const bucket = `${NAME}-databucket-1a2b`;
    cloudFormation.stacks.set(NAME, { ...STACK, resources: [{ ...STACK.resources[2], id: bucket } as FakeResource] });
    await s3.create(bucket, { dashboard: 'ops-room', stage: 'dev' });
    await s3.write(bucket, 'ops-room/pie.csv', 'a');
    s3.failAt('DELETE', bucket);
    await expect(remove()).rejects.toThrow(`The stack is gone, and its bucket ${bucket} is left: repeat the command`);
    expect((await remove()).failed).toBeUndefined();
    expect(await s3.keys(bucket)).toBeUndefined();
  });

  test('npm run remove says that it did not look for buckets if it may not list them, and removes the stack', async () => {
    s3.failAt('GET', '');
    const { failed, steps } = await remove();
    expect(failed).toBeUndefined();
    expect(steps[0]).toMatch(
      /^Buckets outside of the stack were not looked for: AWS did not allow looking for buckets/,
    );
  });

  test('npm run remove deletes the packages of the stack, and no others', async () => {
    await s3.create('packages');
    await s3.write('packages', `${PLACE.prefix}a.zip`, 'x');
    await s3.write('packages', '000000000000/wallfeed-other-dev/b.zip', 'x');
    await remove();
    expect(await s3.keys('packages')).toEqual(['000000000000/wallfeed-other-dev/b.zip']);
  });

  test.each([
    [
      'CREATE_IN_PROGRESS',
      {},
      /is CREATE_IN_PROGRESS: wait until that has ended, then repeat the command: npm run remove -- --/,
    ],
    ['UPDATE_COMPLETE', { tags: {} }, /is not one of Wallfeed's, because it lacks the tags dashboard and stage/],
  ])('npm run remove deletes nothing of a stack in the state %s, with properties %j', async (status, more, words) => {
    cloudFormation.stacks.set(NAME, { ...STACK, status, ...more });
    await expect(remove()).rejects.toThrow(words);
    expect(cloudFormation.stacks.has(NAME)).toBe(true);
    expect(rds.actions).toEqual([]);
  });

  test('npm run remove refuses a protected stack, and a stack that does not exist', async () => {
    cloudFormation.stacks.set(NAME, { ...STACK, isProtected: true });
    expect((await remove()).failed?.failure).toMatch(/has termination protection: switch it off first/);
    cloudFormation.stacks.delete(NAME);
    expect((await remove()).failed?.failure).toBe(`There is no stack ${NAME} in eu-west-1: nothing to remove`);
  });

  test('the command remove removes a stack with a protected database', async () => {
    const env = signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url, RDS: rds.url });
    const args = ['--dashboard', folder, '--stage', 'dev', '--yes', NAME];
    const { code, out, error } = await runCommand('remove', args, { env });
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^Account 000000000000, region eu-west-1\nRemoving the stack/);
    expect(out).toMatch(/Lifting the protection of the database \S+ \.\.\. [\d.]+ s\nRemoving the stack/);
    expect(cloudFormation.stacks.has(NAME)).toBe(false);
    expect(rds.clusters.has(CLUSTER)).toBe(false);
  });

  test('npm run remove requires the name of the stack as an option if there is no terminal', async () => {
    const env = signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url, RDS: rds.url });
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
