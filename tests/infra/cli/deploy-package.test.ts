/** @jest-environment node */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { deployPackage } from '../../../infra/deploy/deploy-dashboard.ts';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import type { FakeStack } from '../../support/cloud/fake-stack.ts';
import { type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { DEPLOYABLE } from '../../support/folders/deployable.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';
import type { Outcome } from '../../support/start-command-process.ts';

const NAME = 'wallfeed-ops-room-dev';
const BUCKET = 'wallfeed-code-000000000000-eu-west-1';

let s3: S3;
let rds: Rds;
let cloudFormation: CloudFormation;
let folder: string;
beforeAll(async () => {
  [s3, rds] = await Promise.all([startS3(), startRds()]);
  cloudFormation = await startCloudFormation(s3, rds);
  folder = await writeFolder({ ...DEPLOYABLE, 'dashboard.yml': `region: eu-west-1\n${DEPLOYABLE['dashboard.yml']}` });
});
afterAll(() => Promise.all([cloudFormation, rds, s3].map((emulator) => emulator.close())));

const run = (name: string, args: readonly string[]): Promise<Outcome> => {
  const env = signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url, RDS: rds.url });
  return runCommand(name, args, { from: folder, env });
};
const packageInto = (out: string, stage = 'dev') =>
  run('package', ['--dashboard', folder, '--stage', stage, '--out', out]);
const deployReady = (name: string, ...args: readonly string[]) =>
  run('deploy', ['--package', name, '--stage', 'dev', ...args]);

describe('deploy --package', () => {
  test('a package is deployed without the folder of its dashboard, and prints its URLs', async () => {
    expect((await packageInto('built')).code).toBe(0);
    const { code, out, error } = await deployReady('built');
    expect([code, error]).toEqual([0, '']);
    expect(cloudFormation.stacks.get(NAME)).toMatchObject({ status: 'CREATE_COMPLETE', policy: expect.any(String) });
    expect(out).toMatch(/3D Pie Chart +share +https:\/\/\S+\/pie\/share\n/);
    expect((await s3.keys(BUCKET))?.filter((key) => key.endsWith('.zip'))).toHaveLength(1);
  });

  test('a package of a dashboard has the same zips for every stage', async () => {
    await packageInto('prod', 'prod');
    const zipsIn = async (name: string) => (await readdir(join(folder, name))).filter((file) => file.endsWith('.zip'));
    expect(await zipsIn('prod')).toEqual(await zipsIn('built'));
  });

  test('one package with --also is deployed at both stages, each with its own template and the same zips', async () => {
    const args = ['--dashboard', folder, '--stage', 'test', '--also', 'live, test', '--out', 'both'];
    expect((await run('package', args)).error).toBe('');
    const { templates, stages } = JSON.parse(await readFile(join(folder, 'both/manifest.json'), 'utf8'));
    expect(Object.keys(templates)).toEqual(['test', 'live']);
    expect(stages).toEqual({ live: { region: 'eu-west-1', tags: { dashboard: 'ops-room', stage: 'live' } } });
    for (const stage of ['test', 'live']) {
      const { code, error } = await run('deploy', ['--package', 'both', '--stage', stage, '--new-stack']);
      expect([code, error]).toEqual([0, '']);
      expect(cloudFormation.stacks.get(`wallfeed-ops-room-${stage}`)?.tags).toEqual({ dashboard: 'ops-room', stage });
    }
    await packageInto('live-alone', 'live');
    const [alone, shared] = await Promise.all(
      [`live-alone/template.json`, `both/${templates.live}`].map((path) => readFile(join(folder, path), 'utf8')),
    );
    expect(shared).toBe(alone);
  });

  test('--also refuses what is no stage', async () => {
    const { code, error } = await run('package', ['--dashboard', folder, '--stage', 'test', '--also', 'Live']);
    expect([code, error]).toEqual([2, expect.stringMatching(/^--also must be lower-case .* found Live\n$/)]);
  });

  test.each<[string, (path: string) => Promise<unknown>, RegExp]>([
    [
      'another stage',
      async () => packageInto('refused', 'prod'),
      /is a package for the stage prod, not dev: package the dashboard with --stage prod --also dev/,
    ],
    ['a changed file', (path) => writeFile(join(path, 'template.json'), '{}'), /refused\/template\.json was changed/],
    ['a missing file', (path) => rm(join(path, 'sbom.cdx.json')), /refused\/sbom\.cdx\.json is missing/],
    [
      'no manifest',
      (path) => rm(join(path, 'manifest.json')),
      /refused is no package of Wallfeed: it has no manifest\.json/,
    ],
  ])('a package with %s is refused before AWS is called', async (_, damage, words) => {
    await packageInto('refused');
    await damage(join(folder, 'refused'));
    cloudFormation.actions.length = 0;
    const { code, error } = await deployReady('refused');
    expect(code).toBe(1);
    expect(error).toMatch(words);
    expect(cloudFormation.actions).toEqual([]);
  });

  test('a package cannot be deployed together with options that need the folder of its dashboard', async () => {
    const { code, error } = await deployReady('built', '--seed');
    expect([code, error]).toEqual([
      2,
      '--package and --seed cannot be used together: a package has a template and zips only\n',
    ]);
  });
});

describe('a deployment to the wrong place', () => {
  afterEach(() => s3.foreign.clear());

  test('a deployment to an account other than that of dashboard.yml ends after asking AWS for the account', async () => {
    const other = await writeFolder({
      ...DEPLOYABLE,
      'dashboard.yml': `account: { dev: '123456789012' }\n${DEPLOYABLE['dashboard.yml']}`,
    });
    cloudFormation.actions.length = 0;
    const { code, error } = await run('deploy', ['--dashboard', other, '--stage', 'dev']);
    expect(code).toBe(1);
    expect(error).toMatch(
      /^The credentials belong to the account 000000000000, and dashboard\.yml names 123456789012 as `account` of the stage dev\./,
    );
    expect(cloudFormation.actions).toEqual(['GetCallerIdentity']);
  });

  test('a deployment refuses a database of another account than that of the credentials, also from a package', async () => {
    const database =
      "database: { cluster: 'arn:aws:rds:eu-west-1:123456789012:cluster:a', secret: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:a-1a2b3c', name: shop }\n";
    const other = await writeFolder({
      ...DEPLOYABLE,
      'dashboard.yml': `region: eu-west-1\n${database}${DEPLOYABLE['dashboard.yml']}`,
    });
    const refusal =
      '`database.cluster` is in the account 123456789012, and the credentials belong to 000000000000: AWS takes only one of the ' +
      "stack's own account. Sign in to 123456789012, or correct `database.cluster`\n";
    expect((await run('package', ['--dashboard', other, '--stage', 'dev', '--out', 'foreign'])).code).toBe(0);
    cloudFormation.actions.length = 0;
    const refused = [
      await run('deploy', ['--dashboard', other, '--stage', 'dev']),
      await run('deploy', ['--package', 'foreign', '--stage', 'dev']),
    ];
    expect(refused.map(({ code, error }) => [code, error])).toEqual([
      [1, refusal],
      [1, refusal],
    ]);
    expect(cloudFormation.actions).toEqual(['GetCallerIdentity', 'GetCallerIdentity']);
  });

  test('a deployment refuses a bucket for packages that belongs to another account', async () => {
    s3.foreign.add(BUCKET);
    const { code, error } = await deployReady('built');
    expect(code).toBe(1);
    expect(error).toMatch(new RegExp(`^The bucket ${BUCKET} cannot be used: .*\`codeBucket\` in dashboard\\.yml`));
  });

  test('a deployment refuses a named bucket that does not exist, before anything is built', async () => {
    const other = await writeFolder({
      ...DEPLOYABLE,
      'dashboard.yml': `codeBucket: no-such\n${DEPLOYABLE['dashboard.yml']}`,
    });
    const { code, out, error } = await run('deploy', ['--dashboard', other, '--stage', 'dev']);
    expect(code).toBe(1);
    expect(out).not.toContain('Packaging');
    expect(error).toMatch(/^There is no bucket no-such, which `codeBucket` names: create it in eu-west-1/);
  });

  test('a deployment refuses a stack whose data bucket was deleted by hand, and says how to go on', async () => {
    await s3.remove(`${NAME}-databucket`);
    const { code, error } = await deployReady('built');
    await s3.create(`${NAME}-databucket`);
    expect(code).toBe(1);
    expect(error).toMatch(
      /no longer exists\. Make it again: aws s3api create-bucket --bucket \S+ --region eu-west-1 --create-bucket-configuration LocationConstraint=eu-west-1\. Or remove the stack: npm run remove -- --package built --stage dev/,
    );
  });
});

describe('the state of a stack', () => {
  const environment = () => signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url, RDS: rds.url });
  beforeAll(() => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    Object.assign(process.env, environment());
  });
  afterAll(() => {
    jest.restoreAllMocks();
    for (const name of Object.keys(environment())) delete process.env[name];
  });

  /** Puts the stack back. Returns what was printed. */
  const deployTo = async (more: Partial<FakeStack>): Promise<string> => {
    const stack = cloudFormation.stacks.get(NAME) as FakeStack;
    cloudFormation.stacks.set(NAME, { ...stack, ...more });
    cloudFormation.actions.length = 0;
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const options = { folder: join(folder, 'built'), name: 'built', stage: 'dev', confirm: async () => true, print };
    await deployPackage(options).finally(() => cloudFormation.stacks.set(NAME, stack));
    return printed.join('\n');
  };
  const aws = (action: string): string => `aws cloudformation ${action} --stack-name ${NAME} --region eu-west-1`;

  test.each([
    ['CREATE_FAILED', 'npm run remove -- --package built --stage dev'],
    ['ROLLBACK_FAILED', 'npm run remove -- --package built --stage dev'],
    ['DELETE_FAILED', 'npm run remove -- --package built --stage dev'],
    ['UPDATE_FAILED', aws('rollback-stack')],
    ['UPDATE_ROLLBACK_FAILED', aws('continue-update-rollback')],
    ['IMPORT_ROLLBACK_FAILED', aws('describe-stack-events')],
    ['DELETE_IN_PROGRESS', 'it is being removed'],
    ['CREATE_IN_PROGRESS', 'another deployment is under way'],
    ['ROLLBACK_IN_PROGRESS', 'another deployment is under way'],
    ['UPDATE_IN_PROGRESS', 'another deployment is under way'],
    ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'another deployment is under way'],
    ['UPDATE_ROLLBACK_IN_PROGRESS', 'another deployment is under way'],
    ['UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS', 'another deployment is under way'],
    ['IMPORT_IN_PROGRESS', 'another deployment is under way'],
    ['IMPORT_ROLLBACK_IN_PROGRESS', 'another deployment is under way'],
  ])('a stack in the state %s refuses a deployment before any change, and says what to do', async (status, words) => {
    const { message } = (await deployTo({ status }).catch((error: Error) => error)) as Error;
    expect(message).toContain(`The stack ${NAME} in eu-west-1 is ${status}: `);
    expect(message).toContain(words);
    expect(cloudFormation.actions.filter((action) => !/^(Get|Describe|List)/.test(action))).toEqual([]);
  });

  test.each([
    'CREATE_COMPLETE',
    'UPDATE_COMPLETE',
    'UPDATE_ROLLBACK_COMPLETE',
    'IMPORT_COMPLETE',
    'IMPORT_ROLLBACK_COMPLETE',
  ])(
    'a stack in the state %s is deployed, and an open stack policy is closed even if nothing else changes',
    async (status) => {
      expect(await deployTo({ status, policy: '{"Statement":[]}' })).toContain(': no changes\n');
      expect(cloudFormation.actions).toContain('SetStackPolicy');
      expect(cloudFormation.actions).not.toContain('ExecuteChangeSet');
    },
  );
});
