import type { Value } from './read-value.ts';

export interface SelectedRow {
  readonly cells: Value[];
  readonly line: number;
  /** Lines of the cells. Set only if a cell begins on a later line than the row. */
  readonly lines?: readonly number[];
  /** The file's column for each cell; -1 for a cell that comes from no column. */
  readonly columns: readonly number[];
  /** Number of rows from which this row was aggregated; absent for a plain row. */
  readonly rows?: number;
}

export interface RowCollector {
  /** Returns false if no further row is needed. */
  readonly add: () => boolean;
  /** Rows are in the order of first appearance. */
  readonly finish: () => readonly SelectedRow[];
}
