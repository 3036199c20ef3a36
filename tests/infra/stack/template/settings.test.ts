import { beforeAll, describe, expect, test } from '@jest/globals';
import { resourcesOf } from '../../../../infra/stack/template/template.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { type PackagedFolder, packageFolder } from '../../../support/template/package-folder.ts';
import { checkResources, checkTags } from '../../../support/template/resource-schemas.ts';
import { breaches } from '../../../support/template/rules.ts';
import { fields } from '../../../support/template/statements.ts';

const HEAD = `dashboard: ops-room
tags: { cost-centre: '4711' }
watch: full
hours: 'Mon-Fri 07:30-22:00'
budget: { amount: 20, email: ops@example.com }
cache: { ttl: 1m, shared: true }
`;
const ENDPOINTS = `endpoints:
  share: { component: 3D Pie Chart, csv: pie.csv }
  orders: { component: Bar Chart, sql: 'select 1, 2, 3' }
`;

const packageWithRoles = async (roles: string): Promise<PackagedFolder> =>
  packageFolder(await writeFolder({ 'dashboard.yml': `${HEAD}${roles}${ENDPOINTS}`, 'data/pie.csv': 'a,b\nc,1\n' }));

const rolesOf = ({ template }: PackagedFolder) =>
  resourcesOf(template, 'AWS::IAM::Role').map(([, { Properties }]) => fields(Properties));

describe('a stack of a company', () => {
  let named: PackagedFolder;
  let byArn: PackagedFolder;
  beforeAll(async () => {
    named = await packageWithRoles('roles: { boundary: team-boundary, path: /walls/ }\n');
    byArn = await packageWithRoles('roles: { boundary: arn:aws:iam::123456789012:policy/team }\n');
  });

  test('all resources of a stack that can have tags have the tags of dashboard.yml beside those of the stack', () => {
    const tags = { dashboard: 'ops-room', stage: 'dev', 'cost-centre': '4711' };
    expect(checkTags(named.template, tags)).toEqual([]);
    expect(checkTags(named.template, { dashboard: 'ops-room', stage: 'dev' })).not.toEqual([]);
  });

  test('every role of a stack has the boundary and the path of dashboard.yml; a boundary without an ARN is a policy of the account', () => {
    const roles = rolesOf(named);
    expect(roles).toHaveLength(3);
    for (const { PermissionsBoundary, Path } of roles) {
      expect(PermissionsBoundary).toEqual({
        'Fn::Sub': `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:policy/team-boundary`,
      });
      expect(Path).toBe('/walls/');
    }
    expect(rolesOf(byArn).map((role) => [role.PermissionsBoundary, role.Path])).toEqual(
      Array.from({ length: 3 }, () => ['arn:aws:iam::123456789012:policy/team', undefined]),
    );
    expect([...checkResources(named.template), ...checkResources(byArn.template)]).toEqual([]);
  });
});

const packageOne = async (head: string): Promise<PackagedFolder> =>
  packageFolder(
    await writeFolder({
      'dashboard.yml': `dashboard: ops-room\n${head}endpoints:\n  share: { component: 3D Pie Chart, csv: pie.csv }\n`,
      'data/pie.csv': 'name,value,score,pv\na,1,,\n',
    }),
  );

const propertiesOf = ({ template }: PackagedFolder, type: string) =>
  resourcesOf(template, type).map(([, { Properties }]) => fields(Properties));

describe('the logs of a stack', () => {
  let plain: PackagedFolder;
  let changed: PackagedFolder;
  beforeAll(async () => {
    plain = await packageOne('');
    changed = await packageOne('log: summary\nlogDays: 35\n');
  });

  test('logDays sets the retention of all log groups to the next number of days that CloudWatch allows', () => {
    const days = (folder: PackagedFolder) =>
      propertiesOf(folder, 'AWS::Logs::LogGroup').map(({ RetentionInDays }) => RetentionInDays);
    expect(days(plain)).toEqual([14, 14]);
    expect(days(changed)).toEqual([60, 60]);
  });

  test('log: summary leaves out the lines START, END and REPORT, and keeps those of timeouts and crashes', () => {
    const configs = (folder: PackagedFolder) =>
      propertiesOf(folder, 'AWS::Lambda::Function').map(({ LoggingConfig }) => LoggingConfig);
    expect(configs(plain)).toEqual([undefined]);
    expect(configs(changed)).toEqual([{ LogFormat: 'JSON', SystemLogLevel: 'WARN' }]);
    expect([...checkResources(plain.template), ...checkResources(changed.template)]).toEqual([]);
  });
});

test('a dashboard with 1 000 endpoints can be packaged', async () => {
  const endpoint = (_: unknown, n: number) =>
    n % 2 === 0
      ? `  share-${n}: { component: 3D Pie Chart, csv: traffic.csv }`
      : `  orders-${n}: { component: Bar Chart, sql: 'select ${n}, 2, 3' }`;
  const lines = Array.from({ length: 1000 }, endpoint);
  const text = ['dashboard: large', 'endpoints:', ...lines, ''].join('\n');
  const folder = await writeFolder({ 'dashboard.yml': text, 'data/traffic.csv': 'a,b\nc,1\n' });
  const start = performance.now();
  const { template, functions } = await packageFolder(folder);
  console.info(`1 000 endpoints were packaged in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  expect(functions).toHaveLength(2);
  expect([...checkResources(template), ...breaches(template)]).toEqual([]);
});
