import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { startSecretsManager } from '../../support/cloud/start-secrets-manager.ts';
import { startWritableDataApi, type WritableDataApi } from '../../support/cloud/start-writable-data-api.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn, unverified } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-dev';
const CLUSTER = `${NAME}-database`;
const SNAPSHOT = `${CLUSTER}-snapshot-1`;
const SHARE = '  share: { component: 3D Pie Chart, csv: pie.csv }';
const SQL = '  orders: { component: Mini Pie Chart, sql: select n from t }';

const folderWith = (...endpoints: readonly string[]): Promise<string> =>
  writeFolder({ 'dashboard.yml': endpointsFile(...endpoints), 'data/pie.csv': 'name,value,score,pv\na,1,,\n' });

describe('a database that is restored on emulators', () => {
  let s3: S3;
  let rds: Rds;
  let cloudFormation: CloudFormation;
  let api: WritableDataApi;
  let secrets: Awaited<ReturnType<typeof startSecretsManager>>;
  let withSql: string;
  let withoutSql: string;
  beforeAll(async () => {
    s3 = await startS3();
    rds = await startRds();
    cloudFormation = await startCloudFormation(s3, rds);
    api = await startWritableDataApi();
    secrets = await startSecretsManager({ readersecret: '{"username":"wallfeed_reader","password":"aB3dEf6h"}' });
    [withSql, withoutSql] = await Promise.all([folderWith(SHARE, SQL), folderWith(SHARE)]);
  });
  afterAll(async () => {
    await Promise.all([secrets, api, cloudFormation, rds, s3].map((emulator) => emulator.close()));
  });

  const run = (name: 'diff' | 'deploy' | 'remove', folder: string, ...args: readonly string[]) => {
    const urls = {
      CLOUDFORMATION: cloudFormation.url,
      S3: s3.url,
      RDS: rds.url,
      RDS_DATA: api.url,
      SECRETS_MANAGER: secrets.url,
    };
    const env = signedIn(urls);
    return runCommand(name, ['--dashboard', folder, '--stage', 'dev', ...unverified(name), ...args], { env });
  };

  test('a failed first deployment leaves a snapshot of an empty database, and a repeated deployment does not propose it', async () => {
    cloudFormation.failAt('HttpApiStage', 'Limit exceeded');
    expect((await run('deploy', withSql)).error).toContain('HttpApiStage (AWS::ApiGatewayV2::Stage) failed');
    expect(rds.snapshots).toHaveLength(1);
    const { code, out } = await run('deploy', withSql);
    expect([code, out.includes('This stack had a database before')]).toEqual([0, false]);
    expect((await run('remove', withSql, '--yes', NAME)).code).toBe(0);
    expect(rds.snapshots.map(({ tags }) => tags.wallfeed)).toEqual([undefined, 'in-use']);
    rds.snapshots.length = 0;
  });

  test('a database leaves a snapshot when the last endpoint with SQL is removed', async () => {
    expect((await run('deploy', withSql)).code).toBe(0);
    expect(rds.clusters.get(CLUSTER)).toMatchObject({ isProtected: true });
    expect((await run('deploy', withoutSql, '--yes')).code).toBe(0);
    expect(rds.clusters.size).toBe(0);
    expect(rds.snapshots.map(({ id, tags }) => [id, tags])).toEqual([
      [SNAPSHOT, { dashboard: 'ops-room', stage: 'dev', wallfeed: 'in-use' }],
    ]);
  });

  test('a database is not created again until the user says where its tables come from', async () => {
    cloudFormation.actions.length = 0;
    const { code, out, error } = await run('deploy', withSql);
    expect(code).toBe(1);
    expect(out).toBe(
      `Account 000000000000, region eu-west-1\nThis stack had a database before. Its last snapshot is ${SNAPSHOT}, made on 2026-11-01.\n`,
    );
    expect(error).toBe(
      `Nothing was deployed: add --snapshot ${SNAPSHOT} to restore this snapshot, or --snapshot none for an empty database\n`,
    );
    expect(cloudFormation.actions).not.toContain('CreateChangeSet');
  });

  test('a database is restored from its snapshot, and is protected again', async () => {
    const { code, out } = await run('deploy', withSql, '--snapshot', SNAPSHOT);
    expect(code).toBe(0);
    expect(out).toContain(`The database is restored from the snapshot ${SNAPSHOT}.\n`);
    expect(rds.clusters.get(CLUSTER)).toMatchObject({ isProtected: true, snapshot: SNAPSHOT });
  });

  test('a restored database is unchanged by later deployments, even if the snapshot is deleted', async () => {
    rds.snapshots.length = 0;
    expect((await run('diff', withSql)).out).toContain('no changes');
    const { code, out } = await run('deploy', await folderWith(SHARE, SQL, SQL.replace('orders', 'more')));
    expect(code).toBe(0);
    expect(out).not.toContain('! The database');
    expect(rds.clusters.get(CLUSTER)).toMatchObject({ isProtected: true, snapshot: SNAPSHOT });
  });

  test('a restored database cannot be restored from another snapshot while it exists', async () => {
    const { code, error } = await run('deploy', withSql, '--snapshot', 'none');
    expect([code, error]).toEqual([1, expect.stringMatching(/^--snapshot none: the stack has a database already/)]);
  });
});
