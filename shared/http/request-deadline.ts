import type { Context } from 'aws-lambda';
import { createDeadline, type Deadline } from '../aws/deadline.ts';
import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { Timing } from './timing.ts';

/** Time reserved at the end of an invocation to serve a stale response or an error, and to log. */
const RESPONSE_RESERVE_MS = 1_000;

type WithDeadline = Pick<EndpointConfig, 'deadline'>;

const reserveOf = (remaining: number): number => Math.min(RESPONSE_RESERVE_MS, remaining / 2);

/**
 * Returns the time by which calls to sources must have ended, on the clock of `performance`, so that Lambda does not
 * end the invocation first. If little time is left, half of it is reserved for the response. Ignores a negative
 * remaining time, which comes from a clock that was set.
 */
export const callsEndAt = ({ getRemainingTimeInMillis }: Partial<Context>, startedAt: number): number => {
  const remaining = getRemainingTimeInMillis?.() ?? 0;
  return remaining > 0 ? startedAt + remaining - reserveOf(remaining) : Number.POSITIVE_INFINITY;
};

/**
 * Returns the time by which later calls must have ended, such as storing a response. Half of the reserved time is left
 * to send the response.
 */
export const closingEndsAt = ({ getRemainingTimeInMillis }: Partial<Context>, startedAt: number): number => {
  const remaining = getRemainingTimeInMillis?.() ?? 0;
  return remaining > 0 ? startedAt + remaining - reserveOf(remaining) / 2 : Number.POSITIVE_INFINITY;
};

/**
 * Returns the time by which calls of a request must have ended: the endpoint's deadline, or the invocation's if that is
 * earlier.
 */
export const endOfCalls = (
  { startedAt, callsEndAt: latest }: Pick<Timing, 'startedAt' | 'callsEndAt'>,
  { deadline }: WithDeadline,
): number => Math.min(startedAt + deadline, latest);

/**
 * Creates the deadline for calls of a request: the deadline of the request, or `limitMs` from now if that is earlier.
 */
export const deadlineOf = (
  timing: Timing,
  endpoint: WithDeadline,
  limitMs: number = Number.POSITIVE_INFINITY,
): Deadline => createDeadline(Math.min(endOfCalls(timing, endpoint), performance.now() + limitMs));
