/** A point of a series; `x` is a time in milliseconds on a time axis. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Turns points into the `[x, y]` pairs that ECharts expects. */
export const pairs = (points: readonly Point[]): readonly (readonly [number, number])[] =>
  points.map(({ x, y }) => [x, y]);
