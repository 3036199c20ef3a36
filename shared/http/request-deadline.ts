import type { Context } from 'aws-lambda';
import { createDeadline, type Deadline } from '../aws/deadline.ts';
import type { Endpoint, Exchange } from './request-context.ts';

/** Time kept back from the end of an invocation: to serve a stale response, or to answer with the error, and to log. */
const ANSWER_RESERVE_MS = 1_000;

const reserveOf = (remaining: number): number => Math.min(ANSWER_RESERVE_MS, remaining / 2);

/**
 * When calls must have ended for Lambda not to end the invocation first, on the clock of `performance`. Half of the time
 * stays for the answer where little is left. A remaining time that is over already comes from a clock that was set.
 */
export const callsEndAt = ({ getRemainingTimeInMillis }: Partial<Context>, startedAt: number): number => {
  const remaining = getRemainingTimeInMillis?.() ?? 0;
  return remaining > 0 ? startedAt + remaining - reserveOf(remaining) : Number.POSITIVE_INFINITY;
};

/**
 * When calls that follow the sources', such as storing a response, must have ended, on the same clock: half of the time that
 * is kept back stays for the answer.
 */
export const closingEndsAt = ({ getRemainingTimeInMillis }: Partial<Context>, startedAt: number): number => {
  const remaining = getRemainingTimeInMillis?.() ?? 0;
  return remaining > 0 ? startedAt + remaining - reserveOf(remaining) / 2 : Number.POSITIVE_INFINITY;
};

/** When calls of this request must have ended: the endpoint's deadline, or the invocation's if that is earlier. */
export const endOfCalls = (
  { startedAt, callsEndAt: latest = Number.POSITIVE_INFINITY }: Exchange,
  { deadline }: Pick<Endpoint, 'deadline'>,
): number => Math.min(startedAt + deadline, latest);

/** The deadline of calls of this request, or a sooner one: `limit` milliseconds from now. */
export const deadlineOf = (
  exchange: Exchange,
  endpoint: Pick<Endpoint, 'deadline'>,
  limit: number = Number.POSITIVE_INFINITY,
): Deadline => createDeadline(Math.min(endOfCalls(exchange, endpoint), performance.now() + limit));
