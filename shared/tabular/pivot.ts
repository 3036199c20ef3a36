/** Returns groups in the order of their first appearance. */
export const groupBy = <R, K extends keyof R>(rows: readonly R[], column: K): Map<R[K], [R, ...R[]]> =>
  Map.groupBy(rows, (row) => row[column]) as Map<R[K], [R, ...R[]]>;

export interface Grid<Name extends string = string> {
  readonly down: Name;
  readonly across: Name;
  readonly value: Name;
}

export interface Pivot<Down, Across, Value> {
  /** Keys are in the order of first appearance. */
  readonly down: readonly Down[];
  readonly across: readonly Across[];
  /** `values[down][across]`. */
  readonly values: readonly (readonly Value[])[];
}

/**
 * The rows may be in any order. Expects rows that passed `completePairs`: each pair occurs once, and missing pairs have
 * a `fill`.
 * @param across all keys across. Needed if rows of other pivots may have further keys.
 */
export const pivot = <R, D extends keyof R, A extends keyof R, V extends keyof R>(
  rows: readonly R[],
  grid: { readonly down: D; readonly across: A; readonly value: V },
  fill?: number,
  across: readonly R[A][] = [...new Set(rows.map((row) => row[grid.across]))],
): Pivot<R[D], R[A], R[V]> => {
  const lines = new Map<R[D], Map<R[A], R[V]>>();
  for (const row of rows) {
    const line = lines.get(row[grid.down]) ?? new Map<R[A], R[V]>();
    lines.set(row[grid.down], line.set(row[grid.across], row[grid.value]));
  }
  const place = (line: Map<R[A], R[V]>) => across.map((key) => (line.has(key) ? line.get(key) : fill) as R[V]);
  return { down: [...lines.keys()], across, values: [...lines.values()].map(place) };
};
