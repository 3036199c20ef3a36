import type { Value } from './read-value.ts';

/** Of the component's table. */
export interface SelectedRow {
  readonly cells: Value[];
  /** Of the row's first record. */
  readonly line: number;
  /** Of each cell. Set only if a cell begins on a later line than the row. */
  readonly lines?: readonly number[];
  /** For each cell, of the file's column that it comes from; -1 for a cell that comes from no column. */
  readonly columns: readonly number[];
  /** From which this row was aggregated; absent for a plain row. */
  readonly rows?: number;
}

export interface RowCollector {
  /** Returns false if no further row is needed. */
  readonly add: () => boolean;
  /** In the order of first appearance. */
  readonly finish: () => readonly SelectedRow[];
}
