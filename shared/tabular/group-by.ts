/** Rows by a column's value or a function of the row; groups stand in the order in which they first appear. */
export const groupBy = <R, K extends keyof R>(rows: readonly R[], column: K): Map<R[K], R[]> =>
  Map.groupBy(rows, (row) => row[column]);
