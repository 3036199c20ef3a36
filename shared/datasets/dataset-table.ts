import type { Timestamp } from '../cache/timestamp.ts';
import type { BoundTable } from '../sources/bound-table.ts';
import type { ReadContext } from '../sources/read-context.ts';
import type { Table } from '../tabular/table.ts';

/** Explains why the rows of an earlier slot are served. */
export interface StaleRows {
  readonly reason: string;
  /** The error that prevented newer rows. Absent if there was no error. */
  readonly error?: unknown;
}

/** A table that was selected from the rows of a dataset. */
export interface DatasetResult {
  readonly table: Table;
  /** The start of the slot that the rows belong to. */
  readonly askedAt: Timestamp;
  readonly stale?: StaleRows;
}

export interface DatasetContext extends Omit<ReadContext, 'known'> {
  /**
   * The time at which the sources of the stale response were read. That response can be served instead of stale rows.
   */
  readonly staleResponse?: Timestamp | undefined;
}

/**
 * Reads a table from the rows of its dataset.
 * @throws WallfeedError SOURCE_*, SQL_FAILED, TABLE_*.
 */
export type ReadDatasetTable = (table: BoundTable, context: DatasetContext) => Promise<DatasetResult>;
