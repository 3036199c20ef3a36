import type { Permission } from './permission.ts';
import { resolveIntrinsics } from './resolve-intrinsics.ts';

/** The most characters that the policies of one role may have together: a quota of IAM. */
export const MAX_POLICY_CHARS = 10_240;

/** The longest value that AWS puts in place of a reference. */
const WORST_CASE_VALUES: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws-us-gov',
  'AWS::Region': 'ap-southeast-99',
  'AWS::AccountId': '0'.repeat(12),
  DataBucket: `arn:aws-us-gov:s3:::${'x'.repeat(63)}`,
};
const WORST_CASE_ARN = 'x'.repeat(160);

/** The policy of a role, as CloudFormation hands it to IAM. */
export const policyDocument = (permissions: readonly Permission[]) => ({
  Version: '2012-10-17',
  Statement: permissions,
});

/** Returns the most characters that a policy can have once its references are resolved. */
export const policySize = (permissions: readonly Permission[]): number =>
  JSON.stringify(
    resolveIntrinsics(policyDocument(permissions), (name): string => WORST_CASE_VALUES[name] ?? WORST_CASE_ARN),
  ).length;
