import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CloudFormationClient,
  CreateChangeSetCommand,
  DescribeChangeSetCommand,
  DescribeStacksCommand,
  ExecuteChangeSetCommand,
  SetStackPolicyCommand,
} from '@aws-sdk/client-cloudformation';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { type S3, startS3 } from '../../support/cloud/start-s3.ts';
import { startSecretsManager } from '../../support/cloud/start-secrets-manager.ts';
import { startWritableDataApi, type WritableDataApi } from '../../support/cloud/start-writable-data-api.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-prod';
const PACKAGE = 'dist/packages/ops-room-prod';
const REGION = 'eu-west-1';
const PARAMETERS = { CodeBucket: 'company-packages', CodePrefix: 'walls/' };
const TAGS = { dashboard: 'ops-room', stage: 'prod' };

type Texts = Readonly<Record<string, string>>;

interface Wanted {
  readonly name: string;
  readonly source: { readonly TemplateURL: string } | { readonly TemplateBody: string };
  readonly parameters: Texts;
  readonly tags: Texts;
  readonly policy?: string;
}

describe('the examples of infra/stack/README.md for other tools', () => {
  let examples: Readonly<Record<string, string>>;
  let folder: string;
  let s3: S3;
  let rds: Rds;
  let cloudFormation: CloudFormation;
  let database: WritableDataApi;
  let secrets: Awaited<ReturnType<typeof startSecretsManager>>;
  beforeAll(async () => {
    const page = await readFile(join(projectRoot, 'infra/stack/README.md'), 'utf8');
    examples = Object.fromEntries(
      Array.from(page.matchAll(/```(sh|hcl|ts)\n(.*?)```/gs), ([, language = '', text = '']) => [language, text]),
    );
    folder = await writeFolder({
      'dashboard.yml': [
        'dashboard: ops-room',
        `region: ${REGION}`,
        'endpoints:',
        '  share: { component: 3D Pie Chart, csv: pie.csv }',
        "  orders: { component: Bar Chart, sql: 'select 1, 2, 3' }",
        '',
      ].join('\n'),
      'data/pie.csv': 'name,value,score,pv\na,1,,\n',
    });
    const packaged = await runCommand('package', ['--dashboard', folder, '--stage', 'prod'], { from: folder });
    expect([packaged.code, packaged.error]).toEqual([0, '']);
  });
  beforeEach(async () => {
    [s3, rds] = await Promise.all([startS3(), startRds()]);
    cloudFormation = await startCloudFormation(s3, rds);
    database = await startWritableDataApi();
    secrets = await startSecretsManager({ readersecret: '{"username":"wallfeed_reader","password":"aB3dEf6h"}' });
    await s3.create('company-packages');
  });
  afterEach(() => Promise.all([secrets, database, cloudFormation, rds, s3].map((one) => one.close())));

  const clients = () => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    return {
      stacks: new CloudFormationClient({ region: REGION, credentials, endpoint: cloudFormation.url }),
      objects: new S3Client({ region: REGION, credentials, endpoint: s3.url, forcePathStyle: true }),
    };
  };
  const upload = async (prefix: string, isWanted: (name: string) => boolean): Promise<void> => {
    for (const name of (await readdir(join(folder, PACKAGE))).filter(isWanted)) {
      const Body = await readFile(join(folder, PACKAGE, name));
      await clients().objects.send(new PutObjectCommand({ Bucket: 'company-packages', Key: `${prefix}${name}`, Body }));
    }
  };
  const deploy = async ({ name, source, parameters, tags, policy }: Wanted): Promise<void> => {
    const client = clients().stacks;
    const set = { StackName: name, ChangeSetName: 'tool' };
    const Parameters = Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({
      ParameterKey,
      ParameterValue,
    }));
    const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
    const Capabilities = ['CAPABILITY_NAMED_IAM' as const];
    await client.send(
      new CreateChangeSetCommand({ ...set, ChangeSetType: 'CREATE', ...source, Parameters, Tags, Capabilities }),
    );
    while ((await client.send(new DescribeChangeSetCommand(set))).Status !== 'CREATE_COMPLETE');
    await client.send(new ExecuteChangeSetCommand(set));
    const status = async () =>
      (await client.send(new DescribeStacksCommand({ StackName: name }))).Stacks?.[0]?.StackStatus;
    while ((await status())?.endsWith('_IN_PROGRESS'));
    if (policy !== undefined)
      await client.send(new SetStackPolicyCommand({ StackName: name, StackPolicyBody: policy }));
  };
  const urlOf = (key: string): string => `https://s3.${REGION}.amazonaws.com/company-packages/${key}`;
  const protect = () =>
    runCommand('protect', ['--package', PACKAGE, '--stage', 'prod'], {
      from: folder,
      env: signedIn({
        CLOUDFORMATION: cloudFormation.url,
        S3: s3.url,
        RDS: rds.url,
        RDS_DATA: database.url,
        SECRETS_MANAGER: secrets.url,
      }),
    });

  /** Checks that protect completes a stack, without a change of its template or its parameters. */
  const expectProtected = async (): Promise<void> => {
    const before = cloudFormation.stacks.get(NAME);
    expect(before).toMatchObject({ status: 'CREATE_COMPLETE', parameters: PARAMETERS, tags: TAGS });
    cloudFormation.actions.length = 0;
    const { code, out, error } = await protect();
    expect([code, error]).toEqual([0, '']);
    expect(out).toContain(`${NAME} is protected: its stack policy denies the loss of its database and its bucket.`);
    expect(cloudFormation.actions.filter((one) => /ChangeSet|Update|Create/.test(one))).toEqual([]);
    const after = cloudFormation.stacks.get(NAME);
    expect(after).toEqual({ ...before, policy: expect.stringContaining('Update:Replace') });
    expect(rds.clusters.get(`${NAME}-database`)).toMatchObject({ isProtected: true });
    expect(database.asked.join()).toContain('create role wallfeed_reader');
    const repeated = await protect();
    expect([repeated.code, repeated.error]).toEqual([0, '']);
  };

  test('the commands of the AWS CLI deploy the stack as printed, and protect completes it', async () => {
    const lines = (examples.sh ?? '')
      .replace(/ *#.*$/gm, '')
      .replaceAll(/\\\n */g, '')
      .split('\n')
      .filter(Boolean);
    const [copy = '', create = ''] = lines.map((line) => line.trim());
    expect(copy).toBe(`aws s3 cp ${PACKAGE} s3://company-packages/walls/ --recursive --exclude '*' --include '*.zip'`);
    await upload('walls/', (name) => name.endsWith('.zip'));
    const options = Object.fromEntries(
      create
        .split(/ --/)
        .slice(1)
        .map((option) => [option.split(' ')[0] ?? '', option.split(' ').slice(1)]),
    );
    const pairs = (list: readonly string[] = []): Texts => Object.fromEntries(list.map((one) => one.split('=')));
    const [file = ''] = options['template-file'] ?? [];
    const [prefix = ''] = options['s3-prefix'] ?? [];
    await upload(`${prefix}/`, (name) => file.endsWith(`/${name}`));
    await deploy({
      name: options['stack-name']?.[0] ?? '',
      source: { TemplateURL: urlOf(`${prefix}/template.json`) },
      parameters: pairs(options['parameter-overrides']),
      tags: pairs(options.tags),
    });
    await expectProtected();
  });

  test('the resources of Terraform upload the package, and their URL changes with the template', async () => {
    const manifest = JSON.parse(await readFile(join(folder, PACKAGE, 'manifest.json'), 'utf8'));
    const hcl = (examples.hcl ?? '')
      .replaceAll(/\$\{local\.package\}/g, PACKAGE)
      .replaceAll(/\$\{local\.template\}/g, manifest.templates.prod);
    expect(hcl).toContain(`jsondecode(file("${PACKAGE}/manifest.json")).templates.prod`);
    expect(hcl).toContain('fileset(local.package, "{*.zip,template-*.json}")');
    await upload('walls/', (name) => /^(.*\.zip|template-.*\.json)$/.test(name));
    const value = (key: string): string => new RegExp(`^ *${key} += +(?:file\\()?"([^"]*)"`, 'm').exec(hcl)?.[1] ?? '';
    const map = (key: string): Texts => {
      const [, inner = ''] = new RegExp(`^ *${key} += +\\{(.*)\\}`, 'm').exec(hcl) ?? [];
      return Object.fromEntries(Array.from(inner.matchAll(/(\w+) = "([^"]*)"/g), ([, name, text]) => [name, text]));
    };
    await deploy({
      name: value('name'),
      source: { TemplateURL: value('template_url') },
      parameters: map('parameters'),
      tags: map('tags'),
      policy: await readFile(join(folder, value('policy_body')), 'utf8'),
    });
    expect(cloudFormation.stacks.get(NAME)?.policy).toContain('Update:Replace');
    await expectProtected();
  });

  test('the program for the AWS CDK includes the template with the name, the tags and the parameters of the stack', async () => {
    const made: { stack?: object; include?: object } = {};
    const program = new Function('app', 'Stack', 'CfnInclude', examples.ts ?? '');
    program(
      {},
      function Stack(_: object, __: string, properties: object) {
        made.stack = properties;
      },
      function CfnInclude(_: object, __: string, properties: object) {
        made.include = properties;
      },
    );
    const { stackName, tags } = made.stack as { stackName: string; tags: Texts };
    const { templateFile, parameters } = made.include as { templateFile: string; parameters: Texts };
    await upload('walls/', (name) => /\.zip$|^template\.json$/.test(name));
    expect(templateFile).toBe(`${PACKAGE}/template.json`);
    await deploy({ name: stackName, source: { TemplateURL: urlOf('walls/template.json') }, parameters, tags });
    await expectProtected();
  });

  test('protect refuses a stack that does not exist, and one that is not deployed', async () => {
    expect((await protect()).error).toContain(`There is no stack ${NAME} in ${REGION}`);
    cloudFormation.stacks.set(NAME, { status: 'ROLLBACK_COMPLETE', outputs: {}, resources: [], tags: TAGS });
    expect((await protect()).error).toContain(`${NAME} in ${REGION} is ROLLBACK_COMPLETE: finish its deployment first`);
  });
});
