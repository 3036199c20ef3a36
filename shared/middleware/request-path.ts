import { WallfeedError } from '../errors/wallfeed-error.ts';
import { readToken } from '../token/read-token.ts';
import { checkToken, tokenDeadline, unavailable } from './check-token.ts';
import {
  isRequestEvent,
  MAX_PERIOD_MINUTES,
  notARequest,
  numberOf,
  parseRequest,
  quote,
  refuse,
  textOf,
  withQuery,
} from './parse-request.ts';
import { bodyParameters, queryParameters } from './request-parameters.ts';
import { createFind } from './resolve-endpoint.ts';

/**
 * The parts of the platform's path that requests of other front ends use too. serve-clients.ts gets them as an argument:
 * if it imported them, the bundle of every function would be split into more files.
 */
export const requestPath = {
  bodyParameters,
  checkToken,
  createFind,
  isRequestEvent,
  MAX_PERIOD_MINUTES,
  notARequest,
  numberOf,
  parseRequest,
  queryParameters,
  quote,
  readToken,
  refuse,
  textOf,
  tokenDeadline,
  unavailable,
  WallfeedError,
  withQuery,
};

export type RequestPath = typeof requestPath;
