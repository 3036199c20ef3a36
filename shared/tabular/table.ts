/** A cell as its source returned it: text from CSV, or a value of an SQL result. A blank cell is `''` or null. */
export type Cell = string | number | null;

/** The type of a column at its source: always text in CSV. SQL timestamps are UTC. */
export type ColumnOrigin = 'text' | 'number' | 'timestamp';

/** A table of untyped cells. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The type of each column; text if absent. */
  readonly origins?: readonly ColumnOrigin[];
  /** The decimal mark in cells; a point if absent. */
  readonly decimal?: '.' | ',';
  /** Finds the place of a cell by its indexes: the line in the file, or the row of the SQL result, both from 1. */
  readonly locate: (row: number, column: number) => { readonly line: number } | { readonly row: number };
}
