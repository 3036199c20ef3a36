/** Groups rows by a column's value, in order of first appearance. */
export const groupBy = <R, K extends keyof R>(rows: readonly R[], column: K): Map<R[K], [R, ...R[]]> =>
  Map.groupBy(rows, (row) => row[column]) as Map<R[K], [R, ...R[]]>;
