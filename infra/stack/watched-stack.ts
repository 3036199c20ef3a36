import type { AlarmedFunction } from './function-alarms.ts';
import type { Tag } from './tags.ts';

/** The parts of a stack that alarms and metrics need. */
export interface WatchedStack {
  readonly name: string;
  readonly stage: string;
  /** Part of the CloudWatch dashboard's name, because these names are shared by all regions of an account. */
  readonly region: string;
  readonly functions: readonly AlarmedFunction[];
  readonly hasDatabase: boolean;
  readonly tags: readonly Tag[];
}
