/** Groups rows by the value of a column. Groups are in order of their first appearance. */
export const groupBy = <R, K extends keyof R>(rows: readonly R[], column: K): Map<R[K], [R, ...R[]]> =>
  Map.groupBy(rows, (row) => row[column]) as Map<R[K], [R, ...R[]]>;
