import { option } from '../../shared/catalogue/option.ts';

/** Fields that no option sets are not sent. */
export const givenFields = <Fields extends Readonly<Record<string, unknown>>>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

type SeriesType = 'line' | 'bar';
type ByName<Value> = Readonly<Record<string, Value>>;

interface ChartOptions {
  readonly value: number | undefined;
  readonly forward: boolean | undefined;
  readonly stacked: boolean | undefined;
  readonly area: boolean | undefined;
  readonly yAxis: readonly { readonly name: string | undefined; readonly type: string | undefined }[] | undefined;
}

interface SeriesOptions {
  readonly type: SeriesType | ByName<SeriesType>;
  readonly xAxisIndex?: ByName<number> | undefined;
  readonly yAxisIndex: ByName<number> | undefined;
}

const seriesType = option.word('line', 'bar');
const axis = option.record({ name: option.optional(option.text), type: option.optional(option.text) });

/** Creates the options that bar and line charts share. `drawnAs` is the default type of a series. */
export const axisChartOptions = (drawnAs: SeriesType) => ({
  value: option.described(option.optional(option.number), 'the overall value'),
  type: option.described(
    option.or(option.either(seriesType, option.map(seriesType)), drawnAs),
    'how each series is drawn',
  ),
  forward: option.described(option.optional(option.boolean), 'true draws the bars vertically'),
  stacked: option.described(option.optional(option.boolean), 'stacks the series'),
  area: option.described(option.optional(option.boolean), 'fills the area below the lines'),
  yAxis: option.described(option.optional(option.list(axis)), 'the y axes'),
  yAxisIndex: option.described(
    option.optional(option.map(option.integer)),
    'the index of the y axis of each series, by the name of the series',
  ),
});

const digit = (on: boolean | undefined): '0' | '1' | undefined => {
  if (on === undefined) return undefined;
  return on ? '1' : '0';
};

/**
 * Returns the fields of a chart except its x axis and series. The interface spells one field both `stacked` and
 * `stack`, so both are sent.
 */
export const chartFields = ({ value, forward, stacked, area, yAxis }: ChartOptions) =>
  givenFields({
    value,
    yAxis,
    forward: digit(forward),
    stacked: digit(stacked),
    stack: digit(stacked),
    area: digit(area),
  });

const valueFor = <Value>(name: string, map: ByName<Value> | undefined): Value | undefined =>
  map && Object.hasOwn(map, name) ? map[name] : undefined;

/**
 * Returns the fields of a series except its data. `drawnAs` is the type of a series without a type in the option
 * `type`.
 */
export const seriesFields = (name: string, { type, xAxisIndex, yAxisIndex }: SeriesOptions, drawnAs: SeriesType) => ({
  name,
  type: typeof type === 'string' ? type : (valueFor(name, type) ?? drawnAs),
  ...givenFields({ xAxisIndex: valueFor(name, xAxisIndex), yAxisIndex: valueFor(name, yAxisIndex) }),
});
