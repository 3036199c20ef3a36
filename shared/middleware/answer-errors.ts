import { causeName, missingName } from '../errors/cause-name.ts';
import { problemOf } from '../errors/problem.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { AnyContext, Hook, Middleware } from './request-context.ts';

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

/** Returns the error and its cause for the log. */
export const failureOf = (error: unknown) => ({
  error: error instanceof WallfeedError ? error.code : ('INTERNAL' as const),
  cause: causeOf(error),
});

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
