import { S3Client } from '@aws-sdk/client-s3';
import { explained } from './explain-error.ts';

/**
 * Finds the credentials that the AWS clients would use, without a call to AWS.
 * @throws Error that says what is missing.
 */
export const requireCredentials = (region: string): Promise<unknown> =>
  explained('finding credentials', () => new S3Client({ region }).config.credentials());
