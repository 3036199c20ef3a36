import { problemOf } from '../errors/problem.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Step } from '../handler/exchange.ts';

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** Whatever fails becomes a problem with its status; what the log must know of the cause goes there and nowhere else. */
export const answerProblem = (): Step => {
  const answerProblemOnError: Step['onError'] = (request) => {
    const { error, context } = request;
    const problem = problemOf(error, context.awsRequestId, context.exchange?.endpoint);
    const cause = error instanceof WallfeedError ? error.cause : error;
    console.error(problem.error, problem.msg, ...(cause === undefined || problem.status < 500 ? [] : [cause]));
    const retryAfter = error instanceof WallfeedError ? error.retryAfter : undefined;
    request.response = {
      statusCode: problem.status,
      headers: { ...HEADERS, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
      body: JSON.stringify(problem),
    };
  };
  return { onError: answerProblemOnError };
};
