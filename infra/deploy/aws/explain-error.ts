import { S3Client } from '@aws-sdk/client-s3';
import { Interrupted, throwIfInterrupted } from './interruption.ts';

const NO_CREDENTIALS =
  'There are no AWS credentials in the environment: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
const EXPIRED = 'The AWS credentials have expired: sign in again, such as with aws sso login, and repeat the command';
const UNKNOWN = 'AWS does not accept these credentials: check AWS_PROFILE, or AWS_ACCESS_KEY_ID and its secret';
const BUSY = 'AWS is refusing calls for now: repeat the command in a minute';

/** Explanations of AWS errors for the user, keyed by error name or code. */
const MEANINGS: Readonly<Record<string, string>> = {
  CredentialsProviderError: NO_CREDENTIALS,
  ExpiredToken: EXPIRED,
  ExpiredTokenException: EXPIRED,
  TokenProviderError: EXPIRED,
  InvalidAccessKeyId: UNKNOWN,
  InvalidClientTokenId: UNKNOWN,
  InvalidSignatureException: UNKNOWN,
  SignatureDoesNotMatch: UNKNOWN,
  UnrecognizedClientException: UNKNOWN,
  SlowDown: BUSY,
  Throttling: BUSY,
  ThrottlingException: BUSY,
};

const DENIED = new Set(['AccessDenied', 'AccessDeniedException', 'Forbidden', 'ForbiddenException', '403']);
const UNREACHABLE = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|TimeoutError)$/;

interface AwsError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Formats an AWS error as one sentence: what failed, why, and what to do. */
export const explainError = (doing: string, error: unknown): string => {
  const { name, code = name, message, $metadata } = error as AwsError;
  const meaning = MEANINGS[name];
  if (meaning !== undefined) return meaning;
  const text = message.replace(/\s+/g, ' ').trim();
  if (DENIED.has(name) || $metadata?.httpStatusCode === 403) {
    return `AWS did not allow ${doing}: ${text}. Use credentials that allow this action`;
  }
  if (name === 'NoSuchBucket')
    return `${doing} was not possible: there is no such bucket. Check the name of the bucket, and the account`;
  if (name === 'PermanentRedirect' || $metadata?.httpStatusCode === 301) {
    return `${doing} was not possible: the bucket is in another region. Write that region as region: in dashboard.yml`;
  }
  if (UNREACHABLE.test(code)) return `AWS could not be reached: ${text}. Check the network and the region`;
  return `${doing} was not possible: ${name === 'Error' ? '' : `${name}: `}${text}`;
};

/** An error whose message already says what happened and what to do. */
export class Refusal extends Error {}

/** Runs `work`, which calls AWS, and rethrows AWS errors as one sentence. Does not begin after an interruption. */
export const explained = async <Result>(doing: string, work: () => Promise<Result>): Promise<Result> => {
  throwIfInterrupted();
  try {
    return await work();
  } catch (error) {
    if (error instanceof Interrupted || error instanceof Refusal) throw error;
    throw new Error(explainError(doing, error), { cause: error });
  }
};

type Credentials = Awaited<ReturnType<S3Client['config']['credentials']>>;

/**
 * Finds the credentials that the AWS clients would use, without a call to AWS.
 * @throws Error that says what is missing.
 */
export const requireCredentials = (region: string): Promise<Credentials> =>
  explained('finding credentials', () => new S3Client({ region }).config.credentials());
