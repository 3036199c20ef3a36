import { logicalName } from './logical-name.ts';
import type { Permission } from './permission.ts';
import { policyDocument } from './policy-size.ts';
import type { Tag } from './tags.ts';
import type { Resource } from './template.ts';
import type { Reference } from './value.ts';

const roleId = (family: string): string => `${logicalName(family)}Role`;

/** What osls takes as a function's role, in place of the one that it would generate for all of them. */
export const roleReference = (family: string): Reference => ({ 'Fn::GetAtt': [roleId(family), 'Arn'] });

const TRUST = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
};

/** The role of one function. Its name is left to CloudFormation: one made of ours could be over the 64 letters of IAM. */
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
