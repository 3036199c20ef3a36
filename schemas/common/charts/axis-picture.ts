import { namesDown } from './bars.ts';
import { withDeepBars } from './depth.ts';
import { type ChartPicture, limitTo } from './picture.ts';

/** `x` is a time in milliseconds on a time axis. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Turns points into the `[x, y]` pairs that ECharts expects. */
export const pairs = (points: readonly Point[]): readonly (readonly [number, number])[] =>
  points.map(({ x, y }) => [x, y]);

/** Points are values of the categories, or pairs of x and y. */
interface AxisSeries {
  readonly name: string;
  readonly type: 'bar' | 'line';
  readonly data: readonly unknown[];
  readonly color?: string | undefined;
  readonly yAxisIndex?: number | undefined;
  readonly xAxisIndex?: number | undefined;
  /** Series with the same `stack` are drawn on top of each other. */
  readonly stack?: string | undefined;
  readonly isArea?: boolean;
}

interface AxisChart {
  /** If absent, the x axes have the types in `xTypes`. */
  readonly categories?: readonly string[];
  readonly xTypes?: readonly ('time' | 'value')[];
  /** If absent, there is one y axis without a unit. */
  readonly yNames?: readonly string[];
  readonly yMax?: number;
  /** True for horizontal bars: categories run from top to bottom, values from left to right. */
  readonly isLying?: boolean;
  /** True for upright bars with front, top and side. */
  readonly isDeep?: boolean;
  readonly series: readonly AxisSeries[];
}

const AREA_OPACITY = 0.25;
const MAX_SERIES = 40;

/** A longer line is sampled in a way that keeps its peaks. */
const MAX_POINTS = 2_000;

const toSeries = ({ name, type, data, color, stack, isArea, ...indexes }: AxisSeries, isLying: boolean) => {
  const { xAxisIndex, yAxisIndex } = isLying
    ? { xAxisIndex: indexes.yAxisIndex, yAxisIndex: indexes.xAxisIndex }
    : indexes;
  return {
    type,
    name,
    data,
    ...(color !== undefined && { itemStyle: { color }, lineStyle: { color } }),
    ...(stack !== undefined && { stack }),
    ...(xAxisIndex !== undefined && { xAxisIndex }),
    ...(yAxisIndex !== undefined && { yAxisIndex }),
    ...(type === 'bar' && { barMaxWidth: 28 }),
    ...(data.length > MAX_POINTS && { showSymbol: false, sampling: 'lttb' }),
    ...(isArea && { areaStyle: { opacity: AREA_OPACITY } }),
  };
};

const categoryAxes = ({ categories, xTypes = ['value'], isLying = false }: AxisChart, bounds: object) => {
  if (!categories) return xTypes.map((type) => ({ type, scale: true, ...bounds }));
  return [isLying ? namesDown(categories) : { type: 'category', data: categories }];
};

const valueAxes = ({ yNames = [''], yMax }: AxisChart) =>
  (yNames.length > 0 ? yNames : ['']).map((name) => ({
    type: 'value',
    name,
    ...(yMax !== undefined && { max: yMax }),
  }));

export const axisPicture = (chart: AxisChart): ChartPicture => {
  const { categories = [], isLying = false, isDeep = false } = chart;
  const { shown: series, notes } = limitTo(chart.series, MAX_SERIES, 'series');
  const flat = series.map((one) => toSeries(one, isLying));
  const { series: drawn, ...bounds } = isDeep ? withDeepBars(flat) : { series: flat };
  const [across, up] = [categoryAxes(chart, bounds), valueAxes(chart)];
  return {
    kind: 'chart',
    option: {
      legend: { type: 'scroll', top: 8, left: 'center' },
      grid: { top: 38 },
      tooltip: { trigger: 'axis' },
      xAxis: isLying ? up : across,
      yAxis: isLying ? across : up,
      series: drawn,
    },
    names: [...series.map(({ name }) => name), ...(series.length > 0 ? categories : [])],
    notes,
  };
};

export interface AxisBody<Value> {
  readonly yAxis?: readonly { readonly name?: string }[];
  readonly forward?: string;
  readonly stacked?: string;
  readonly stack?: string;
  readonly area?: string;
  readonly series: readonly {
    readonly name: string;
    readonly type?: 'bar' | 'line';
    readonly yAxisIndex?: number;
    readonly xAxisIndex?: number;
    readonly data: readonly Value[];
  }[];
}

/**
 * Returns the series of a bar chart or line chart. If the body asks for stacks, bars and areas are stacked, but lines
 * are not.
 */
export const axisBodySeries = <Value>(
  { stacked, stack = stacked, area, series }: AxisBody<Value>,
  toPoint: (value: Value) => unknown,
): readonly AxisSeries[] =>
  series.map(({ type = 'line', data, ...one }) => ({
    ...one,
    type,
    data: data.map(toPoint),
    isArea: type === 'line' && area === '1',
    ...(stack === '1' && (type === 'bar' || area === '1') && { stack: `${type} ${one.yAxisIndex ?? 0}` }),
  }));

interface Axis {
  readonly tickUnit: string;
}

export interface BarLineBody {
  readonly data: {
    readonly series: readonly {
      readonly name: string;
      readonly type?: string;
      readonly yAxis?: number;
      readonly data: readonly Point[];
    }[];
    readonly yAxis?: readonly Axis[];
    readonly yAixs?: readonly Axis[];
  };
}

/**
 * Draws columns and lines. If there are two units, a line that names no y axis uses the second axis.
 * @param isDeep true to draw columns with front, top and side.
 */
export const barLinePicture = ({ data }: BarLineBody, isDeep = false): ChartPicture => {
  const axes = data.yAxis ?? data.yAixs ?? [];
  const lineAxis = Math.max(axes.length - 1, 0);
  return axisPicture({
    xTypes: ['time'],
    yNames: axes.map(({ tickUnit }) => tickUnit),
    isDeep,
    series: data.series.map(({ name, type, yAxis, data: points }) => ({
      name,
      type: type === 'column' ? 'bar' : 'line',
      yAxisIndex: yAxis ?? (type === 'column' ? 0 : lineAxis),
      data: pairs(points),
    })),
  });
};
