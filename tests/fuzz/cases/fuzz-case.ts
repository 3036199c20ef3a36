import type { FuzzEvent } from '../setting/load-functions.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import type { Fixtures } from '../setting/start-sources.ts';

/** The required outcome of a case, if the way it was generated decides it. */
export type Expected = 'good' | 'refused';

/** One generated request with the contents of its endpoint's sources. */
export interface FuzzCase {
  readonly endpoint: PlannedEndpoint;
  readonly event: FuzzEvent;
  readonly fixtures: Fixtures;
  readonly expected?: Expected;
  /** Texts of the request that no response or log line may contain: digests, and texts sent in their place. */
  readonly secrets?: readonly string[];
  /** True to send the request twice. With unchanged sources, the responses must be equal. */
  readonly again?: boolean;
  /** How the case was generated, in words. */
  readonly made: string;
}
