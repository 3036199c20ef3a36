import type { Value } from './read-value.ts';

/** A row of the component's table, with its place in the file. */
export interface SelectedRow {
  readonly cells: Value[];
  /** Line of its first record. */
  readonly line: number;
  /** Lines of the cells, if one of them begins on a later line. */
  readonly lines?: readonly number[];
  /** Indexes of the file's columns that the cells come from; -1 for a cell that comes from no column. */
  readonly columns: readonly number[];
  /** Number of rows that it was made from; absent for a plain row. */
  readonly rows?: number;
}

/** The rows of a table as they are found. */
export interface RowCollector {
  /** Adds the row under the cursor. Returns false if no further row is needed. */
  readonly add: () => boolean;
  /** Returns the rows in the order of first appearance. */
  readonly finish: () => readonly SelectedRow[];
}
