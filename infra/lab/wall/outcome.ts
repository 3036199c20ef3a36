import type { DatabaseRecord } from './create-database.ts';
import type { AnswerCounts, WallRecord } from './record-wall.ts';
import type { Variant } from './simulation.ts';
import type { HostCalls } from './start-host.ts';
import type { AthenaCalls } from './start-queries.ts';
import type { ObjectReads, StatementCalls, TableCalls } from './start-services.ts';

/** Plain data, because it comes from another thread. Durations are in milliseconds. */
export interface Outcome {
  readonly variant: Variant;
  readonly answers: AnswerCounts;
  /** In the order of the wall's components. */
  readonly components: readonly (AnswerCounts & { readonly endpoint: string })[];
  readonly wall: WallRecord;
  readonly objects: ObjectReads;
  readonly statements: StatementCalls;
  readonly athena: AthenaCalls;
  readonly host: HostCalls;
  readonly table: TableCalls;
  readonly coldStarts: number;
  /** Sum of the largest number of environments that each function had at one time. */
  readonly environments: number;
  /** Milliseconds that Lambda bills. */
  readonly billed: number;
  readonly database: DatabaseRecord;
}
