import type { Value } from './read-value.ts';

/** A row of the component's table, with its place in the file. */
export interface SelectedRow {
  readonly cells: Value[];
  /** Line of the row's first record. */
  readonly line: number;
  /** Line of each cell. Set only if a cell begins on a later line than the row. */
  readonly lines?: readonly number[];
  /** For each cell, the index of the file's column that it comes from; -1 for a cell that comes from no column. */
  readonly columns: readonly number[];
  /** Number of rows that this row was aggregated from; absent for a plain row. */
  readonly rows?: number;
}

/** Collects the selected rows of a table. */
export interface RowCollector {
  /** Adds the current row. Returns false if no further row is needed. */
  readonly add: () => boolean;
  /** Returns the rows in the order of first appearance. */
  readonly finish: () => readonly SelectedRow[];
}
