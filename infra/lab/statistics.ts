import { formatTable } from '../terminal/format-table.ts';

/** Writes a table of figures, indented: the first column is a name, all others are aligned to the right. */
export const formatNumberTable = (rows: readonly (readonly string[])[]): string => {
  const [header = []] = rows;
  const numbers = header.map((_, index) => index).slice(1);
  return formatTable(rows, numbers).replaceAll(/^/gm, '  ');
};

/** Returns the middle value, or the upper of both middle values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the slope of y over x as the median over all pairs of points (Theil-Sen), which outliers hardly change. */
export const slopeOf = (points: readonly Point[]): number =>
  median(
    points.flatMap((one, index) =>
      points.slice(index + 1).flatMap((other) => (other.x === one.x ? [] : [(other.y - one.y) / (other.x - one.x)])),
    ),
  );
