import { problemOf } from '../errors/problem.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Step } from '../handler/exchange.ts';

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** What the log must know: of our own errors the name of what caused them, of any other all there is. */
const causeOf = (error: unknown): unknown =>
  error instanceof WallfeedError ? Object(error.cause).name : Object(error).stack;

/** Whatever fails becomes a problem with its status; what the caller must not see goes to the log and nowhere else. */
export const answerProblem = (): Step => {
  const answerProblemOnError: Step['onError'] = (request) => {
    const { error, context } = request;
    const problem = problemOf(error, context.awsRequestId, context.exchange.endpoint);
    context.exchange.failure = { error: problem.error, cause: causeOf(error) };
    const retryAfter = error instanceof WallfeedError ? error.retryAfter : undefined;
    request.response = {
      statusCode: problem.status,
      headers: { ...HEADERS, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
      body: JSON.stringify(problem),
    };
  };
  return { onError: answerProblemOnError };
};
