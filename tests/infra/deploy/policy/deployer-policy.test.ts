import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PARTITIONS } from '../../../../infra/dashboard/head/region.ts';
import { prepareDemo } from '../../../../infra/dashboards/demo/exports/refresh-demo.ts';
import {
  deployerPolicies,
  deployerPolicyFiles,
  type PolicyStatement,
  readActions,
} from '../../../../infra/deploy/policy/deployer-policy.ts';
import { githubRoleText } from '../../../../infra/deploy/policy/github-role.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import { resolveIntrinsics } from '../../../../infra/stack/template/template.ts';
import { readTemplate } from '../../../support/cloud/cloudformation/refuse-template.ts';
import { isResourceType } from '../../../support/cloud/cloudformation/resource-types.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { runCommand } from '../../../support/run-command.ts';
import { packageFolder } from '../../../support/template/package-folder.ts';
import { checkResources } from '../../../support/template/resource-schemas.ts';

const { ownCalls, resources } = readActions();
/** Less than the 6 144 characters that IAM allows in a managed policy, so that later versions can add permissions. */
const MAX_POLICY_CHARS = 5_800;

const statements = deployerPolicies('aws').flatMap(({ Statement }) => Statement);

const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

const allows = ({ Action, Resource }: PolicyStatement, action: string, resource: string): boolean =>
  Action.some((pattern) => matches(pattern, action)) && [Resource].flat().some((pattern) => matches(pattern, resource));

const isAllowed = (action: string, resource: string): boolean =>
  statements.some((statement) => allows(statement, action, resource));

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

interface Reading {
  readonly Statement: readonly { readonly Action: readonly string[]; readonly Resource: unknown }[];
}

/** Returns the resources of a statement as a template has them: a list with one entry becomes this entry. */
const oneOrMany = (statement: object): unknown => {
  const { Resource } = statement as { readonly Resource: string | readonly string[] };
  return typeof Resource === 'string' || Resource.length > 1 ? Resource : Resource[0];
};

describe('the deployer’s policy', () => {
  test('the deployer’s policy is the output of npm run policy', () => {
    const files = deployerPolicyFiles('aws');
    expect(Object.keys(files)).toHaveLength(2);
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(projectRoot, 'infra/deploy', name), 'utf8')).toBe(text);
    }
  });

  test('the deployer’s policy is attached to the role for GitHub, which has no permission to change itself', () => {
    const text = readFileSync(join(projectRoot, 'infra/deploy/github/deployer-role.json'), 'utf8');
    expect(text).toBe(githubRoleText());
    const template = readTemplate(text);
    if (typeof template === 'string') throw new Error(template);
    expect(checkResources(template)).toEqual([]);
    const { DeployerPolicy, DeployerDataPolicy, Deployer } = template.Resources;
    const inAws = (document: unknown): unknown =>
      resolveIntrinsics(document, (name) => (name === 'AWS::Partition' ? 'aws' : name));
    expect([DeployerPolicy, DeployerDataPolicy].map((one) => inAws(one?.Properties?.PolicyDocument))).toEqual(
      JSON.parse(JSON.stringify(deployerPolicies('aws'))).map((policy: { readonly Statement: readonly object[] }) => ({
        ...policy,
        Statement: policy.Statement.map((one) => ({ ...one, Resource: oneOrMany(one) })),
      })),
    );
    expect(Deployer?.Properties).not.toHaveProperty('RoleName');
    expect(isAllowed('iam:PutRolePolicy', 'arn:aws:iam::1:role/deploys-wallfeed-Deployer-1A2B')).toBe(false);
  });

  test('the role for pull requests may compare stacks, but execute no change set, pass no role and read no secret', () => {
    const template = readTemplate(githubRoleText());
    if (typeof template === 'string') throw new Error(template);
    const policies = template.Resources.Reader?.Properties?.Policies as readonly { readonly PolicyDocument: Reading }[];
    const policy = policies[0];
    const actions = policy?.PolicyDocument.Statement.flatMap(({ Action }) => Action) ?? [];
    expect(actions).toEqual(expect.arrayContaining(['cloudformation:CreateChangeSet', 's3:PutObject']));
    expect(actions.filter((one) => /Execute|PassRole|GetSecret|GetObject\*|ssm:|:\*/.test(one))).toEqual([]);
    expect(actions.filter((one) => /\*/.test(one) && !/^[a-z0-9-]+:(Get|Describe|List)/.test(one))).toEqual([]);
    const written = policy?.PolicyDocument.Statement.filter(({ Action }) => Action.includes('s3:PutObject'));
    expect(written?.map(({ Resource }) => Resource)).toEqual([
      [
        { 'Fn::Sub': `arn:\${AWS::Partition}:s3:::wallfeed-code-*/diff/*` },
        {
          'Fn::If': [
            'NamesBucket',
            { 'Fn::Sub': `arn:\${AWS::Partition}:s3:::\${CodeBucket}/diff/*` },
            { Ref: 'AWS::NoValue' },
          ],
        },
      ],
    ]);
  });

  /** Resolves the functions of the trust policy, for a repository whose owner and name are `acme/walls`. */
  const resolveSubject = (value: unknown): string => {
    const values: Readonly<Record<string, string>> = { Repository: 'acme/walls', OwnerId: '12', RepositoryId: '345' };
    const [name = '', argument] = Object.entries(Object(value))[0] ?? [];
    if (typeof value === 'string') return value;
    if (name === 'Ref') return values[String(argument)] ?? String(argument);
    const [first, rest] = argument as readonly [unknown, readonly unknown[]];
    if (name === 'Fn::Join') return rest.map(resolveSubject).join(String(first));
    const [separator, text] = (rest as { readonly 'Fn::Split'?: readonly [string, unknown] })['Fn::Split'] ?? [];
    return resolveSubject(text).split(String(separator))[Number(first)] ?? '';
  };

  test.each([
    ['Deployer', [':environment:Environment']],
    ['Reader', [':pull_request', ':ref:refs/heads/Branch']],
  ])('the role %s trusts tokens that name the repository with its ids, and tokens without ids', (role, contexts) => {
    const [{ Condition }] = JSON.parse(githubRoleText()).Resources[role].Properties.AssumeRolePolicyDocument.Statement;
    expect(Condition.StringEquals['token.actions.githubusercontent.com:sub'].map(resolveSubject)).toEqual(
      contexts.flatMap((context) => [`repo:acme@12/walls@345${context}`, `repo:acme/walls${context}`]),
    );
  });

  test('the parameters of the role for GitHub refuse what could widen a subject', () => {
    const { Repository, OwnerId, RepositoryId } = JSON.parse(githubRoleText()).Parameters;
    const accepts = (pattern: string, value: string): boolean => new RegExp(`^(?:${pattern})$`).test(value);
    expect(accepts(Repository.AllowedPattern, 'acme/walls')).toBe(true);
    for (const wrong of ['acme', 'acme/*', 'acme@1/walls', 'acme/walls:pull_request', 'acme/walls/more']) {
      expect(accepts(Repository.AllowedPattern, wrong)).toBe(false);
    }
    for (const { AllowedPattern } of [OwnerId, RepositoryId]) {
      expect(['123', '', '*', '1:2'].map((value) => accepts(AllowedPattern, value))).toEqual([
        true,
        false,
        false,
        false,
      ]);
    }
  });

  test('npm run policy refuses an unknown partition, and lists the known ones', async () => {
    const { code, error } = await runCommand('policy', ['--partition', 'aws-eu']);
    expect(code).toBe(2);
    expect(error).toContain('--partition must be one of aws, aws-cn, aws-us-gov; found aws-eu');
  });

  test('the deployer’s policies cover the calls of services without an installed client', () => {
    const calls = ['DeleteFunction', 'DescribeAvailabilityZones', 'DescribeSubnets', 'ListVersionsByFunction'];
    const needed = calls.flatMap((call) => ownCalls[call] ?? `${call} is not listed`);
    expect(needed.filter((action) => !isAllowed(action, 'arn:aws:lambda:eu-west-1:1:function:ops-dev-pie'))).toEqual(
      [],
    );
  });

  test.each(PARTITIONS)(
    'the deployer’s policies of the partition %s leave room below the limit of IAM',
    (partition) => {
      const policies = deployerPolicies(partition);
      for (const policy of policies) expect(JSON.stringify(policy).length).toBeLessThanOrEqual(MAX_POLICY_CHARS);
      const arns = policies.flatMap(({ Statement }) => Statement.flatMap(({ Resource }) => Resource));
      expect(arns.filter((one) => one !== '*' && !one.startsWith(`arn:${partition}:`))).toEqual([]);
    },
  );

  test('the deployer’s policy names only existing types of resources', () => {
    expect(Object.keys(resources).filter((type) => !isResourceType(type))).toEqual([]);
  });

  test('the deployer’s policy allows no service with all of its actions', () => {
    const actions = statements.flatMap(({ Action }) => Action);
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

    test.each([
      ['cloudformation:ExecuteChangeSet', 'arn:aws:cloudformation:eu-west-1:1:stack/wallfeed-ops-dev/0a1b'],
      ['lambda:PublishVersion', 'arn:aws:lambda:eu-west-1:1:function:ops-dev-pie'],
      ['iam:CreateRole', 'arn:aws:iam::1:role/wallfeed-ops-dev-PieRole-1A2B'],
      ['iam:PassRole', 'arn:aws:iam::1:role/wallfeed-ops-dev-PieRole-1A2B'],
      ['iam:CreateRole', 'arn:aws:iam::1:role/team/wallfeed-ops-dev-PieRole-1A2B'],
      ['s3:CreateBucket', 'arn:aws:s3:::wallfeed-code-123456789012-eu-west-1'],
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
