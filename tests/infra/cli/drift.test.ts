import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { startSecretsManager } from '../../support/cloud/start-secrets-manager.ts';
import { startWritableDataApi, type WritableDataApi } from '../../support/cloud/start-writable-data-api.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn, unverified } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-dev';

describe('a stack that somebody has changed without a deployment', () => {
  let s3: S3;
  let rds: Rds;
  let cloudFormation: CloudFormation;
  let database: WritableDataApi;
  let secrets: Awaited<ReturnType<typeof startSecretsManager>>;
  let folder: string;
  const run = (name: 'diff' | 'deploy', ...args: readonly string[]) => {
    const urls = {
      CLOUDFORMATION: cloudFormation.url,
      S3: s3.url,
      RDS: rds.url,
      RDS_DATA: database.url,
      SECRETS_MANAGER: secrets.url,
    };
    const target = ['--dashboard', folder, '--stage', 'dev', ...unverified(name)];
    return runCommand(name, [...target, ...args], { env: signedIn(urls) });
  };
  beforeAll(async () => {
    s3 = await startS3();
    rds = await startRds();
    cloudFormation = await startCloudFormation(s3, rds);
    database = await startWritableDataApi();
    secrets = await startSecretsManager({ readersecret: '{"username":"wallfeed_reader","password":"aB3dEf6h"}' });
    folder = await writeFolder({
      'dashboard.yml': endpointsFile(
        '  share: { component: 3D Pie Chart, csv: pie.csv, token: ssm:/ops-room/token }',
        '  orders: { component: Bar Chart, sql: "select 1, 2, 3", token: ssm:/ops-room/token }',
      ),
      'data/pie.csv': 'name,value,score,pv\na,1,,\n',
    });
  });
  beforeEach(async () => {
    expect((await run('deploy', '--repair')).error).toBe('');
  });
  afterAll(() => Promise.all([secrets, database, cloudFormation, rds, s3].map((one) => one.close())));

  test('diff --drift finds nothing in a stack that only a deployment has changed, with its protected database', async () => {
    const { code, out } = await run('diff', '--drift', '--check');
    expect([code, out]).toEqual([0, `Stack ${NAME} in eu-west-1: no changes, and nothing was changed outside of it\n`]);
    expect(rds.clusters.get(`${NAME}-database`)?.tags).toMatchObject({ wallfeed: 'in-use' });
  });

  test('diff --drift names a deleted function and a changed one with its values, and the command that changes them back', async () => {
    await cloudFormation.deleteByHand('PieLambdaFunction');
    cloudFormation.changeByHand('BarLambdaFunction', 'MemorySize', 1024);
    expect((await run('diff', '--check')).out).toBe(`Stack ${NAME} in eu-west-1: no changes\n`);
    const { code, out } = await run('diff', '--drift', '--check');
    expect(code).toBe(1);
    expect(out).toContain(
      'Makes again, as they were deleted outside of this stack\n  1 function  wallfeed-ops-room-dev-pie\n',
    );
    expect(out).toContain(
      'Changes back, as they were changed outside of this stack\n  1 function  wallfeed-ops-room-dev-bar: memory 1024 instead of 256\n',
    );
    expect(out).toMatch(/To change it back: npm run deploy -- --dashboard \S+ --stage dev --repair\n$/);
    expect(cloudFormation.changeSets(NAME)).toEqual([]);
  });

  test('diff --drift as JSON says of each change whether a resource was changed or deleted outside of the stack', async () => {
    await cloudFormation.deleteByHand('PieLambdaFunction');
    cloudFormation.changeByHand('BarLambdaFunction', 'Timeout', 3);
    const { changes } = JSON.parse((await run('diff', '--drift', '--format', 'json')).out);
    const drift = changes.map((one: { name: string; drift: unknown }) => [one.name, one.drift]);
    expect(drift).toEqual(
      expect.arrayContaining([
        ['wallfeed-ops-room-dev-pie', 'deleted'],
        ['wallfeed-ops-room-dev-bar', 'changed'],
      ]),
    );
    expect((await run('diff', '--format', 'json')).out).not.toContain('"drift"');
  });

  test('deploy leaves what was changed by hand, and deploy --repair changes it back', async () => {
    await cloudFormation.deleteByHand('PieLambdaFunction');
    cloudFormation.changeByHand('BarLambdaFunction', 'MemorySize', 1024);
    expect((await run('deploy')).code).toBe(0);
    expect((await run('diff', '--drift', '--check')).code).toBe(1);
    const { code, error } = await run('deploy', '--repair');
    expect([code, error]).toEqual([0, '']);
    expect((await run('diff', '--drift', '--check')).code).toBe(0);
    expect(rds.clusters.get(`${NAME}-database`)).toMatchObject({ isProtected: true, tags: { wallfeed: 'in-use' } });
  });

  test('deploy --repair asks before it makes a new, empty database in place of one that was deleted by hand', async () => {
    await cloudFormation.deleteByHand('Database');
    const { code, out, error } = await run('deploy', '--repair');
    expect(code).toBe(1);
    expect(out).toContain(
      `  ! The database ${NAME}-database was deleted outside of this stack, and a new, empty one takes its place.`,
    );
    expect(error).toContain('Nothing was deployed, because data would be lost');
    expect((await run('deploy', '--repair', '--yes')).code).toBe(0);
    expect(Array.from(rds.clusters.values(), ({ isProtected }) => isProtected)).toEqual([true]);
  });

  test('deploy --repair goes on after it has failed at a resource', async () => {
    await cloudFormation.deleteByHand('PieLambdaFunction');
    cloudFormation.failAt('PieLambdaFunction', 'Limit exceeded');
    expect((await run('deploy', '--repair')).error).toContain(
      'PieLambdaFunction (AWS::Lambda::Function) failed: Limit',
    );
    expect((await run('deploy', '--repair')).code).toBe(0);
    expect((await run('diff', '--drift', '--check')).code).toBe(0);
  });

  test('--previous and --repair cannot be used together', async () => {
    const { code, error } = await run('deploy', '--previous', '--repair');
    expect([code, error]).toEqual([2, expect.stringContaining('--previous and --repair cannot be used together')]);
  });
});
