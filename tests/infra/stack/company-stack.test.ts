import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { functionRoleTemplate } from '../../../infra/stack/function-role.ts';
import { resourcesOf, type Template } from '../../../infra/stack/template/template.ts';
import { startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { startRds } from '../../support/cloud/start-rds.ts';
import { startS3 } from '../../support/cloud/start-s3.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';
import { type PackagedFolder, packageFolder } from '../../support/template/package-folder.ts';
import { checkResources } from '../../support/template/resource-schemas.ts';

const ENDPOINTS = `endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv, cache: { ttl: 1m, shared: true } }
  orders: { component: Bar Chart, sql: 'select 1, 2, 3' }
  lake: { component: 3D Pie Chart, dataset: sales }
`;
const HEAD = `dashboard: ops-room
region: eu-west-1
hours: 'Mon-Fri 07:30-22:00'
athena: { database: shop, data: s3://lake/shop/ }
datasets:
  sales: { athena: 'select name, value, score, pv from t' }
`;
const DATA = { 'data/pie.csv': 'name,value,score,pv\na,1,,\n' };

const folderWith = (head: string): Promise<string> =>
  writeFolder({ 'dashboard.yml': `${HEAD}${head}\n${ENDPOINTS}`, ...DATA });
const packageWith = async (head: string): Promise<PackagedFolder> => packageFolder(await folderWith(head));
const propertiesOf = ({ template }: { readonly template: Template }, type: string) =>
  resourcesOf(template, type).map(([, { Properties = {} }]) => Properties);

describe('roles that others have made', () => {
  const ROLE = 'arn:aws:iam::123456789012:role/walls/functions';
  let packaged: PackagedFolder;
  beforeAll(async () => {
    packaged = await packageWith(`roles: { function: ${ROLE} }`);
  });

  test('a stack with `roles.function` makes no role, and its functions and schedules have that one', () => {
    expect(propertiesOf(packaged, 'AWS::IAM::Role')).toEqual([]);
    const functions = propertiesOf(packaged, 'AWS::Lambda::Function').map(({ Role }) => Role);
    expect(functions).toEqual([ROLE, ROLE]);
    expect(propertiesOf(packaged, 'AWS::Scheduler::Schedule')[0]?.Target).toMatchObject({ RoleArn: ROLE });
    expect(checkResources(packaged.template)).toEqual([]);
  });

  test('a name in `roles.function` means a role of the account of the stack', async () => {
    const { template } = await packageWith('roles: { function: wall-functions }');
    const [role] = propertiesOf({ template }, 'AWS::Lambda::Function').map(({ Role }) => Role);
    expect(role).toEqual({ 'Fn::Sub': `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:role/wall-functions` });
  });

  test('package writes the template of that role, with every permission of the functions and no reference to the stack', async () => {
    const role = functionRoleTemplate(packaged.dashboard, 'dev') as Template;
    expect(checkResources(role)).toEqual([]);
    const text = JSON.stringify(role);
    const own = await packageWith('');
    const wanted = propertiesOf(own, 'AWS::IAM::Role').flatMap(({ Policies }) =>
      (Policies as readonly { PolicyDocument: { Statement: { Action: string[] }[] } }[]).flatMap(({ PolicyDocument }) =>
        PolicyDocument.Statement.flatMap(({ Action }) => Action),
      ),
    );
    expect(wanted.filter((action) => !text.includes(action))).toEqual([]);
    expect(text).toContain('wallfeed-ops-room-dev-databucket-*"},"ops-room/pie.csv"');
    expect(text).toContain('"lambda.amazonaws.com","scheduler.amazonaws.com"');
    const folder = await folderWith(`roles: { function: ${ROLE} }`);
    const out = join(folder, 'out');
    const { code, error } = await runCommand('package', ['--dashboard', folder, '--stage', 'dev', '--out', out]);
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(await readFile(join(out, 'function-role.json'), 'utf8'))).toEqual(role);
  });

  test('CloudFormation makes and deletes a stack with the role of `roles.deploy`, also from a package', async () => {
    const [s3, rds] = [await startS3(), await startRds()];
    const cloudFormation = await startCloudFormation(s3, rds);
    const env = signedIn({ CLOUDFORMATION: cloudFormation.url, S3: s3.url, RDS: rds.url });
    const role = 'arn:aws:iam::000000000000:role/cloudformation';
    const text = `dashboard: ops-room\nregion: eu-west-1\nroles: { deploy: ${role} }\nendpoints:\n  share: { component: 3D Pie Chart, csv: pie.csv }\n`;
    const folder = await writeFolder({ 'dashboard.yml': text, ...DATA });
    const target = ['--dashboard', folder, '--stage', 'dev'];
    const NAME = 'wallfeed-ops-room-dev';
    expect((await runCommand('deploy', [...target, '--no-verify'], { env })).error).toBe('');
    expect(cloudFormation.roles.get(NAME)).toBe(role);
    (cloudFormation.roles as Map<string, string>).clear();
    expect((await runCommand('remove', [...target, '--yes', NAME], { env })).error).toBe('');
    expect(cloudFormation.roles.get(NAME)).toBe(role);
    (cloudFormation.roles as Map<string, string>).clear();
    const out = join(folder, 'out');
    expect((await runCommand('package', [...target, '--out', out])).code).toBe(0);
    expect((await runCommand('deploy', ['--package', out, '--stage', 'dev'], { env })).error).toBe('');
    expect(cloudFormation.roles.get(NAME)).toBe(role);
    await Promise.all([cloudFormation, rds, s3].map((one) => one.close()));
  });
});

describe('a domain that several dashboards share', () => {
  test('a stack with `domain.path` and no certificate only maps its path of a domain that exists', async () => {
    const { template } = await packageWith('domain: { name: walls.example.com, path: /walls/a, stage: dev }');
    expect(propertiesOf({ template }, 'AWS::ApiGatewayV2::DomainName')).toEqual([]);
    expect(propertiesOf({ template }, 'AWS::ApiGatewayV2::ApiMapping')).toEqual([
      expect.objectContaining({ DomainName: 'walls.example.com', ApiMappingKey: 'walls/a' }),
    ]);
    expect(template.Outputs?.HttpApiUrl?.Value).toBe('https://walls.example.com/walls/a');
    expect(template.Outputs).not.toHaveProperty('DomainTarget');
    expect(checkResources(template)).toEqual([]);
  });

  test('a stack with `domain.path` and a certificate makes the domain, and serves the path below it', async () => {
    const certificate = 'arn:aws:acm:eu-west-1:123456789012:certificate/1a2b';
    const head = `domain: { name: walls.example.com, path: /a, certificate: '${certificate}', stage: dev }`;
    const { template } = await packageWith(head);
    expect(propertiesOf({ template }, 'AWS::ApiGatewayV2::DomainName')).toHaveLength(1);
    expect(propertiesOf({ template }, 'AWS::ApiGatewayV2::ApiMapping')[0]).toMatchObject({ ApiMappingKey: 'a' });
    expect(checkResources(template)).toEqual([]);
  });
});

describe('a key of the company for what the stack stores', () => {
  const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/1a2b';

  test('`key.store` encrypts the logs, the bucket, the shared cache, the database, secrets, topics and query results', async () => {
    const packaged = await packageWith(`key: { store: ${KEY} }`);
    const types = [
      'AWS::Athena::WorkGroup',
      'AWS::DynamoDB::Table',
      'AWS::Logs::LogGroup',
      'AWS::RDS::DBCluster',
      'AWS::S3::Bucket',
      'AWS::SNS::Topic',
      'AWS::SecretsManager::Secret',
    ];
    const stored = types.map((type) => [type, propertiesOf(packaged, type)] as const);
    const plain = stored.flatMap(([type, all]) =>
      all.filter((one) => !JSON.stringify(one).includes(KEY)).map(() => type),
    );
    expect(stored.filter(([, all]) => all.length === 0)).toEqual([]);
    expect(plain).toEqual([]);
    expect(checkResources(packaged.template)).toEqual([]);
    const roles = propertiesOf(packaged, 'AWS::IAM::Role').map((role) => JSON.stringify(role));
    expect(roles.filter((role) => !/kms:GenerateDataKey.*1a2b/.test(role))).toEqual([]);
  });

  test('a key that only reads changes no stored resource', async () => {
    const [before, after] = [await packageWith(''), await packageWith(`key: { read: [${KEY}] }`)];
    const others = ({ template }: PackagedFolder) =>
      Object.entries(template.Resources).filter(([, { Type }]) => !/IAM::Role|Lambda::Version/.test(Type));
    expect(others(after).filter(([id]) => !/Alias$/.test(id))).toEqual(
      others(before).filter(([id]) => !/Alias$/.test(id)),
    );
  });
});

test('the template of the page about CloudFront is valid for the schemas of AWS, and the page has at most 50 lines', async () => {
  const page = await readFile(join(projectRoot, 'infra/stack/cloudfront.md'), 'utf8');
  const [, text = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  const tags = ['!GetAtt', '!Ref'].map((tag) => ({
    tag,
    resolve: (value: string) => (tag === '!Ref' ? { Ref: value } : { 'Fn::GetAtt': value.split('.') }),
  }));
  expect(checkResources(parse(text, { customTags: tags }) as Template)).toEqual([]);
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(50);
});

test.each([
  ['roles: { function: wall-functions, boundary: team }', '`roles.boundary` is for roles that the stack makes'],
  ['roles: { deploy: cloudformation }', '`roles.deploy`'],
  ['domain: { name: walls.example.com }', '`domain` has neither `certificate` nor `path`'],
  [
    'domain: { name: walls.example.com, path: /a, hostedZone: Z0123456789 }',
    '`domain.hostedZone` is for a domain that',
  ],
  ['domain: { name: walls.example.com, path: a/ }', '`domain.path`'],
  ['key: { store: [arn:aws:kms:eu-west-1:123456789012:key/1] }', '`key.store`'],
])('the line %s is an error that says %s', async (line, words) => {
  const { code, out } = await runCommand('check', ['--dashboard', await folderWith(line)]);
  expect(code).toBe(1);
  expect(out).toContain(words);
});
