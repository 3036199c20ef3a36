import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { startSecretsManager } from '../../support/cloud/start-secrets-manager.ts';
import { startWritableDataApi, type WritableDataApi } from '../../support/cloud/start-writable-data-api.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn, unverified } from '../../support/run-command.ts';
import type { Outcome } from '../../support/start-command-process.ts';

const NAME = 'wallfeed-ops-room-dev';
const SHARE = '  share: { component: 3D Pie Chart, csv: pie.csv, token: ssm:/ops-room/token }';
const SQL = '  orders: { component: Mini Pie Chart, sql: select n from t, token: ssm:/ops-room/token }';
const STEPS = '  steps: { component: Funnel Chart, csv: steps.csv, token: ssm:/ops-room/token }';

const folderWith = (endpoints: readonly string[], head = ''): Promise<string> =>
  writeFolder({
    'dashboard.yml': head + endpointsFile(...endpoints),
    'data/pie.csv': 'name,value,score,pv\na,1,,\n',
    'data/steps.csv': 'step,visitors,color\nVisited,106500,#2f7ed8\n',
  });

describe('the commands that update a stack, with emulators of AWS', () => {
  let s3: S3;
  let cloudFormation: CloudFormation;
  let rds: Rds;
  let database: WritableDataApi;
  let secrets: Awaited<ReturnType<typeof startSecretsManager>>;
  beforeAll(async () => {
    s3 = await startS3();
    rds = await startRds();
    cloudFormation = await startCloudFormation(s3, rds);
    database = await startWritableDataApi();
    secrets = await startSecretsManager({ readersecret: '{"username":"wallfeed_reader","password":"aB3dEf6h"}' });
  });
  afterAll(async () => {
    await secrets.close();
    await database.close();
    await cloudFormation.close();
    await rds.close();
    await s3.close();
  });

  const run = async (
    name: 'diff' | 'deploy' | 'remove',
    folder: string,
    ...args: readonly string[]
  ): Promise<Outcome> => {
    const urls = {
      CLOUDFORMATION: cloudFormation.url,
      S3: s3.url,
      RDS: rds.url,
      RDS_DATA: database.url,
      SECRETS_MANAGER: secrets.url,
    };
    const env = signedIn(urls);
    const allowed = name === 'deploy' ? ['--allow-gone'] : [];
    return runCommand(name, ['--dashboard', folder, '--stage', 'dev', ...unverified(name), ...allowed, ...args], {
      env,
    });
  };
  const diff = async (folder: string): Promise<string> => {
    const { code, out } = await run('diff', folder);
    expect(code).toBe(0);
    expect(cloudFormation.changeSets(NAME)).toEqual([]);
    return out;
  };
  const types = () => cloudFormation.stacks.get(NAME)?.resources.map(({ type }) => type) ?? [];
  const hasDatabase = () => types().includes('AWS::RDS::DBCluster');

  describe('npm run diff', () => {
    let sql: string;
    beforeAll(async () => {
      sql = await folderWith([SHARE, SQL]);
    });

    test('npm run diff lists everything as added to a stack that does not exist, and creates nothing', async () => {
      const out = await diff(sql);
      expect(out).toMatch(
        /^Stack wallfeed-ops-room-dev in eu-west-1 does not exist yet: \d+ resources added\n\nAdds\n/,
      );
      expect(out).toMatch(/\n {2}1 function +wallfeed-ops-room-dev-pie\n/);
      expect(out).toMatch(/\n {2}1 database +Database \(holds data\)\n/);
      expect(cloudFormation.stacks.size).toBe(0);
      expect(cloudFormation.actions).not.toContain('CreateChangeSet');
    });

    test('npm run diff says that nothing changes after a deployment', async () => {
      expect((await run('deploy', sql)).code).toBe(0);
      expect(await diff(sql)).toBe(`Stack ${NAME} in eu-west-1: no changes\n`);
    });

    test('npm run diff --check prints the same as npm run diff, and ends with exit code 1 if a deployment would change anything', async () => {
      expect((await run('diff', sql, '--check')).code).toBe(0);
      const other = await folderWith([SHARE.replace('share', 'shares'), SQL]);
      const { code, out } = await run('diff', other, '--check');
      expect([code, out]).toEqual([1, await diff(other)]);
    });

    test('npm run diff shows a renamed endpoint as changed code, an added URL and a removed URL', async () => {
      const out = await diff(await folderWith([SHARE.replace('share', 'shares'), SQL]));
      expect(out).toMatch(/: 1 added, 2 changed, 1 removed\n/);
      expect(out).toMatch(/\n {2}1 function +wallfeed-ops-room-dev-pie: code\n/);
      expect(out).toMatch(/\nKeeps in the account\n {2}1 function version\n/);
      expect(out).toMatch(/\nURLs\n {2}new +\/pie\/shares\n {2}gone +\/pie\/share\n/);
      expect(out).not.toContain('Data\n');
    });

    test('npm run diff says that a new domain changes every URL', async () => {
      const certificate = 'arn:aws:acm:eu-west-1:000000000000:certificate/1a2b';
      const head = `domain: { name: wall.example.com, certificate: '${certificate}' }\n`;
      const folder = await folderWith([SHARE, SQL], head);
      const closing = await folderWith([SHARE, SQL], head.replace(' }', ', defaultAddress: closed }'));
      const before = cloudFormation.stacks.get(NAME)?.outputs.HttpApiUrl;
      expect(await diff(folder)).toContain(
        [
          '\nURLs',
          '  After the deployment, all URLs begin with https://wall.example.com.',
          `  URLs that begin with ${before} still work, until \`defaultAddress: closed\` in \`domain\` closes them.\n`,
        ].join('\n'),
      );
      const closed = await diff(closing);
      expect(closed).toContain(`  URLs that begin with ${before} no longer work.`);
      expect(closed).toContain(
        'This deployment adds the domain and closes the address of API Gateway: pasted URLs stop working.',
      );
      const { out } = await run('diff', folder, '--format', 'json');
      expect(JSON.parse(out).baseUrl).toEqual({ before, after: 'https://wall.example.com' });
    });

    test('npm run diff refuses to move the database to given subnets, because AWS cannot move it', async () => {
      const head = 'database: { subnets: [subnet-0a1b2c3d, subnet-4e5f6a7b], securityGroup: sg-0a1b2c3d }\n';
      const { code, out, error } = await run('diff', await folderWith([SHARE, SQL], head));
      expect([code, out]).toEqual([1, '']);
      expect(error).toMatch(
        /AWS cannot move the stack's database to another VPC\. Take subnets and securityGroup out of/,
      );
    });

    test('npm run diff shows an added family, and no changes of the other families', async () => {
      const out = await diff(await folderWith([SHARE, SQL, STEPS]));
      expect(out).toMatch(/\n {2}1 function +wallfeed-ops-room-dev-funnel\n/);
      expect(out).toMatch(/\n {2}1 route +POST \/funnel\/\{endpoint\}\n/);
      expect(out).not.toContain('wallfeed-ops-room-dev-pie');
    });

    test('npm run diff warns that removing the last SQL endpoint deletes the database', async () => {
      const out = await diff(await folderWith([SHARE]));
      expect(out).toMatch(/\nRemoves\n {2}1 database +wallfeed-ops-room-dev-database \(holds data\)\n/);
      expect(out).toContain(
        '! The database wallfeed-ops-room-dev-database is removed from the stack. Its tables are deleted. A last',
      );
    });

    test('npm run diff prints the same changes as JSON', async () => {
      const { code, out } = await run('diff', await folderWith([SHARE]), '--format', 'json');
      expect(code).toBe(0);
      const { version, stack, counts, losses, urls, baseUrl, changes } = JSON.parse(out);
      expect({ version, stack, urls, baseUrl }).toEqual({
        version: 1,
        stack: { name: NAME, region: 'eu-west-1', status: 'CREATE_COMPLETE' },
        urls: { added: [], changed: [], removed: ['/pie/orders'] },
        baseUrl: null,
      });
      expect(counts.remove).toBe(changes.filter(({ action }: { action: string }) => action === 'remove').length);
      expect(losses).toHaveLength(1);
      expect(changes.find(({ logicalId }: { logicalId: string }) => logicalId === 'Database')).toEqual({
        action: 'remove',
        kind: 'database',
        name: `${NAME}-database`,
        logicalId: 'Database',
        type: 'AWS::RDS::DBCluster',
        properties: [],
        mayReplace: false,
        holdsData: true,
        losesData: true,
        kept: 'snapshot',
      });
    });

    test('npm run diff leaves no template in the bucket, even if the template is long', async () => {
      const endpoints = Array.from({ length: 300 }, (_, index) => SHARE.replace('share', `share-${index}`));
      expect(await diff(await folderWith([...endpoints, SQL]))).toContain('/pie/share-0');
      const keys = (await s3.keys('wallfeed-code-000000000000-eu-west-1')) ?? [];
      expect(keys.length).toBeGreaterThan(0);
      expect(keys.filter((key) => !key.startsWith(`000000000000/${NAME}/`))).toEqual([]);
    });

    test.each([
      ['UPDATE_ROLLBACK_FAILED', /is UPDATE_ROLLBACK_FAILED: finish its rollback first: aws cloudformation continue/],
      ['ROLLBACK_COMPLETE', /is ROLLBACK_COMPLETE: CloudFormation can no longer update it\. Remove it/],
      ['UPDATE_IN_PROGRESS', /is UPDATE_IN_PROGRESS: another deployment is under way/],
    ])('npm run diff says what to do about a stack that is %s', async (status, words) => {
      const stack = cloudFormation.stacks.get(NAME);
      if (!stack) throw new Error('not deployed');
      cloudFormation.stacks.set(NAME, { ...stack, status });
      const { code, error } = await run('diff', sql);
      cloudFormation.stacks.set(NAME, stack);
      expect(code).toBe(1);
      expect(error).toMatch(words);
    });

    test('npm run diff accepts the formats text and json', async () => {
      const { code, error } = await run('diff', sql, '--format', 'xml');
      expect(code).toBe(2);
      expect(error).toContain('--format must be one of text, json; found xml');
    });
  });

  describe('npm run deploy', () => {
    beforeAll(async () => {
      expect((await run('deploy', await folderWith([SHARE, SQL]))).code).toBe(0);
    });
    beforeEach(() => {
      cloudFormation.actions.length = 0;
    });

    test('npm run deploy changes nothing if data would be lost and there is neither a terminal nor --yes', async () => {
      const { code, out, error } = await run('deploy', await folderWith([SHARE]));
      expect(code).toBe(1);
      expect(out).toContain('! The database wallfeed-ops-room-dev-database is removed from the stack.');
      expect(error).toMatch(/^(?:.* s\n)*Nothing was deployed, because data would be lost .* with --yes\n$/);
      expect(cloudFormation.actions).not.toContain('ExecuteChangeSet');
      expect(hasDatabase()).toBe(true);
    });

    test('npm run deploy sets a stack policy that protects the data from other updates', () => {
      const { Statement } = JSON.parse(cloudFormation.stacks.get(NAME)?.policy ?? '{}');
      expect(Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Action: ['Update:Replace', 'Update:Delete'] }),
      );
    });

    test('npm run deploy skips a stack that would not change', async () => {
      const { code, out } = await run('deploy', await folderWith([SHARE, SQL]));
      expect(code).toBe(0);
      expect(out).toContain(': no changes\n');
      expect(cloudFormation.actions).not.toContain('ExecuteChangeSet');
      expect(out).toContain('0 uploaded');
    });

    test('npm run deploy deletes data with --yes, and protects the rest', async () => {
      const { code, out } = await run('deploy', await folderWith([SHARE]), '--yes');
      expect(code).toBe(0);
      expect(out).toContain('! The database');
      expect(hasDatabase()).toBe(false);
      expect(rds.clusters.has(`${NAME}-database`)).toBe(false);
      expect(cloudFormation.stacks.get(NAME)?.status).toBe('UPDATE_COMPLETE');
      expect(cloudFormation.stacks.get(NAME)?.policy).toContain('Deny');
    });

    test('npm run deploy asks no question before changes that lose no data', async () => {
      expect((await run('deploy', await folderWith([SHARE, STEPS]))).code).toBe(0);
      expect(types().filter((type) => type === 'AWS::Lambda::Function')).toHaveLength(2);
    });

    test('npm run deploy restores the previous deployment with --previous, and the one before it with another --previous', async () => {
      const folder = await folderWith([SHARE, STEPS]);
      const first = await run('deploy', folder, '--previous');
      expect([first.code, first.error]).toEqual([0, '']);
      expect(first.out).toMatch(/\nRemoves\n {2}1 function +wallfeed-ops-room-dev-funnel\n/);
      expect(types().filter((type) => type === 'AWS::Lambda::Function')).toHaveLength(1);
      expect(hasDatabase()).toBe(false);
      const second = await run('deploy', folder, '--previous');
      expect([second.code, second.error]).toEqual([0, '']);
      expect(second.out).toMatch(/Creating the database role of the functions/);
      expect(hasDatabase()).toBe(true);
    });

    test('npm run deploy asks before --previous loses data, and fails if there is no older deployment', async () => {
      const { code, error } = await run('deploy', await folderWith([SHARE]), '--previous');
      expect(code).toBe(1);
      expect(error).toMatch(/^The bucket \S+ has no deployment older than the current one/);
    });

    test('npm run deploy deploys a version again after it was rolled back by --previous', async () => {
      const { code } = await run('deploy', await folderWith([SHARE, STEPS]), '--yes');
      expect(code).toBe(0);
      expect(types().filter((type) => type === 'AWS::Lambda::Function')).toHaveLength(2);
      const { out } = await run('deploy', await folderWith([SHARE]), '--previous');
      expect(out).toMatch(/\n {2}1 database +Database \(holds data\)\n/);
    });

    test('npm run deploy fails with CloudFormation’s reason if an update is rolled back, and --previous skips that update', async () => {
      const folder = await folderWith([SHARE, STEPS]);
      expect((await run('deploy', folder, '--yes')).code).toBe(0);
      const renamed = await folderWith([SHARE.replace('share', 'shares'), STEPS]);
      cloudFormation.failAt('PieAlias', 'Lambda is out of order');
      const failed = await run('deploy', renamed);
      expect(failed.code).toBe(1);
      expect(failed.error).toMatch(
        /PieAlias \(AWS::Lambda::Alias\) failed: Lambda is out of order\. CloudFormation has undone everything: the stack \S+ in eu-west-1 is UPDATE_ROLLBACK_COMPLETE\. Correct the cause, then repeat the command: npm run deploy -- --dashboard \S+ --stage dev/,
      );
      expect(cloudFormation.stacks.get(NAME)?.status).toBe('UPDATE_ROLLBACK_COMPLETE');
      expect((await run('deploy', renamed)).code).toBe(0);
      const { code, out } = await run('deploy', renamed, '--previous');
      expect(code).toBe(0);
      expect(out).toMatch(/\nURLs\n {2}new +\/pie\/share\n {2}gone +\/pie\/shares\n/);
      expect(await diff(folder)).toBe(`Stack ${NAME} in eu-west-1: no changes\n`);
    });

    test.each(['deploy', 'diff', 'remove'] as const)(
      'npm run %s refuses the stack of another dashboard',
      async (name) => {
        const stack = cloudFormation.stacks.get(NAME);
        if (!stack) throw new Error('not deployed');
        cloudFormation.stacks.set(NAME, { ...stack, tags: { dashboard: 'ops', stage: 'room-dev' } });
        const yes = name === 'diff' ? [] : ['--yes', ...(name === 'remove' ? [NAME] : [])];
        const { code, error } = await run(name, await folderWith([SHARE]), ...yes);
        cloudFormation.stacks.set(NAME, stack);
        expect(code).toBe(1);
        expect(error).toContain(
          `The stack ${NAME} belongs to the dashboard ops at the stage room-dev, not to ops-room at dev`,
        );
        expect(cloudFormation.actions).not.toContain('ExecuteChangeSet');
        expect(cloudFormation.actions).not.toContain('DeleteStack');
      },
    );

    test('npm run deploy refuses --previous together with --seed', async () => {
      const { code, error } = await run('deploy', await folderWith([SHARE]), '--previous', '--seed');
      expect([code, error]).toEqual([
        2,
        '--previous and --seed cannot be used together: --previous does not change data\n',
      ]);
    });
  });
});
