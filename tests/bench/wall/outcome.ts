import type { AnswerCounts, WallRecord } from './record-wall.ts';
import type { Variant } from './simulation.ts';
import type { DatabaseRecord } from './wire/create-database.ts';
import type { ObjectReads } from './wire/start-objects.ts';
import type { StatementCalls } from './wire/start-statements.ts';
import type { TableCalls } from './wire/start-wire.ts';

/** What became of a wall in one variant; plain data, as it comes from another thread. Durations are milliseconds. */
export interface Outcome {
  readonly variant: Variant;
  readonly answers: AnswerCounts;
  /** In the order of the wall's components. */
  readonly components: readonly (AnswerCounts & { readonly endpoint: string })[];
  readonly wall: WallRecord;
  readonly objects: ObjectReads;
  readonly statements: StatementCalls;
  readonly table: TableCalls;
  readonly coldStarts: number;
  /** The most environments that each function had at once, added up. */
  readonly environments: number;
  /** Time that Lambda bills. */
  readonly billed: number;
  readonly database: DatabaseRecord;
}
