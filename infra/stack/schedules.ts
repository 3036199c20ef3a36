import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { namedRole, policyDocument, roleLimits } from './permissions.ts';
import { logicalName, type Resource, type Tag } from './template/template.ts';

type Roles = Pick<LoadedDashboard, 'roles'>;

export const functionArn = (family: string) => ({ 'Fn::GetAtt': [`${logicalName(family)}LambdaFunction`, 'Arn'] });

/** Returns a time zone in its official spelling: AWS is case-sensitive, dashboard.yml is not. */
export const zoneName = (timezone: string): string =>
  Intl.supportedValuesOf('timeZone').find((name) => name.toLowerCase() === timezone.toLowerCase()) ?? timezone;

interface SchedulePolicy {
  readonly name: string;
  readonly statements: Parameters<typeof policyDocument>[0];
}

/** Creates the role that lets the schedules of a group of the stack, and no others, do what its policy allows. */
export const scheduleRole = (
  group: string,
  { name, statements }: SchedulePolicy,
  { roles }: Roles,
  tags: readonly Tag[],
): Resource => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    ...roleLimits(roles),
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'scheduler.amazonaws.com' },
          Action: 'sts:AssumeRole',
          Condition: {
            StringEquals: {
              'aws:SourceAccount': { Ref: 'AWS::AccountId' },
              'aws:SourceArn': { 'Fn::GetAtt': [group, 'Arn'] },
            },
          },
        },
      ],
    },
    Policies: [{ PolicyName: name, PolicyDocument: policyDocument(statements) }],
    Tags: tags,
  },
});

/**
 * Returns the ARN of the role of the schedules: the dashboard's own, or the role of the stack with this logical name.
 */
export const scheduleRoleArn = (role: string, roles: LoadedDashboard['roles']) =>
  roles?.function === undefined ? { 'Fn::GetAtt': [role, 'Arn'] } : namedRole(roles.function);
