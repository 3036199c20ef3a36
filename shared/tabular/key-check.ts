/** A typed row with any columns. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** An error that a check across rows found. `row` (an index) and `column` are set if a single row causes the error. */
export interface KeyFault {
  readonly row?: number;
  readonly column?: string;
  /** Path in the body, if the rows violate a limit of the body. */
  readonly path?: string;
  readonly message: string;
  readonly hint: string;
}

/** A check across the typed rows of a table. */
export interface KeyCheck {
  /**
   * The call that created the check: `completePairs(name1, name2)`. The documentation describes the check by this name.
   */
  readonly name: string;
  /**
   * The key columns. Their values decide where other values go in the body, and do not appear in the body as values
   * themselves.
   */
  readonly keyedBy: readonly string[];
  /**
   * @param fill the endpoint's number for missing pairs, if it has one.
   * @param cellsLeft number of further cells for which the function has memory.
   */
  readonly check: (rows: readonly AnyRow[], fill: number | undefined, cellsLeft?: number) => readonly KeyFault[];
}
