import type { Deadline } from '../aws/deadline.ts';
import type { Budget } from '../limits/budget.ts';
import type { RequestWindow } from './rds-data.ts';
import type { KeptObjects } from './s3/kept-objects.ts';
import type { ObjectVersion } from './s3/receive-body.ts';

/** The request's time window and limits, and the version of the source that the caller already has. */
export interface ReadContext {
  readonly window: RequestWindow;
  /** Time by which calls to the source must have ended. */
  readonly deadline: Deadline;
  /** Memory and time that are left for the request. */
  readonly budget: Budget;
  /** The version of the object whose rows or error the caller already has. */
  readonly known?: ObjectVersion | undefined;
  /** Files whose bytes are kept from one request to the next. */
  readonly objects?: KeptObjects | undefined;
}
