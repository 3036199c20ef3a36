import type { ChartOption } from '../../../../schemas/common/charts/picture.ts';

export const isRecord = (value: unknown): value is ChartOption =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordsIn = (value: unknown): readonly ChartOption[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord);

/** Reads a percentage such as `40%` as 0.4. */
export const shareOf = (value: unknown): number => Number.parseFloat(String(value)) / 100;

export const GAP_PX = 8;

/** Returns the width in pixels for each of several round charts. `places` are their centres in percent. */
export const widthOfEach = (places: readonly (readonly unknown[])[], width: number): number => {
  const rows = Map.groupBy(new Set(places.map(([x, y]) => `${x} ${y}`)), (place) => place.split(' ')[1]);
  return width / Math.max(...Array.from(rows.values(), ({ length }) => length), 1);
};

export const centersOf = (rounds: readonly ChartOption[]): readonly (readonly unknown[])[] =>
  rounds.map(({ center }) => (Array.isArray(center) ? center : []));
