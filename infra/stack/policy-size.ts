import type { Permission } from './permission.ts';
import { resolveIntrinsics } from './resolve-intrinsics.ts';

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
