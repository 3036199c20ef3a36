import type { FuzzEvent } from '../setting/load-functions.ts';
import type { PlannedEndpoint } from '../setting/plan-endpoints.ts';
import type { Fixtures } from '../setting/start-sources.ts';

/** What a case must end in, where the way it was made decides that. */
export type Expected = 'good' | 'refused';

/** One generated request, and what its endpoint's sources hold meanwhile. */
export interface FuzzCase {
  readonly endpoint: PlannedEndpoint;
  readonly event: FuzzEvent;
  readonly fixtures: Fixtures;
  readonly expected?: Expected;
  /** What the request carries and nobody may repeat: digests, and what was sent in their place. */
  readonly secrets?: readonly string[];
  /** Asked again with nothing changed, it must answer the same. */
  readonly again?: boolean;
  /** How it was made, for a person. */
  readonly made: string;
}
