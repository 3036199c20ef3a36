import type { Deadline } from '../aws/deadline.ts';
import type { Budget } from '../limits/budget.ts';
import type { RequestWindow } from './rds-data.ts';
import type { KeptObjects } from './s3/kept-objects.ts';
import type { ObjectVersion } from './s3/receive-body.ts';

export interface ReadContext {
  readonly window: RequestWindow;
  readonly deadline: Deadline;
  readonly budget: Budget;
  /** Version of the object whose rows or error the caller already has. */
  readonly known?: ObjectVersion | undefined;
  /** Bytes that are kept from one request to the next. */
  readonly objects?: KeptObjects | undefined;
}
