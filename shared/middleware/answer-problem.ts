import { causeName } from '../errors/cause-name.ts';
import { problemOf } from '../errors/problem.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Step } from '../http/request-context.ts';

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** What the log must know: of our own errors the name of what caused them, of any other all there is. */
const causeOf = (error: unknown): unknown =>
  error instanceof WallfeedError ? causeName(error.cause) : Object(error).stack;

/** What the log says of an error. */
export const failureOf = (error: unknown) => ({
  error: error instanceof WallfeedError ? error.code : ('INTERNAL' as const),
  cause: causeOf(error),
});

/** Whatever fails, unless an older answer stands in for it, becomes a problem with its status; what the caller must not see goes to the log and nowhere else. */
export const answerProblem = (): Step => {
  const answerProblemOnError: Step['onError'] = (request) => {
    const { error, context } = request;
    if (request.response) return;
    const problem = problemOf(error, context.awsRequestId, context.exchange.endpoint);
    context.exchange.failure = failureOf(error);
    const retryAfter = error instanceof WallfeedError ? error.retryAfter : undefined;
    request.response = {
      statusCode: problem.status,
      headers: { ...HEADERS, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
      body: JSON.stringify(problem),
    };
  };
  return { onError: answerProblemOnError };
};
