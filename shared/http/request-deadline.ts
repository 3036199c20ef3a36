import type { Context } from 'aws-lambda';
import { createDeadline, type Deadline } from '../aws/deadline.ts';
import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { Timing } from './timing.ts';

/** Time kept back from the end of an invocation: to serve a stale response or an error, and to log. */
const RESPONSE_RESERVE_MS = 1_000;

type WithDeadline = Pick<EndpointConfig, 'deadline'>;

const reserveOf = (remaining: number): number => Math.min(RESPONSE_RESERVE_MS, remaining / 2);

/**
 * When calls to sources must have ended for Lambda not to end the invocation first, on the clock of `performance`. If little
 * time is left, half of it stays for the response. A remaining time below zero comes from a clock that was set, and is ignored.
 */
export const callsEndAt = ({ getRemainingTimeInMillis }: Partial<Context>, startedAt: number): number => {
  const remaining = getRemainingTimeInMillis?.() ?? 0;
  return remaining > 0 ? startedAt + remaining - reserveOf(remaining) : Number.POSITIVE_INFINITY;
};

/**
 * When calls that follow those to sources must have ended, such as storing a response, on the same clock. Half of the time
 * that is kept back stays for the response.
 */
export const closingEndsAt = ({ getRemainingTimeInMillis }: Partial<Context>, startedAt: number): number => {
  const remaining = getRemainingTimeInMillis?.() ?? 0;
  return remaining > 0 ? startedAt + remaining - reserveOf(remaining) / 2 : Number.POSITIVE_INFINITY;
};

/** When calls of a request must have ended: at the endpoint's deadline, or the invocation's if that is earlier. */
export const endOfCalls = (
  { startedAt, callsEndAt: latest }: Pick<Timing, 'startedAt' | 'callsEndAt'>,
  { deadline }: WithDeadline,
): number => Math.min(startedAt + deadline, latest);

/** The deadline of calls of a request, or an earlier one: `limitMs` from now. */
export const deadlineOf = (
  timing: Timing,
  endpoint: WithDeadline,
  limitMs: number = Number.POSITIVE_INFINITY,
): Deadline => createDeadline(Math.min(endOfCalls(timing, endpoint), performance.now() + limitMs));
