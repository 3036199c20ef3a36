/** A cell as its source gave it: text of a CSV file, or a value of an SQL result. Blank is `''` or null. */
export type Cell = string | number | null;

/** What the source itself says of a column: CSV is all text; an SQL result knows numbers and timestamps (which are UTC). */
export type ColumnOrigin = 'text' | 'number' | 'timestamp';

/** A table as read: cells by position, not yet typed. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** One a column; all text where left out. */
  readonly origins?: readonly ColumnOrigin[];
  /** The decimal mark of its number cells; a point where left out. */
  readonly decimal?: '.' | ',';
  /** Where a cell stands, by indexes from 0: the line of a file, or the row of an SQL result, counted from 1. */
  readonly locate: (row: number, column: number) => { readonly line: number } | { readonly row: number };
}
