import type { AlarmedFunction } from './function-alarms.ts';
import type { Tag } from './tags.ts';

/** A stack as far as it is watched. */
export interface WatchedStack {
  readonly name: string;
  readonly stage: string;
  /** Part of the name of the CloudWatch dashboard: those names are global to an account. */
  readonly region: string;
  readonly functions: readonly AlarmedFunction[];
  readonly hasDatabase: boolean;
  readonly tags: readonly Tag[];
}
