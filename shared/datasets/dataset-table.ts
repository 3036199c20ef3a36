import type { Timestamp } from '../cache/timestamp.ts';
import type { BoundTable } from '../sources/bound-table.ts';
import type { ReadContext } from '../sources/read-context.ts';
import type { Table } from '../tabular/table.ts';

/** Why the rows of an earlier slot are served. */
export interface StaleRows {
  readonly reason: string;
  /** The error that prevented newer rows. Absent if there was none. */
  readonly error?: unknown;
}

export interface DatasetResult {
  readonly table: Table;
  /** The start of the rows' slot. */
  readonly askedAt: Timestamp;
  readonly stale?: StaleRows;
}

export interface DatasetContext extends Omit<ReadContext, 'known'> {
  /** When its sources were read. That response can be served instead of stale rows. */
  readonly staleResponse?: Timestamp | undefined;
}

/** @throws WallfeedError SOURCE_*, SQL_FAILED, TABLE_*. */
export type ReadDatasetTable = (table: BoundTable, context: DatasetContext) => Promise<DatasetResult>;
