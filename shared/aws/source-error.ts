import { type ErrorCode, WallfeedError } from '../errors/wallfeed-error.ts';
import { type ServiceFailure, serviceFailure } from './service-errors.ts';

/** Causes are only logged. */
const FAILURES = {
  SOURCE_NOT_FOUND: {
    message: 'The source does not exist.',
    hint: 'upload the file, or correct what the dashboard file names for this endpoint',
  },
  SOURCE_DENIED: {
    message: 'The function may not read the source.',
    hint: 'give the function’s role the right to read it',
  },
  SOURCE_INVALID: {
    message: 'The reply of the source is invalid or truncated.',
    hint: 'try again; if the error persists, upload the file again',
  },
  SOURCE_TOO_LARGE: {
    message: 'The source is too large.',
    hint: 'aggregate first: a component shows tens of rows, not thousands',
  },
  SOURCE_THROTTLED: { message: 'The source refuses calls for now.', hint: 'try again in a moment, and less often' },
  SOURCE_RESUMING: { message: 'The database is not ready.', hint: 'try again in about 15 seconds' },
  SOURCE_TIMEOUT: { message: 'The source did not answer in time.', hint: 'make the query or the file smaller' },
  SQL_FAILED: { message: 'The database refused the query.', hint: 'run the query by hand against this database' },
} as const satisfies Partial<Record<ErrorCode, { message: string; hint: string }>>;

export type SourceErrorCode = keyof typeof FAILURES;

const CONNECTION_FAILED = { message: 'The connection to the source failed.', hint: 'try again in a moment' };

/** Returns the message for a failure. A failed connection is not reported as a slow source. */
const messageOf = (code: SourceErrorCode, { errno, status }: ServiceFailure): typeof CONNECTION_FAILED => {
  const hasFailed = status === undefined && errno !== undefined && errno !== 'ETIMEDOUT';
  return code === 'SOURCE_TIMEOUT' && hasFailed ? CONNECTION_FAILED : FAILURES[code];
};

/** Used unless the service says how long to wait. */
const RETRY_AFTER: Partial<Record<SourceErrorCode, number>> = { SOURCE_THROTTLED: 1, SOURCE_RESUMING: 15 };

/** Name of a cause: a later request finds the result of the query. */
export const STILL_RUNNING = 'StillRunning';

export const isStillRunning = (error: unknown): boolean => Object(Object(error).cause).name === STILL_RUNNING;

/** A component that waits longer looks broken. */
const MAX_RETRY_AFTER_SECONDS = 300;

const waitOf = (code: SourceErrorCode, { retryAfter }: ServiceFailure): number | undefined => {
  const usual = RETRY_AFTER[code];
  return usual && Math.min(retryAfter ?? usual, MAX_RETRY_AFTER_SECONDS);
};

/** @param found details of the failure, such as a size or an SQLState. */
export const sourceError = (code: SourceErrorCode, cause: unknown, found?: string, hint?: string): WallfeedError => {
  const service = serviceFailure(cause);
  const { message, hint: usualHint } = messageOf(code, service);
  const retryAfter = waitOf(code, service);
  return new WallfeedError(
    code,
    found ? `${message.slice(0, -1)}: ${found}.` : message,
    [{ message: found ?? message, hint: hint ?? usualHint }],
    {
      cause,
      ...(retryAfter && { retryAfter }),
    },
  );
};
