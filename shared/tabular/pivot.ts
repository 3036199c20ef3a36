/** Names the columns of a pivot: `down` and `across` are its keys, `value` what stands where they meet. */
export interface Grid<Name extends string = string> {
  readonly down: Name;
  readonly across: Name;
  readonly value: Name;
}

export interface Pivot<Down, Across, Value> {
  /** The keys, in the order in which they first appear. */
  readonly down: readonly Down[];
  readonly across: readonly Across[];
  /** `values[down][across]`. */
  readonly values: readonly (readonly Value[])[];
}

/**
 * Places each value by its keys, never by its position. Expects rows that `completePairs` found right: every pair once,
 * or a `fill` for those that are missing.
 * @param across the keys across, where they come from more rows than these.
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
