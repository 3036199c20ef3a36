import type { Context } from 'aws-lambda';
import { createDeadline, type Deadline } from '../aws/deadline.ts';
import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { RequestTimes, Timing } from './timing.ts';

/** Time reserved at the end of an invocation to serve a stale response or an error, and to log. */
const RESPONSE_RESERVE_MS = 1_000;

type WithDeadline = Pick<EndpointConfig, 'deadline'>;

/**
 * Returns the time limits of a request. If little time is left to the invocation, half of it is reserved for the response.
 * Later calls, such as storing a response, may use half of the reserved time. Ignores a negative remaining time, which
 * comes from a clock that was set.
 */
export const requestTimes = ({ getRemainingTimeInMillis }: Partial<Context>, startedAt: number): RequestTimes => {
  const remaining = getRemainingTimeInMillis?.() ?? 0;
  const endsAt = remaining > 0 ? startedAt + remaining : Number.POSITIVE_INFINITY;
  const reserve = Math.min(RESPONSE_RESERVE_MS, remaining / 2);
  return { startedAt, callsEndAt: endsAt - reserve, closingEndsAt: endsAt - reserve / 2 };
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
): Deadline => ({
  ...createDeadline(Math.min(endOfCalls(timing, endpoint), performance.now() + limitMs)),
  tableTime: timing.tableTime,
  scans: timing.scans,
});
