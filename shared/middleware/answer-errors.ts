import { causeName, missingName, reasonOf } from '../errors/cause-name.ts';
import { type Detail, type ErrorCode, errorCodes, MAX_DETAILS, WallfeedError } from '../errors/wallfeed-error.ts';
import type { AnyContext, Failure, Hook, Middleware } from './request-context.ts';

/** `code` and `status` both hold the HTTP status, because components read either. */
export interface Problem {
  readonly code: number;
  readonly status: number;
  readonly msg: string;
  readonly error: ErrorCode;
  readonly details: readonly Detail[];
  readonly requestId: string;
}

const INTERNAL = 'Wallfeed failed with an internal error; the log shows the error under the request id.';

interface Subject {
  readonly slug: string;
  readonly component: string;
}

/** Errors that are not a WallfeedError reveal no details to the client. */
export const problemOf = (error: unknown, requestId: string, subject?: Subject): Problem => {
  const known = error instanceof WallfeedError ? error : new WallfeedError('INTERNAL', INTERNAL, [], { cause: error });
  const status = errorCodes[known.code];
  const about = subject ? `${subject.component} '${subject.slug}': ` : '';
  return {
    code: status,
    status,
    msg: `${about}${known.message}`,
    error: known.code,
    details: known.details.slice(0, MAX_DETAILS),
    requestId,
  };
};

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Returns the cause of an error for the log. For a WallfeedError: its name, with a missing column or table. For any
 * other error: its stack.
 */
const causeOf = (error: unknown): unknown => {
  if (!(error instanceof WallfeedError)) return Object(error).stack;
  const missing = error.code === 'SQL_FAILED' ? missingName(error.cause) : undefined;
  const name = causeName(error.cause);
  return missing === undefined ? name : `${name}: ${missing}`;
};

export const failureOf = (error: unknown): Failure & Required<Pick<Failure, 'error'>> => {
  const reason = reasonOf(Object(error).cause);
  return {
    error: error instanceof WallfeedError ? error.code : ('INTERNAL' as const),
    cause: causeOf(error),
    ...(reason !== undefined && { reason }),
  };
};

/** Turns an error into a response with its status, unless a stale response replaces it. Causes are only logged. */
export const answerErrors = (): Middleware<AnyContext> => {
  const answerErrorsOnError: Hook<AnyContext> = (request) => {
    const { error, context } = request;
    if (request.response) return;
    const problem = problemOf(error, context.awsRequestId, context.endpoint);
    context.failure = failureOf(error);
    const retryAfter = error instanceof WallfeedError ? error.retryAfter : undefined;
    request.response = {
      statusCode: problem.status,
      headers: { ...HEADERS, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
      body: JSON.stringify(problem),
    };
  };
  return { onError: answerErrorsOnError };
};
