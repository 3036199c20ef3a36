import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot } from '../../../../infra/build/project-root.ts';
import { prepareDemo } from '../../../../infra/dashboards/demo/exports/refresh-demo.ts';
import {
  deployerPolicy,
  deployerPolicyText,
  type PolicyStatement,
  readActions,
} from '../../../../infra/deploy/policy/deployer-policy.ts';
import { githubRoleText } from '../../../../infra/deploy/policy/github-role.ts';
import { readTemplate } from '../../../../infra/lab/cloud/cloudformation/refuse-template.ts';
import { isResourceType } from '../../../../infra/lab/cloud/cloudformation/resource-types.ts';
import { writeFolder } from '../../dashboard/write-folder.ts';
import { packageFolder } from '../../stack/template/package-folder.ts';
import { checkResources } from '../../stack/template/resource-schemas.ts';

const { ownCalls, oslsCalls, resources } = readActions();
const MAX_MANAGED_POLICY_CHARS = 6_144;

const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

const allows = ({ Action, Resource }: PolicyStatement, action: string, resource: string): boolean =>
  Action.some((pattern) => matches(pattern, action)) && [Resource].flat().some((pattern) => matches(pattern, resource));

const isAllowed = (action: string, resource: string): boolean =>
  deployerPolicy().Statement.some((statement) => allows(statement, action, resource));

const sources = (folder: string): readonly string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));

/** Lists the calls of the AWS SDK in these sources, by the commands and paginators that they import. */
const callsIn = (texts: readonly string[]): readonly string[] => {
  const imported = texts.flatMap((text) =>
    Array.from(text.matchAll(/(?:import|const) (?:type )?\{([^}]*)\} (?:from|= require\()\s*\(?'@aws-sdk\/client-/g)),
  );
  const names = imported.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  const calls = names.flatMap((name) => /^(?:paginate(\w+)|(\w+)Command)$/.exec(name)?.slice(1) ?? []);
  return [...new Set(calls.filter((name) => name !== undefined))].toSorted();
};

describe('the deployer’s policy', () => {
  test('the deployer’s policy is the output of npm run policy', () => {
    expect(readFileSync(join(projectRoot, 'infra/deploy/deployer-policy.json'), 'utf8')).toBe(deployerPolicyText());
  });

  test('the deployer’s policy is attached to the role for GitHub, which may not change itself', () => {
    const text = readFileSync(join(projectRoot, 'infra/deploy/github/deployer-role.json'), 'utf8');
    expect(text).toBe(githubRoleText());
    const template = readTemplate(text);
    if (typeof template === 'string') throw new Error(template);
    expect(checkResources(template)).toEqual([]);
    const { DeployerPolicy, Deployer } = template.Resources;
    expect(DeployerPolicy?.Properties?.PolicyDocument).toEqual(deployerPolicy());
    expect(isAllowed('iam:PutRolePolicy', `arn:aws:iam::1:role/${Deployer?.Properties?.RoleName}`)).toBe(false);
  });

  test('the deployer’s policy fits into one managed policy', () => {
    expect(JSON.stringify(deployerPolicy()).length).toBeLessThanOrEqual(MAX_MANAGED_POLICY_CHARS);
  });

  test('the deployer’s policy names only existing types of resources', () => {
    expect(Object.keys(resources).filter((type) => !isResourceType(type))).toEqual([]);
  });

  test('the deployer’s policy allows no service with all of its actions', () => {
    const actions = deployerPolicy().Statement.flatMap(({ Action }) => Action);
    expect(actions.filter((action) => /^\*|:\*$/.test(action))).toEqual([]);
  });

  describe('resources in the deployer’s policy', () => {
    let types: ReadonlySet<string>;
    beforeAll(async () => {
      const full = await writeFolder({
        'dashboard.yml': [
          'dashboard: ops-room',
          'budget: { amount: 20, email: ops@example.com }',
          'endpoints:',
          '  share: { component: 3D Pie Chart, csv: a.csv }',
          '  orders: { component: Mini Pie Chart, sql: select 1 }',
          '',
        ].join('\n'),
        'data/a.csv': 'a,b\nc,1\n',
      });
      const packaged = await Promise.all([await prepareDemo(), full].map((folder) => packageFolder(folder)));
      types = new Set(packaged.flatMap(({ template }) => Object.values(template.Resources).map(({ Type }) => Type)));
    });

    test('the deployer’s policy covers every type of resource in a package', () => {
      expect([...types].filter((type) => !resources[type])).toEqual([]);
    });

    test('the deployer’s policy covers every type of resource that the code of the template names', () => {
      const texts = sources('infra/stack');
      const resourceFiles = readdirSync(join(projectRoot, 'infra/stack/resources')).map((name) =>
        readFileSync(join(projectRoot, 'infra/stack/resources', name), 'utf8'),
      );
      const named = [...texts, ...resourceFiles].flatMap((text) =>
        Array.from(text.matchAll(/Type: '?(AWS::\w+::\w+)/g), ([, type = '']) => type),
      );
      expect(named.length).toBeGreaterThan(10);
      expect([...new Set(named)].filter((type) => !resources[type])).toEqual([]);
    });
  });

  describe('calls in the deployer’s policy', () => {
    test('the deployer’s policy covers the calls of Wallfeed’s commands', () => {
      const calls = callsIn([...sources('infra/cli'), ...sources('infra/command-line'), ...sources('infra/deploy')]);
      expect(calls.length).toBeGreaterThan(10);
      expect(calls.filter((call) => !ownCalls[call])).toEqual([]);
    });

    test('the deployer’s policy covers the calls of osls, except those that it never makes for Wallfeed’s stacks', () => {
      const aws = 'node_modules/osls/lib/plugins/aws';
      const calls = callsIn(['deploy', 'remove', 'lib'].flatMap((folder) => sources(join(aws, folder))));
      expect(calls.filter((call) => !oslsCalls[call])).toEqual([
        'CreateStack',
        'DeleteRepository',
        'DeleteSubscriptionFilter',
        'DescribeSubscriptionFilters',
        'GetFunction',
        'GetTemplate',
        'HeadObject',
        'SetStackPolicy',
        'UpdateStack',
      ]);
    });

    test.each([
      ['cloudformation:ExecuteChangeSet', 'arn:aws:cloudformation:eu-west-1:1:stack/wallfeed-ops-dev/0a1b'],
      ['lambda:PublishVersion', 'arn:aws:lambda:eu-west-1:1:function:ops-dev-pie'],
      ['iam:CreateRole', 'arn:aws:iam::1:role/wallfeed-ops-dev-PieRole-1A2B'],
      ['iam:PassRole', 'arn:aws:iam::1:role/wallfeed-ops-dev-PieRole-1A2B'],
      ['s3:PutObject', 'arn:aws:s3:::wallfeed-ops-dev-databucket-1a2b/ops/a.csv'],
      ['s3:PutBucketVersioning', 'arn:aws:s3:::wallfeed-ops-dev-databucket-1a2b'],
      ['rds:DeleteDBCluster', 'arn:aws:rds:eu-west-1:1:cluster:wallfeed-ops-dev-database-1a2b'],
      ['rds-data:ExecuteStatement', 'arn:aws:rds:eu-west-1:1:cluster:wallfeed-ops-dev-database-1a2b'],
      ['secretsmanager:GetSecretValue', 'arn:aws:secretsmanager:eu-west-1:1:secret:rds!cluster-0a1b-2c'],
      ['apigateway:PATCH', 'arn:aws:apigateway:eu-west-1::/apis/a1b2/routes/c3'],
      ['athena:DeleteWorkGroup', 'arn:aws:athena:eu-west-1:1:workgroup/wallfeed-ops-dev'],
    ])('the deployer’s policy allows %s on %s', (action, resource) => {
      expect(isAllowed(action, resource)).toBe(true);
    });
  });

  test.each([
    ['iam:CreateRole', 'arn:aws:iam::1:role/admin'],
    ['iam:PassRole', 'arn:aws:iam::1:role/admin'],
    ['iam:AttachRolePolicy', 'arn:aws:iam::1:role/wallfeed-ops-dev-PieRole-1A2B'],
    ['s3:GetObject', 'arn:aws:s3:::payroll/salaries.csv'],
    ['s3:DeleteBucket', 'arn:aws:s3:::payroll'],
    ['cloudformation:DeleteStack', 'arn:aws:cloudformation:eu-west-1:1:stack/payroll/0a1b'],
    ['rds:DeleteDBCluster', 'arn:aws:rds:eu-west-1:1:cluster:payroll'],
    ['secretsmanager:GetSecretValue', 'arn:aws:secretsmanager:eu-west-1:1:secret:payroll-1a2b'],
    ['dynamodb:DeleteTable', 'arn:aws:dynamodb:eu-west-1:1:table/payroll'],
    ['athena:UpdateWorkGroup', 'arn:aws:athena:eu-west-1:1:workgroup/primary'],
    ['athena:StartQueryExecution', 'arn:aws:athena:eu-west-1:1:workgroup/wallfeed-ops-dev'],
  ])('the deployer’s policy does not allow %s on %s', (action, resource) => {
    expect(isAllowed(action, resource)).toBe(false);
  });
});
