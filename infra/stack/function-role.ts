import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { Permission, Value } from '../dashboard/kinds/permission.ts';
import { functionNames, stackName } from './function-name.ts';
import { permissionsOf, policyDocument } from './permissions.ts';
import { logicalName } from './template/template.ts';

/** Returns an ARN that CloudFormation completes with the partition, region and account. */
const arn = (service: string, rest: string): Value => ({
  'Fn::Sub': `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${rest}`,
});

const resourceArns = (stack: string): Readonly<Record<string, Value>> => ({
  DataBucket: { 'Fn::Sub': `arn:\${AWS::Partition}:s3:::${stack.toLowerCase()}-databucket-*` },
  AnswersTable: arn('dynamodb', `table/${stack}-AnswersTable-*`),
  Database: arn('rds', `cluster:${stack}-database-*`),
  ReaderSecret: arn('secretsmanager', 'secret:ReaderSecret-*'),
  Workgroup: stack,
});

/** Patterns of ARNs replace references to resources of the stack, because the role is made before the stack. */
const withoutReferences = (value: unknown, arns: Readonly<Record<string, Value | readonly Value[]>>): unknown => {
  if (Array.isArray(value)) return value.map((entry) => withoutReferences(entry, arns));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute } = value as {
    readonly Ref?: string;
    readonly 'Fn::GetAtt'?: readonly string[];
  };
  const id = Ref ?? attribute?.[0];
  if (id !== undefined && !id.startsWith('AWS::')) {
    const found = arns[id];
    if (found === undefined) throw new Error(`the policy of the functions names ${id}, whose ARN is not known`);
    return found;
  }
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutReferences(entry, arns)]));
};

const statementsOf = (dashboard: LoadedDashboard, stage: string): readonly Permission[] => {
  const families = Map.groupBy(dashboard.endpoints, ({ family }) => family);
  return Array.from(families, ([family, endpoints]) => {
    const names = [...new Set(functionNames(dashboard, stage, family))];
    const logs = names.map((name) => arn('logs', `log-group:/aws/lambda/${name}:*`));
    const arns = { ...resourceArns(stackName(dashboard, stage)), [`${logicalName(family)}LogGroup`]: logs };
    const permissions = withoutReferences(permissionsOf(family, { ...dashboard, endpoints }), arns);
    return (permissions as readonly Permission[]).map((one) => ({
      ...one,
      Resource: one.Resource.flat() as readonly Value[],
    }));
  }).flat();
};

/** Returns the template of the role that `roles.function` names: for those who make roles in the account. */
export const functionRoleTemplate = (dashboard: LoadedDashboard, stage: string): object => {
  const services = ['lambda.amazonaws.com', ...(dashboard.hours ? ['scheduler.amazonaws.com'] : [])];
  const publish: Permission = {
    Effect: 'Allow',
    Action: ['sns:Publish'],
    Resource: [arn('sns', `${stackName(dashboard, stage)}-WarmUpTopic-*`)],
  };
  const statements = [...statementsOf(dashboard, stage), ...(dashboard.hours ? [publish] : [])];
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `The role of the functions of the Wallfeed dashboard ${dashboard.name} at the stage ${stage}`,
    Resources: {
      FunctionRole: {
        Type: 'AWS::IAM::Role',
        Properties: {
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Principal: { Service: services }, Action: 'sts:AssumeRole' }],
          },
          Policies: [{ PolicyName: 'endpoints', PolicyDocument: policyDocument(statements) }],
        },
      },
    },
    Outputs: {
      RoleArn: {
        Description: 'The value of roles.function in dashboard.yml',
        Value: { 'Fn::GetAtt': ['FunctionRole', 'Arn'] },
      },
    },
  };
};
