/** Rows by a column's value; groups are never empty and stand in the order in which they first appear. */
export const groupBy = <R, K extends keyof R>(rows: readonly R[], column: K): Map<R[K], [R, ...R[]]> =>
  Map.groupBy(rows, (row) => row[column]) as Map<R[K], [R, ...R[]]>;
