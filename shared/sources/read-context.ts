import type { Deadline } from '../aws/deadline.ts';
import type { Budget } from '../limits/budget.ts';
import type { RequestWindow } from './rds-data.ts';
import type { KeptObjects } from './s3/kept-objects.ts';
import type { ObjectVersion } from './s3/receive-body.ts';

export interface ReadContext {
  readonly window: RequestWindow;
  /** For calls to the source. */
  readonly deadline: Deadline;
  /** What is left for the request. */
  readonly budget: Budget;
  /** Of the object whose rows or error the caller already has. */
  readonly known?: ObjectVersion | undefined;
  /** Kept from one request to the next. */
  readonly objects?: KeptObjects | undefined;
}
