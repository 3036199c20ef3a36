import { isOverloaded } from '../../aws/retry-call.ts';
import { noResponseCode, serviceFailure } from '../../aws/service-failure.ts';
import { sourceError } from '../../aws/source-error.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import {
  ACCESS_DENIED,
  type ErrorMapping,
  type ErrorMappings,
  EXPIRED_CREDENTIALS,
  findMapping,
} from '../../sources/error-mapping.ts';

/** Errors by the exception name that AWS sends. */
const NAMES: ErrorMappings = [
  EXPIRED_CREDENTIALS,
  ACCESS_DENIED,
  [
    /^TooLarge$/,
    {
      code: 'SOURCE_TOO_LARGE',
      found: 'a page of 1 000 rows is over the limit of 8 MB or the function’s memory',
      hint: 'select fewer columns, or shorter texts',
    },
  ],
  [/^(?:Metadata|ResourceNotFound)Exception$/, { code: 'SOURCE_NOT_FOUND' }],
];

const NO_WORKGROUP: ErrorMapping = {
  code: 'SOURCE_NOT_FOUND',
  found: 'Athena has no such workgroup',
  hint: 'correct `workgroup` in the dashboard file, or create the workgroup',
};

const NO_OUTPUT: ErrorMapping = {
  code: 'SOURCE_DENIED',
  found: 'the workgroup has no location for results, or the function may not write there',
  hint: 'give the workgroup managed query results, or a location that the function may write to',
};

/** Errors by Athena's code, for requests that are invalid. */
const CODES: ErrorMappings = [[/^MALFORMED_QUERY$/, { code: 'SQL_FAILED' }]];

/** Errors by words of the message, for exceptions whose name says too little. */
const SENTENCES: ErrorMappings = [
  [/workgroup .{0,140}(?:not found|does not exist)/i, NO_WORKGROUP],
  [
    /workgroup .{0,140}disabled/i,
    { code: 'SOURCE_DENIED', found: 'the workgroup is switched off', hint: 'enable the workgroup' },
  ],
  [/output (?:location|bucket)|outputLocation/i, NO_OUTPUT],
  [/not authorized|access denied/i, { code: 'SOURCE_DENIED' }],
];

/**
 * Matches the line that Athena names. Athena also names a column, but that differs, because parameters are written in
 * another way.
 */
const LINE = /\bline (\d{1,6}):\d/;

/** Returns the place of an error in the statement as text, without quoting the statement. */
export const lineOf = (message: string): string | undefined => {
  const [, line] = LINE.exec(message) ?? [];
  return line === undefined ? undefined : `line ${line} of the query`;
};

/** Returns the code that Athena gives to an invalid request, such as MALFORMED_QUERY. */
const athenaCode = (error: unknown): string => {
  const { AthenaErrorCode } = Object(error);
  return typeof AthenaErrorCode === 'string' ? AthenaErrorCode : '';
};

const mapError = (error: unknown): ErrorMapping => {
  const { name, message, status = 0 } = serviceFailure(error);
  const named = findMapping(NAMES, name) ?? findMapping(CODES, athenaCode(error));
  if (named) return named;
  if (isOverloaded(error)) return { code: 'SOURCE_THROTTLED' };
  const noResponse = noResponseCode(error);
  if (noResponse) return { code: noResponse };
  const worded = findMapping(SENTENCES, message);
  if (worded) return worded;
  if (status === 401 || status === 403) return { code: 'SOURCE_DENIED' };
  return { code: name === 'InvalidRequestException' ? 'SQL_FAILED' : 'SOURCE_INVALID' };
};

/** True if the token of the request belongs to another statement. */
export const isMismatched = (error: unknown): boolean =>
  athenaCode(error) === 'IDEMPOTENT_PARAMETER_MISMATCH' ||
  /^idempotent parameters do not match/i.test(serviceFailure(error).message);

/** True if an execution or its result no longer exists. */
export const isExpired = (error: unknown): boolean =>
  /^(?:RESULT_NOT_FOUND|QUERY_EXECUTION_NOT_FOUND)$/.test(athenaCode(error)) ||
  /^could not find results|^QueryExecution .{1,80} was not found/i.test(serviceFailure(error).message);

/** True if Athena asks for fewer calls, or runs too many queries. */
export const isThrottled = (error: unknown): boolean =>
  /Throttl|TooManyRequests/.test(serviceFailure(error).name) || serviceFailure(error).status === 429;

/** Converts the error of a call to a WallfeedError. The error never contains the statement. */
export const toAthenaError = (error: unknown, signal: AbortSignal): WallfeedError => {
  if (error instanceof WallfeedError) return error;
  const { cause } = Object(error);
  if (cause instanceof WallfeedError) return cause;
  const isLate = signal.aborted && !isOverloaded(error);
  const { code, found, hint }: ErrorMapping = isLate ? { code: 'SOURCE_TIMEOUT' } : mapError(error);
  const line = code === 'SQL_FAILED' ? lineOf(serviceFailure(error).message) : undefined;
  return sourceError(code, error, found ?? line, hint ?? (code === 'SOURCE_INVALID' ? 'try again' : undefined));
};
