import type { Endpoint, Exchange } from '../handler/exchange.ts';
import { createDeadline, type Deadline } from '../sources/deadline.ts';

/** When calls of this request must have ended: the endpoint's deadline, counted from the beginning, or sooner. */
export const deadlineOf = (
  { startedAt }: Exchange,
  { deadline }: Endpoint,
  limit: number = Number.POSITIVE_INFINITY,
): Deadline => createDeadline(Math.min(startedAt + deadline, performance.now() + limit));
