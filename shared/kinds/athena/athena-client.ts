import { setTimeout as sleep } from 'node:timers/promises';
import { collectResult } from '../../aws/collect-body.ts';
import type { Deadline } from '../../aws/deadline.ts';
import {
  ACCESS_DENIED,
  type ErrorMapping,
  type ErrorMappings,
  EXPIRED_CREDENTIALS,
  findMapping,
} from '../../aws/error-mapping.ts';
import { createJsonCalls, targetHeaders } from '../../aws/json-service.ts';
import { type Call, isOverloaded, retryCall } from '../../aws/retry-call.ts';
import { noResponseCode, serviceFailure } from '../../aws/service-errors.ts';
import { sourceError } from '../../aws/source-error.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import { type AthenaQuery, tokenOf } from './athena-query.ts';

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

const CODES: ErrorMappings = [[/^MALFORMED_QUERY$/, { code: 'SQL_FAILED' }]];

/** Patterns of messages, for exceptions whose name says too little. */
const SENTENCES: ErrorMappings = [
  [/workgroup .{0,140}(?:not found|does not exist)/i, NO_WORKGROUP],
  [
    /workgroup .{0,140}disabled/i,
    { code: 'SOURCE_DENIED', found: 'the workgroup is switched off', hint: 'enable the workgroup' },
  ],
  [/output (?:location|bucket)|outputLocation/i, NO_OUTPUT],
  [/not authorized|access denied/i, { code: 'SOURCE_DENIED' }],
];

/** The column that Athena also names is not that of the dashboard file, where parameters are written in another way. */
const LINE = /\bline (\d{1,6}):\d/;

/** Does not quote the statement. */
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

/** True if Athena has already received the token of the request with another statement. */
export const isMismatched = (error: unknown): boolean =>
  athenaCode(error) === 'IDEMPOTENT_PARAMETER_MISMATCH' ||
  /^idempotent parameters do not match/i.test(serviceFailure(error).message);

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

/** Later pauses grow. */
export const POLL_MS = 100;
export const POLL_GROWTH = 1.5;
export const MAX_POLL_MS = 800;
/** Minimum of the first pause after Athena has throttled a call. The pause doubles each time. */
const THROTTLED_MS = 250;
const MAX_THROTTLED_MS = 2_000;

/** Waits. If the deadline would pass meanwhile, returns false at once. */
export const pauseFor = async (milliseconds: number, { signal, endsAt }: Deadline): Promise<boolean> => {
  if (performance.now() + milliseconds >= endsAt) return false;
  return sleep(milliseconds, true, { signal }).catch(() => false);
};

/**
 * Retries throttled calls with growing pauses, as long as there is time. Up to half of a pause is random, so that
 * environments which were throttled together do not retry together.
 * @throws the last error of the call, or the last refusal if the deadline ends the next call.
 */
export const callAthena = async <Result>(call: Call<Result>, deadline: Deadline): Promise<Result> => {
  let refusal: unknown;
  for (let pause = THROTTLED_MS; ; pause = Math.min(pause * 2, MAX_THROTTLED_MS)) {
    try {
      return await retryCall(call, deadline);
    } catch (error) {
      if (isThrottled(error)) refusal = error;
      else if (deadline.signal.aborted) throw refusal ?? error;
      const wait = pause * (1 + Math.random());
      const isPatient = isThrottled(error) && wait <= (deadline.maxPauseMs ?? Number.POSITIVE_INFINITY);
      if (!isPatient || !(await pauseFor(wait, deadline))) throw error;
    }
  }
};

/** A page has at most 1 000 rows, so a larger reply has very long texts or does not come from Athena. */
const MAX_REPLY_BYTES = 8 * 1024 * 1024;
const MAX_PAGE_ROWS = 1_000;
/** Executions on a page, and in one BatchGetQueryExecution. */
const MAX_LISTED = 50;

const call = createJsonCalls({
  name: 'athena',
  headersOf: targetHeaders('AmazonAthena', '1.1'),
  collect: collectResult(MAX_REPLY_BYTES),
  loadClient: () => import('../../aws/clients/athena.ts'),
});

/** Returns the execution's id: a new one, or that of the execution that was started with the same token. */
export const sendStart = async (query: AthenaQuery, attempt: number, signal: AbortSignal): Promise<unknown> => {
  const { statement, parameters, workgroup, database, catalog } = query;
  const input = {
    QueryString: statement,
    QueryExecutionContext: { Database: database, Catalog: catalog },
    WorkGroup: workgroup,
    ClientRequestToken: tokenOf(query, attempt),
    ...(parameters.length > 0 && { ExecutionParameters: parameters }),
  };
  return Object(await call('StartQueryExecution', input, signal)).QueryExecutionId;
};

/**
 * Returns a page of ids as Athena sends it.
 * @param token the token of the page; undefined for the first page.
 */
export const sendList = (workgroup: string, token: string | undefined, signal: AbortSignal): Promise<unknown> =>
  call('ListQueryExecutions', { WorkGroup: workgroup, MaxResults: MAX_LISTED, NextToken: token }, signal);

/** Takes at most 50 ids. */
export const sendBatchGet = async (ids: readonly string[], signal: AbortSignal): Promise<unknown> =>
  Object(await call('BatchGetQueryExecution', { QueryExecutionIds: ids }, signal)).QueryExecutions;

export const sendGetExecution = async (id: string, signal: AbortSignal): Promise<unknown> =>
  Object(await call('GetQueryExecution', { QueryExecutionId: id }, signal)).QueryExecution;

/**
 * Returns a page of a result as Athena sends it. Throws the errors of the call.
 * @param token the token of the page; undefined for the first page.
 */
export const sendGetResults = (id: string, token: string | undefined, signal: AbortSignal): Promise<unknown> =>
  call('GetQueryResults', { QueryExecutionId: id, MaxResults: MAX_PAGE_ROWS, NextToken: token }, signal);
