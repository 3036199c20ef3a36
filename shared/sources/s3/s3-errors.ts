import { isOverloaded } from '../../aws/retry-call.ts';
import { noResponseCode, serviceFailure } from '../../aws/service-failure.ts';
import { type SourceErrorCode, sourceError } from '../../aws/source-error.ts';
import { shorten } from '../../errors/shorten.ts';
import type { WallfeedError } from '../../errors/wallfeed-error.ts';

/**
 * Error codes by the name of S3's error. The first matching pattern counts. The code of an error's name takes
 * precedence over its status.
 */
const NAMES: readonly (readonly [RegExp, SourceErrorCode])[] = [
  [/Credentials|Token|Authorization|Signature|AccessKey|KMS/, 'SOURCE_DENIED'],
  [/^(?:InvalidBucketName|InvalidURI|KeyTooLong)/, 'SOURCE_NOT_FOUND'],
  [/^(?:CutShort|SyntaxError|InvalidObjectState)$/, 'SOURCE_INVALID'],
];

const STATUSES: Readonly<Record<number, SourceErrorCode>> = {
  301: 'SOURCE_NOT_FOUND',
  401: 'SOURCE_DENIED',
  403: 'SOURCE_DENIED',
  404: 'SOURCE_NOT_FOUND',
};

const codeOf = (error: unknown): SourceErrorCode => {
  const { name, status = 0 } = serviceFailure(error);
  const named = NAMES.find(([pattern]) => pattern.test(name))?.[1];
  if (named) return named;
  if (isOverloaded(error)) return 'SOURCE_THROTTLED';
  return noResponseCode(error) ?? STATUSES[status] ?? 'SOURCE_INVALID';
};

const REDIRECTED = {
  found: 'S3 redirected the request',
  hint: 'try again in some minutes: S3 redirects requests while a bucket is new or has moved',
};

const MAX_NAME_CHARS = 80;

/** Returns the file name at the end of a key. The client does not see the rest of the key. */
const fileOf = (key: string): string => shorten(key.slice(key.lastIndexOf('/') + 1), MAX_NAME_CHARS);

/**
 * Converts the error of an S3 call to a WallfeedError. Throttling is reported as throttling even if the deadline has
 * passed.
 */
export const toS3Error = (error: unknown, key: string, signal: AbortSignal): WallfeedError => {
  if (signal.aborted && !isOverloaded(error)) return sourceError('SOURCE_TIMEOUT', error);
  const isRedirected = serviceFailure(error).status === 307;
  if (isRedirected) return sourceError(codeOf(error), error, REDIRECTED.found, REDIRECTED.hint);
  const code = codeOf(error);
  const found = code === 'SOURCE_NOT_FOUND' ? `there is no file ${fileOf(key)}` : undefined;
  return sourceError(code, error, found);
};
