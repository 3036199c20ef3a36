/** A row whatever its columns are. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** What a check across rows found: the row (by index) and column it is about, where one row is to blame. */
export interface KeyFault {
  readonly row?: number;
  readonly column?: string;
  /** Where in the body it would be, when the rows break a limit of the body rather than each other's keys. */
  readonly path?: string;
  readonly message: string;
  readonly hint: string;
}

/** A check across the typed rows of a table. */
export interface KeyCheck {
  /** The columns that place the rows' values rather than being values themselves. */
  readonly keyedBy: readonly string[];
  /**
   * @param fill the number that stands in for missing pairs, if the endpoint has one.
   * @param cellsLeft how many more cells the function has memory for.
   */
  readonly check: (rows: readonly AnyRow[], fill: number | undefined, cellsLeft?: number) => readonly KeyFault[];
}
