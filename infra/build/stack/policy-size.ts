import { resolveIntrinsics } from '../../local/template/resolve-intrinsics.ts';
import type { Permission } from './permissions.ts';

/** The longest that AWS gives in place of a reference. */
const LONGEST: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws-us-gov',
  'AWS::Region': 'ap-southeast-99',
  'AWS::AccountId': '0'.repeat(12),
  DataBucket: `arn:aws-us-gov:s3:::${'x'.repeat(63)}`,
};
const LONGEST_ARN = 'x'.repeat(160);

/** The policy of a role, as CloudFormation hands it to IAM. */
export const policyDocument = (permissions: readonly Permission[]) => ({
  Version: '2012-10-17',
  Statement: permissions,
});

/** The characters that a policy comes to, at most, once its references are resolved. */
export const policySize = (permissions: readonly Permission[]): number =>
  JSON.stringify(resolveIntrinsics(policyDocument(permissions), (name): string => LONGEST[name] ?? LONGEST_ARN)).length;
