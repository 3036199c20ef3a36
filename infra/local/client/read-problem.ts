import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import { parseBody } from './parse-body.ts';
import type { Exchange } from './send-request.ts';

/** Messages for responses that API Gateway sends itself, without a function. */
const GATEWAY: Readonly<Record<number, string>> = {
  403: 'The gateway refuses the request (403).',
  404: 'No route has this address (404). Check the beginning of the URL, and that the dashboard is deployed.',
  413: 'The gateway refuses the request because it is too large (413).',
  429: 'The gateway refuses the request because there are too many (429): raise throttle in dashboard.yml.',
  500: 'The function failed, or the gateway could not call it (500).',
  503: 'The function is not available (503).',
  504: 'The function did not respond in time (504).',
};

interface ErrorBody {
  readonly msg: string;
  readonly error: string;
  readonly details: readonly Detail[];
}

const isErrorBody = (value: unknown): value is ErrorBody => {
  const { msg, error, details } = Object(value);
  return typeof msg === 'string' && typeof error === 'string' && Array.isArray(details);
};

/** The reason why a request failed. */
export interface ResponseProblem {
  /** The stable error code, such as `TABLE_CELL`. */
  readonly error?: string;
  readonly sentence: string;
  readonly details: readonly Detail[];
}

/** Reads the reason from a response with an error status. */
export const readProblem = ({ httpStatus, text, failure }: Exchange): ResponseProblem => {
  if (failure !== undefined) return { sentence: failure, details: [] };
  const body = parseBody(text)?.body;
  if (isErrorBody(body)) return { error: body.error, sentence: body.msg, details: body.details };
  return { sentence: GATEWAY[httpStatus] ?? `The server responded with status ${httpStatus}.`, details: [] };
};
