import { logicalName } from './logical-name.ts';
import type { Permission } from './permission.ts';
import { policyDocument } from './policy-size.ts';
import type { Tag } from './tags.ts';
import type { Resource } from './template.ts';
import type { Reference } from './value.ts';

const roleId = (family: string): string => `${logicalName(family)}Role`;

/** Returns a reference to a function's role. With it, osls generates no shared role for all functions. */
export const roleReference = (family: string): Reference => ({ 'Fn::GetAtt': [roleId(family), 'Arn'] });

const TRUST = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
};

/** Creates the role of one function. CloudFormation names it, as our names could exceed IAM's 64 characters. */
export const functionRole = (
  family: string,
  permissions: readonly Permission[],
  tags: readonly Tag[],
): Readonly<Record<string, Resource>> => ({
  [roleId(family)]: {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: TRUST,
      Policies: [{ PolicyName: 'endpoints', PolicyDocument: policyDocument(permissions) }],
      Tags: tags,
    },
  },
});
