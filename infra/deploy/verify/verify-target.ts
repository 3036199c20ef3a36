import type { Validate } from '../../../shared/catalogue/validate.ts';
import type { Component } from '../../dashboard/resolve-component.ts';
import type { TokenUse } from './write-request.ts';

/** A requirement that a data source does not meet. */
export interface VerifyProblem {
  readonly check: 'status' | 'body' | 'time' | 'cache' | 'cors' | 'token';
  readonly message: string;
}

/** A data source to verify, and the component that reads it. */
export interface VerifyTarget {
  /** The endpoint's slug. Absent for a data source that belongs to no dashboard. */
  readonly endpoint?: string;
  readonly component: Component;
  readonly validate: Validate;
  readonly url: string;
  readonly token: TokenUse;
  /** The origins whose pages may send requests; `*` for all. Empty if CORS is not configured. */
  readonly origins: readonly string[];
  /** Length of the time window in minutes. */
  readonly timePeriod: number;
}
