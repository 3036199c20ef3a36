import { beforeAll, describe, expect, test } from '@jest/globals';
import { PARTITIONS } from '../../../../infra/dashboard/head/region.ts';
import { deployerPolicies } from '../../../../infra/deploy/policy/deployer-policy.ts';
import { githubRoleText } from '../../../../infra/deploy/policy/github-role.ts';
import { permissionsOf } from '../../../../infra/stack/permissions.ts';
import { resolveIntrinsics, type Template } from '../../../../infra/stack/template/template.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { dashboard, endpoint } from '../../../support/template/dashboard.ts';
import { findIamProblems, overlap, type ResolvedStatement } from '../../../support/template/iam-actions.ts';
import { lakeDashboard } from '../../../support/template/lake.ts';
import { packageFolder } from '../../../support/template/package-folder.ts';
import { statementsIn } from '../../../support/template/statements.ts';
import { EVERY_PART } from '../upgrade/every-part.ts';

const PLACE = 'eu-west-1:123456789012';

/** The names or ARNs to which references resolve, by the type of the resource. */
const ARNS: Readonly<Record<string, string>> = {
  'AWS::Athena::WorkGroup': 'wallfeed-ops-room-dev',
  'AWS::DynamoDB::Table': `arn:aws:dynamodb:${PLACE}:table/answers`,
  'AWS::IAM::Role': 'arn:aws:iam::123456789012:role/one',
  'AWS::Lambda::Alias': `arn:aws:lambda:${PLACE}:function:pie:live`,
  'AWS::Logs::LogGroup': `arn:aws:logs:${PLACE}:log-group:/aws/lambda/pie:*`,
  'AWS::RDS::DBCluster': `arn:aws:rds:${PLACE}:cluster:one`,
  'AWS::S3::Bucket': 'arn:aws:s3:::data',
  'AWS::SNS::Topic': `arn:aws:sns:${PLACE}:alarms`,
  'AWS::Scheduler::ScheduleGroup': `arn:aws:scheduler:${PLACE}:schedule-group/wallfeed-warm-ups`,
  'AWS::SecretsManager::Secret': `arn:aws:secretsmanager:${PLACE}:secret:reader-1a2b3c`,
};
const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
  'AWS::AccountId': '123456789012',
};

const resolver =
  ({ Resources }: Template) =>
  (name: string): string => {
    const found = PSEUDO[name] ?? ARNS[Resources[name]?.Type ?? ''];
    if (found === undefined) throw new Error(`add the ARN of ${name} to ARNS`);
    return found;
  };

const problemsIn = async (statements: readonly ResolvedStatement[]): Promise<readonly string[]> =>
  (await Promise.all(statements.map(findIamProblems))).flat();

const statementsOf = (template: Template): readonly ResolvedStatement[] =>
  Object.values(template.Resources)
    .flatMap(statementsIn)
    .map((statement) => resolveIntrinsics(statement, resolver(template)) as ResolvedStatement);

describe('actions of IAM', () => {
  test.each(PARTITIONS)(
    'each action of the deployer’s policies exists, and is for its resources, in %s',
    async (partition) => {
      const inAws = JSON.parse(JSON.stringify(deployerPolicies(partition)).replaceAll(`arn:${partition}:`, 'arn:aws:'));
      const statements: readonly ResolvedStatement[] = inAws.flatMap(
        ({ Statement }: { readonly Statement: readonly ResolvedStatement[] }) => Statement,
      );
      expect(await problemsIn(statements)).toEqual([]);
    },
  );

  test('each action of the role for pull requests exists, and is for its resources', async () => {
    const { Reader } = JSON.parse(githubRoleText()).Resources;
    const statements = Reader.Properties.Policies.flatMap(
      ({ PolicyDocument }: { readonly PolicyDocument: { readonly Statement: readonly object[] } }) =>
        PolicyDocument.Statement,
    );
    const text = JSON.stringify(statements)
      .replaceAll(/\{"Fn::Sub":("[^"]*")\}/g, '$1')
      .replaceAll(`\${AWS::Partition}`, 'aws');
    const resolved = JSON.parse(text).map((one: ResolvedStatement) => ({
      ...one,
      Resource: JSON.stringify(one.Resource ?? '*')
        .match(/"(arn:[^"]*|\*)"/g)
        ?.map((arn) => arn.slice(1, -1)),
    }));
    expect(await problemsIn(resolved)).toEqual([]);
  });

  describe('actions in templates', () => {
    let template: Template;
    beforeAll(async () => {
      ({ template } = await packageFolder(await writeFolder(EVERY_PART)));
    });

    test('each action of the roles and policies of a stack exists, and is for its resources', async () => {
      const statements = statementsOf(template);
      expect(statements.length).toBeGreaterThan(10);
      expect(await problemsIn(statements)).toEqual([]);
    });

    test('each action of functions that read a lake exists, and is for its resources', async () => {
      const described = dashboard([endpoint('pie', 'a')], lakeDashboard);
      const families = Map.groupBy(lakeDashboard.endpoints ?? [], ({ family }) => family);
      const refer = resolver({ Resources: { ...template.Resources, Workgroup: { Type: 'AWS::Athena::WorkGroup' } } });
      const statements = Array.from(families, ([family, endpoints]) =>
        permissionsOf(family, { ...described, endpoints }),
      ).flat();
      const known = statements.filter((one) => !JSON.stringify(one).includes('LogGroup'));
      expect(known.length).toBeGreaterThan(10);
      expect(await problemsIn(known.map((one) => resolveIntrinsics(one, refer) as ResolvedStatement))).toEqual([]);
    });
  });

  test.each<[string, ResolvedStatement, readonly string[]]>([
    [
      'an action that does not exist',
      { Action: 'apigateway:TagResource' },
      ['apigateway:TagResource is no action of IAM'],
    ],
    ['a wildcard without an action', { Action: 's3:Fetch*' }, ['s3:Fetch* is no action of IAM']],
    ['an unknown service', { Action: 'wall:Feed' }, ['wall:Feed is no action of IAM']],
    [
      'a resource of another type',
      { Action: 's3:GetObject', Resource: 'arn:aws:s3:::bucket' },
      ['s3:GetObject is not for arn:aws:s3:::bucket', 'no action of s3:GetObject is for arn:aws:s3:::bucket'],
    ],
    [
      'an action without a resource',
      { Action: 'cloudformation:ValidateTemplate', Resource: 'arn:aws:cloudformation:*:*:stack/a/*' },
      [
        'cloudformation:ValidateTemplate has no resource, so its statement needs *',
        'no action of cloudformation:ValidateTemplate is for arn:aws:cloudformation:*:*:stack/a/*',
      ],
    ],
  ])('the check of actions finds %s', async (_, statement, problems) => {
    expect(await findIamProblems(statement)).toEqual(problems);
  });

  test.each([
    ['a*c', 'abc', true],
    ['a*', '*c', true],
    ['ab*', 'ac*', false],
    ['arn:aws:s3:::*', 'arn:*:s3:::*/*', true],
    ['arn:aws:s3:::bucket', 'arn:*:s3:::*/*', false],
    ['', '*', true],
  ])('the patterns %s and %s overlap: %s', (one, other, expected) => {
    expect([overlap(one, other), overlap(other, one)]).toEqual([expected, expected]);
  });
});
