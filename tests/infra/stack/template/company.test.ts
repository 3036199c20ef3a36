import { beforeAll, describe, expect, test } from '@jest/globals';
import { writeFolder } from '../../../../infra/lab/folders/write-folder.ts';
import { type PackagedFolder, packageFolder } from '../../../../infra/lab/template/package-folder.ts';
import { checkResources, checkTags } from '../../../../infra/lab/template/resource-schemas.ts';
import { fields } from '../../../../infra/lab/template/statements.ts';
import { resourcesOf } from '../../../../infra/stack/template/template.ts';

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

const packageWith = async (roles: string): Promise<PackagedFolder> =>
  packageFolder(await writeFolder({ 'dashboard.yml': `${HEAD}${roles}${ENDPOINTS}`, 'data/pie.csv': 'a,b\nc,1\n' }));

const rolesOf = ({ template }: PackagedFolder) =>
  resourcesOf(template, 'AWS::IAM::Role').map(([, { Properties }]) => fields(Properties));

describe('a stack of a company', () => {
  let named: PackagedFolder;
  let byArn: PackagedFolder;
  beforeAll(async () => {
    named = await packageWith('roles: { boundary: team-boundary, path: /walls/ }\n');
    byArn = await packageWith('roles: { boundary: arn:aws:iam::123456789012:policy/team }\n');
  });

  test('all resources of a stack that can have tags have the tags of dashboard.yml beside those of the stack', () => {
    const tags = { dashboard: 'ops-room', stage: 'dev', 'cost-centre': '4711' };
    expect(checkTags(named.template, tags)).toEqual([]);
    expect(checkTags(named.template, { dashboard: 'ops-room', stage: 'dev' })).not.toEqual([]);
  });

  test('every role of a stack has the boundary and the path, and a bare name is a policy of the stack’s account', () => {
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
