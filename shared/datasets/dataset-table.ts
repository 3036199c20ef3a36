import type { Timestamp } from '../cache/timestamp.ts';
import type { BoundTable } from '../sources/bind-table.ts';
import type { ReadContext } from '../sources/read-source.ts';
import type { Table } from '../tabular/table.ts';

/** Why the rows of an earlier slot are served. */
export interface StaleRows {
  readonly reason: string;
  /** Left out if no error happened. */
  readonly error?: unknown;
}

/** A table that was selected from the rows of a dataset. */
export interface DatasetResult {
  readonly table: Table;
  /** The time of the rows' slot. */
  readonly askedAt: Timestamp;
  readonly stale?: StaleRows;
}

/** A request for a table that is selected from a dataset. */
export interface DatasetContext extends Omit<ReadContext, 'known'> {
  /** The age of the stale response that can be served instead of stale rows, by the time of its sources. */
  readonly staleResponse?: Timestamp | undefined;
}

/**
 * Reads a table from the rows of its dataset.
 * @throws WallfeedError SOURCE_*, SQL_FAILED, TABLE_*.
 */
export type ReadDatasetTable = (table: BoundTable, context: DatasetContext) => Promise<DatasetResult>;
