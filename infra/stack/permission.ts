import type { RoleSettings } from '../dashboard/head/check-head.ts';
import type { Permission } from '../dashboard/kinds/permission.ts';
import { resolveIntrinsics } from './template/resolve-intrinsics.ts';
import { logicalName, type Reference, type Resource, type Tag, type Value } from './template/template.ts';

/** IAM quota: the total size of the inline policies of one role. */
export const MAX_POLICY_CHARS = 10_240;

/** The longest value that AWS can insert for each reference. */
const WORST_CASE_VALUES: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws-us-gov',
  'AWS::Region': 'ap-southeast-99',
  'AWS::AccountId': '0'.repeat(12),
  DataBucket: `arn:aws-us-gov:s3:::${'x'.repeat(63)}`,
};
const WORST_CASE_ARN = 'x'.repeat(160);

/** Returns the policy of a role in the form that CloudFormation sends to IAM. */
export const policyDocument = (permissions: readonly Permission[]) => ({
  Version: '2012-10-17',
  Statement: permissions,
});

/** Returns the largest possible size of a policy after its references are resolved. */
export const policySize = (permissions: readonly Permission[]): number =>
  JSON.stringify(
    resolveIntrinsics(policyDocument(permissions), (name): string => WORST_CASE_VALUES[name] ?? WORST_CASE_ARN),
  ).length;

const roleId = (family: string): string => `${logicalName(family)}Role`;

/** Returns a reference to a function's role. With it, osls generates no shared role for all functions. */
export const roleReference = (family: string): Reference => ({ 'Fn::GetAtt': [roleId(family), 'Arn'] });

const TRUST = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
};

/** Returns the properties by which a company limits its roles. A policy without an ARN is one of the stack's account. */
export const roleLimits = ({ boundary, path }: RoleSettings = {}): Readonly<Record<string, Value>> => ({
  ...(boundary !== undefined && {
    PermissionsBoundary: boundary.startsWith('arn:')
      ? boundary
      : { 'Fn::Sub': `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:policy/${boundary}` },
  }),
  ...(path !== undefined && { Path: path }),
});

/** Creates the role of one function. CloudFormation names it, as our names could exceed IAM's 64 characters. */
export const functionRole = (
  family: string,
  permissions: readonly Permission[],
  tags: readonly Tag[],
  roles?: RoleSettings,
): Readonly<Record<string, Resource>> => ({
  [roleId(family)]: {
    Type: 'AWS::IAM::Role',
    Properties: {
      ...roleLimits(roles),
      AssumeRolePolicyDocument: TRUST,
      Policies: [{ PolicyName: 'endpoints', PolicyDocument: policyDocument(permissions) }],
      Tags: tags,
    },
  },
});
