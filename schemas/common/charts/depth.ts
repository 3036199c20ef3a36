import { largestOf, smallestOf } from './format-number.ts';

export interface DeepBar {
  /** Bars side by side. `index` is the position of this bar among them. */
  readonly count: number;
  readonly index: number;
  /** 1 for categories, milliseconds for times. */
  readonly step: number;
  readonly isLying: boolean;
}

type BarItem = readonly [place: number, from: number, to: number];

export const deepBars = (bar: DeepBar, data: readonly unknown[]) => ({
  type: 'custom',
  renderItem: 'bar-with-depth',
  itemPayload: bar,
  encode: bar.isLying ? { y: 0, x: [1, 2], tooltip: 2 } : { x: 0, y: [1, 2], tooltip: 2 },
  clip: false,
  data,
});

/** The data are the values of categories, or pairs of x and y. */
interface DrawnSeries {
  readonly type: string;
  readonly stack?: string;
  readonly data: readonly unknown[];
}

const pairsOf = ({ data }: DrawnSeries): readonly (readonly [number, number])[] =>
  data.map((one, index) => (Array.isArray(one) ? [Number(one[0]), Number(one[1])] : [index, Number(one ?? 0)]));

const HOUR_MS = 3_600_000;

/** Returns the smallest distance between two places; an hour if there is only one place. */
const stepOf = (places: readonly number[]): number => {
  const sorted = [...new Set(places)].sort((one, other) => one - other);
  const steps = sorted.slice(1).map((place, index) => place - (sorted[index] as number));
  return steps.length === 0 ? HOUR_MS : smallestOf(steps);
};

/** Returns a function that stacks each value on the earlier values with the same place and the same sign. */
const createStack = () => {
  const heights = new Map<string, number>();
  return (place: number, value: number): BarItem => {
    const key = `${place} ${value < 0}`;
    const from = heights.get(key) ?? 0;
    heights.set(key, from + value);
    return [place, from, from + value];
  };
};

/**
 * Replaces the bars of a chart. Also returns the bounds of the axis: half a step before the first place and half a step
 * after the last place of all series.
 */
export const withDeepBars = (series: readonly DrawnSeries[]) => {
  const bars = series.filter(({ type }) => type === 'bar');
  const stackOf = (one: DrawnSeries): unknown => one.stack ?? one;
  const stacks = [...new Set(bars.map(stackOf))];
  const puts = stacks.map(createStack);
  const placesOf = (some: typeof series) => some.flatMap((one) => pairsOf(one).map(([place]) => place));
  const step = stepOf(placesOf(bars));
  const places = placesOf(series);
  const deep = series.map((one) => {
    if (one.type !== 'bar') return one;
    const index = stacks.indexOf(stackOf(one));
    const put = puts[index] as ReturnType<typeof createStack>;
    const { stack: _, ...more } = one;
    const items = pairsOf(one).map(([place, value]) => put(place, value));
    return { ...more, ...deepBars({ count: stacks.length, index, step, isLying: false }, items) };
  });
  const hasBounds = bars.length > 0 && places.length > 0;
  return {
    series: deep,
    ...(hasBounds && { min: smallestOf(places) - step / 2, max: largestOf(places) + step / 2 }),
  };
};

/** Place in percent of the chart. */
export interface Place {
  readonly x: number;
  readonly y: number;
  /** Radius in percent of half the shorter side of `width` and `height`. */
  readonly radius: number;
  /** Width and height of its cell; the whole chart if absent. */
  readonly width?: number;
  readonly height?: number;
}

export interface Part {
  readonly value: number;
  readonly color: string;
}

const round = (kind: string, place: Place, data: readonly object[]) => ({
  type: 'custom',
  coordinateSystem: 'none',
  renderItem: kind,
  itemPayload: place,
  tooltip: { show: false },
  data,
});

/** Returns a series that draws a pie at an angle, with an edge. */
export const deepPie = (place: Place, parts: readonly Part[]) => {
  const total = parts.reduce((sum, { value }) => sum + Math.max(value, 0), 0);
  let end = 0;
  const slices = parts.map(({ value, color }) => {
    const start = end;
    end += total > 0 ? Math.max(value, 0) / total : 0;
    return { value: [start, end], itemStyle: { color } };
  });
  return round('slice-with-depth', place, slices);
};

const REST_COLOR = 'rgba(136,147,167,0.4)';

/** Returns a series that draws a percentage as a slice of a pie at an angle. */
export const pieWithRest = (place: Place, part: Part) =>
  deepPie(place, [part, { value: 100 - part.value, color: REST_COLOR }]);

/** Returns a series that draws a standing cylinder with liquid. The value is the filled part in percent. */
export const tank = (place: Place, { value, color }: Part) =>
  round('tank', place, [{ value: [value], itemStyle: { color } }]);

export interface Globe extends Place {
  readonly colors: Readonly<Record<string, string>>;
  /** A registered map; the map of the world by default. */
  readonly map?: string;
}

/** Returns a series that draws a still globe, turned to its coloured countries. */
export const globe = (place: Globe) => round('globe', place, [{ value: [0] }]);
