/** The middle value; of an even number of values, the upper one of both. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** By how much y grows with x: the median over all pairs of points (Theil and Sen), which single outliers do not bend. */
export const slopeOf = (points: readonly Point[]): number =>
  median(
    points.flatMap((one, index) =>
      points.slice(index + 1).flatMap((other) => (other.x === one.x ? [] : [(other.y - one.y) / (other.x - one.x)])),
    ),
  );
