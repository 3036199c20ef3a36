import { causeName } from '../errors/cause-name.ts';
import { problemOf } from '../errors/problem.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { AnyContext, Hook, Middleware } from '../http/request-context.ts';

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** Returns the cause for the log: the name alone for our own errors, the stack for all others. */
const causeOf = (error: unknown): unknown =>
  error instanceof WallfeedError ? causeName(error.cause) : Object(error).stack;

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
