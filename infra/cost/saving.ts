import type { Assumptions } from './assumptions.ts';
import type { WallEndpoint } from './wall.ts';

/** A change to the dashboard, and the money that it saves in a month. */
export interface Saving {
  /** The change: `cache: 1m on orders, ...`. */
  readonly change: string;
  /** The line to write in dashboard.yml. Absent for a change that is not made in dashboard.yml. */
  readonly line?: string;
  readonly saved: number;
}

/** A change whose saving is to be calculated. */
export interface Candidate {
  readonly change: string;
  readonly line?: string;
  readonly wall?: readonly WallEndpoint[];
  readonly assumptions?: Assumptions;
  /** The saving of a change that needs no estimate of the changed wall. */
  readonly saved?: number;
}

/** Alternative changes. Only the change that saves most is proposed. */
export type Alternatives = readonly Candidate[];
