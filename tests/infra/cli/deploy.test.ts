import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { JsonEmulator } from '../../../infra/local/emulators/server/json-emulator.ts';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { startSecretsManager } from '../../support/cloud/start-secrets-manager.ts';
import { startWritableDataApi, type WritableDataApi } from '../../support/cloud/start-writable-data-api.ts';
import { DEPLOYABLE } from '../../support/folders/deployable.ts';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn, unverified } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-dev';
const BUCKET = `${NAME}-databucket`;

describe('npm run deploy and remove, with emulators of AWS', () => {
  let s3: S3;
  let rds: Rds;
  let cloudFormation: CloudFormation;
  let folder: string;
  beforeAll(async () => {
    s3 = await startS3();
    rds = await startRds();
    cloudFormation = await startCloudFormation(s3, rds);
    folder = await writeFolder(DEPLOYABLE);
  });
  afterAll(async () => {
    await cloudFormation.close();
    await rds.close();
    await s3.close();
  });

  const run = (
    name: string,
    others: Readonly<Record<string, string>>,
    args: readonly string[] = [],
    dashboard: string = folder,
  ) => {
    const urls = { CLOUDFORMATION: cloudFormation.url, S3: s3.url, RDS: rds.url, ...others };
    const env = signedIn(urls);
    const allowed = name === 'deploy' ? ['--allow-gone'] : [];
    return runCommand(name, ['--dashboard', dashboard, '--stage', 'dev', ...unverified(name), ...allowed, ...args], {
      env,
    });
  };

  test('a deployment creates the stack, then uploads the data, then prints the URLs', async () => {
    const { code, out, error } = await run('deploy', {});
    expect([code, error]).toEqual([0, '']);
    const marks = [
      'Packaging',
      `Stack ${NAME} in eu-west-1: 1 function`,
      `Stack ${NAME} in eu-west-1 does not exist yet`,
      'Deploying',
      'uploaded  pie.csv',
      '2 uploaded',
      'Component',
    ];
    const places = marks.map((mark) => out.indexOf(mark));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(out).toMatch(/3D Pie Chart +share +https:\/\/\S+\/pie\/share\n/);
    expect(await s3.keys(BUCKET)).toEqual(['ops-room/pie.csv', 'ops-room/rings.json']);
    const stored = await s3.keys('wallfeed-code-000000000000-eu-west-1');
    expect(stored?.map((key) => key.replace(/[0-9a-f]{16,}|\d{4}-.*Z/g, '*'))).toEqual([
      `000000000000/${NAME}/deployments/*-*.json`,
      `000000000000/${NAME}/pie-*.zip`,
      `000000000000/${NAME}/template-*.json`,
    ]);
    expect(s3.settings('wallfeed-code-000000000000-eu-west-1')).toEqual([
      'publicAccessBlock',
      'versioning',
      'policy',
      'tagging',
    ]);
  });

  describe('a deployment of a dashboard with SQL', () => {
    const withSql = endpointsFile('  pie: { component: Mini Pie Chart, sql: select n from t }');
    const files = { 'dashboard.yml': withSql, 'data/t.sql': 'create table t (n int)' };
    let database: WritableDataApi;
    let secrets: JsonEmulator;
    beforeAll(async () => {
      database = await startWritableDataApi();
      secrets = await startSecretsManager({ readersecret: '{"username":"wallfeed_reader","password":"aB3dEf6h"}' });
    });
    beforeEach(() => {
      database.asked.length = 0;
    });
    afterAll(async () => {
      await secrets.close();
      await database.close();
    });

    const deploy = async (...args: readonly string[]) => {
      const urls = { RDS_DATA: database.url, SECRETS_MANAGER: secrets.url };
      return run('deploy', urls, args, await writeFolder(files));
    };

    test('a deployment creates the database role of the functions, and --seed fills the database at the end', async () => {
      const { code, out, error } = await deploy('--seed');
      expect([code, error]).toEqual([0, '']);
      expect(out).toMatch(
        /Creating the database role of the functions \.\.\. [\d.]+ s\ns3:\S+ 0 uploaded, 0 unchanged[\s\S]*Seeding the database, 1 statement \.\.\. [\d.]+ s\n\nComponent/,
      );
      expect(database.asked.slice(-5)).toEqual([
        'begin',
        'create table t (n int)',
        expect.stringContaining('wallfeed_seeds'),
        expect.stringContaining('wallfeed_seeds'),
        'commit',
      ]);
      expect(database.clusters).toEqual([`${NAME}-database.DBClusterArn`]);
      const asReader = 'set session authorization wallfeed_reader; select n from t; set session authorization postgres';
      await expect(database.database.exec(asReader)).resolves.toBeDefined();
      expect(out + database.asked.join()).not.toContain('aB3dEf6h');
    });

    test('a deployment without --seed changes only the role in the database', async () => {
      expect((await deploy()).code).toBe(0);
      expect(database.asked.filter((sql) => sql === 'begin')).toHaveLength(1);
      expect(database.asked.join()).toContain('wallfeed_reader');
    });

    test('a deployment uploads nothing if the role cannot be created, and says what to do', async () => {
      database.fail({ error: 'AccessDeniedException', message: 'user/a may not perform: rds-data:BeginTransaction' });
      const { code, out, error } = await deploy();
      expect(code).toBe(1);
      expect(out).toMatch(/Creating the database role of the functions \.\.\. failed\n$/);
      expect(error).toMatch(
        /^AWS did not allow opening the database: user\/a may not perform: rds-data:BeginTransaction\. .*repeat npm run deploy\n$/,
      );
    });
  });

  test('a deployment without the right to read the stack says so, and deploys nothing', async () => {
    cloudFormation.fail('AccessDenied', 'user/local may not perform cloudformation:DescribeStacks', 403);
    const { code, out, error } = await run('deploy', {});
    expect(code).toBe(1);
    expect(out).not.toContain('Deploying');
    expect(error).toMatch(/^AWS did not allow reading the stack .*may not perform cloudformation:DescribeStacks/);
  });

  test('a removal says what is lost, and deletes the stack, the bucket and every version in it', async () => {
    s3.old.set(BUCKET, [
      { key: 'ops-room/pie.csv', id: 'v1' },
      { key: 'ops-room/old.csv', id: 'v2', isMark: true },
    ]);
    const { code, out, error } = await run('remove', {}, ['--yes', NAME]);
    expect([code, error]).toEqual([0, '']);
    expect(out).toContain('1 function: wallfeed-ops-room-dev-pie');
    expect(out).toContain(`the bucket ${BUCKET} with 2 objects and 2 older versions, for good`);
    expect(out).toContain('2 log groups: /aws/lambda/wallfeed-ops-room-dev-pie, ');
    expect(out).toMatch(/3 URLs below https:/);
    expect(cloudFormation.stacks.size).toBe(0);
    expect(await s3.keys(BUCKET)).toBeUndefined();
    expect(s3.old.get(BUCKET)).toEqual([]);
  });
});

describe('a deployment of a budget', () => {
  test('the deployment that adds a budget says once that its tags must be activated, and how', async () => {
    const s3 = await startS3();
    const cloudFormation = await startCloudFormation(s3);
    const folder = await writeFolder({
      ...DEPLOYABLE,
      'dashboard.yml': `budget: { amount: 20, email: ops@example.com }\n${DEPLOYABLE['dashboard.yml']}`,
    });
    const env = signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url });
    const args = ['--dashboard', folder, '--stage', 'dev', '--no-verify'];
    const outs = [await runCommand('deploy', args, { env }), await runCommand('deploy', args, { env })];
    expect(outs.map(({ code }) => code)).toEqual([0, 0]);
    const said = outs.map(({ out }) =>
      out.includes(
        'aws ce update-cost-allocation-tags-status --cost-allocation-tags-status TagKey=dashboard,Status=Active TagKey=stage,Status=Active',
      ),
    );
    expect(said).toEqual([true, false]);
    await cloudFormation.close();
    await s3.close();
  });
});

describe('a deployment that is refused', () => {
  const DATABASE = {
    cluster: 'arn:aws:rds:eu-west-1:000000000000:cluster:theirs',
    secret: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:theirs',
    name: 'metrics',
  };
  const withSql = (head = '') => ({
    'dashboard.yml': head + endpointsFile('  pie: { component: Mini Pie Chart, sql: "select 1, 2" }'),
  });

  test.each<[string, Record<string, string>, string[], number, string]>([
    ['no credentials', DEPLOYABLE, [], 1, 'There are no AWS credentials in the environment: set AWS_PROFILE, or '],
    ['no SQL', DEPLOYABLE, ['--seed'], 1, '--seed: no endpoint has SQL, so the stack has no database'],
    ['nothing to seed', withSql(), ['--seed'], 1, '--seed: no data/*.sql file has a statement to apply'],
    [
      'a database of its own',
      { ...withSql(`database: ${JSON.stringify(DATABASE)}\n`), 'data/a.sql': 'drop table orders' },
      ['--seed'],
      1,
      `--seed: dashboard.yml names the database ${DATABASE.cluster}, which deploy never changes: seed it yourself`,
    ],
    ['a mistyped option', DEPLOYABLE, ['--sed'], 2, "unknown option '--sed' (Did you mean --seed?)"],
  ])('a deployment with %s is refused in one line before anything is built', async (_, files, args, code, line) => {
    const outcome = await runCommand('deploy', ['--dashboard', await writeFolder(files), '--stage', 'dev', ...args]);
    expect(outcome).toEqual({ code, out: '', error: expect.stringContaining(line) });
    expect(outcome.error.trim().split('\n')).toHaveLength(1);
  });

  test('a deployment of an invalid dashboard is refused with the output of check', async () => {
    const folder = await writeFolder({ ...DEPLOYABLE, 'data/pie.csv': 'name,value,score,pv\na,x,,\n' });
    const { code, out, error } = await runCommand('deploy', ['--dashboard', folder, '--stage', 'dev']);
    expect([code, error]).toEqual([1, '']);
    expect(out).toContain('1 error in 2 endpoints');
    expect(out.replace(/\s+/g, ' ')).toContain(
      `${folder.slice(1)}/data/pie.csv:2:2 share (3D Pie Chart) and 1 more: value: 'x' is not a number`,
    );
  });

  test('a deployment to the local stage is refused in one line', async () => {
    const args = ['--dashboard', await writeFolder(DEPLOYABLE), '--stage', 'local'];
    const { code, out, error } = await runCommand('deploy', args);
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(/^--stage must not be local, which is the stage of npm start.*\n$/);
  });

  test('a deployment without --dashboard is refused in one line', async () => {
    const { code, error } = await runCommand('deploy', ['--stage', 'dev']);
    expect(code).toBe(2);
    expect(error).toMatch(/^There is no dashboard\.yml in the current folder: .+ init .+\n$/);
  });
});
