import { namesDown } from './bars.ts';
import { limitTo } from './limit-to.ts';
import type { ChartPicture } from './picture.ts';

/** One series of an axis chart. Points are values of the categories, or pairs of x and y. */
export interface AxisSeries {
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

export interface AxisChart {
  /** The categories of the x axis. If absent, the x axes have the types in `xTypes`. */
  readonly categories?: readonly string[];
  readonly xTypes?: readonly ('time' | 'value')[];
  /** The unit of each y axis. If absent, there is one y axis without a unit. */
  readonly yNames?: readonly string[];
  readonly yMax?: number;
  /** True for horizontal bars: categories run from top to bottom, values from left to right. */
  readonly isLying?: boolean;
  readonly series: readonly AxisSeries[];
}

const AREA_OPACITY = 0.25;
const MAX_SERIES = 40;

/** Maximum number of points that are drawn for a line. A longer line is sampled in a way that keeps its peaks. */
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

const categoryAxes = ({ categories, xTypes = ['value'], isLying = false }: AxisChart) => {
  if (!categories) return xTypes.map((type) => ({ type, scale: true }));
  return [isLying ? namesDown(categories) : { type: 'category', data: categories }];
};

const valueAxes = ({ yNames = [''], yMax }: AxisChart) =>
  (yNames.length > 0 ? yNames : ['']).map((name) => ({
    type: 'value',
    name,
    ...(yMax !== undefined && { max: yMax }),
  }));

/** Draws series along common axes. */
export const axisPicture = (chart: AxisChart): ChartPicture => {
  const { categories = [], isLying = false } = chart;
  const { shown: series, notes } = limitTo(chart.series, MAX_SERIES, 'series');
  const [across, up] = [categoryAxes(chart), valueAxes(chart)];
  return {
    kind: 'chart',
    option: {
      legend: { type: 'scroll', top: 8, left: 'center' },
      grid: { top: 38 },
      tooltip: { trigger: 'axis' },
      xAxis: isLying ? up : across,
      yAxis: isLying ? across : up,
      series: series.map((one) => toSeries(one, isLying)),
    },
    names: [...series.map(({ name }) => name), ...(series.length > 0 ? categories : [])],
    notes,
  };
};
