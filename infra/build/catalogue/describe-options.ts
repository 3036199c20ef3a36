import type { Option } from '../../../shared/catalogue/option.ts';
import type { CatalogueEntry } from '../load-catalogue.ts';
import { code, escapeCell, markdownTable } from './markdown.ts';

/** The meanings of options by name. */
const MEANINGS: Readonly<Record<string, string>> = {
  area: 'fills the area below the lines',
  color: 'the colour of the component',
  fill: 'the number for pairs that no row has; without it, every pair needs a row',
  forward: 'true draws the bars vertically',
  id: 'the id of the group',
  legend: 'the entries of the legend',
  lineColumns: 'the columns whose cells are lists of numbers, drawn as small lines',
  max: "the scale's maximum; without it, the largest value",
  name: 'the name of the series',
  notation: 'the names of the fields: `id`, `from`, `to`, `weight`, or `node`, `source`, `target`, `value`',
  opposite: 'for each axis: true puts it on the other side',
  params: 'data for each column that is not displayed',
  stacked: 'stacks the series',
  style: '1 for two groups of two sets with totals, 2 for any number of sets',
  summary: 'how the value of a series comes from its numbers',
  symbol: 'the symbol at each point',
  textAlign: 'how each column is aligned; without it, to the left',
  thwidth: 'the relative width of each column; without it, 1 each',
  tick: 'the granularity of the time axis in minutes',
  tickUnit: 'the unit of the y axis',
  title: 'the title',
  total: 'the total; `sum` adds up the values',
  type: 'how each series is drawn',
  unit: 'the unit',
  value: 'the overall value',
  xAxis: 'the kind of x axis',
  xAxisIndex: 'for series by name: the index of their x axis',
  yAxis: 'the y axes',
  yAxisIndex: 'for series by name: the index of their y axis',
};

/** The meanings of options that differ for one shape: `<shape>.<option>`. */
const SHAPE_MEANINGS: Readonly<Record<string, string>> = {
  'bar-line-chart.tick': 'not used by this component',
  'bar-line-chart.opposite': 'not used by this component',
  'bar-line-chart.tickUnit': 'the units of the y axes',
  '3d-bar-line-chart.tickUnit': 'the units of the y axes; of two, the second belongs to the lines',
  'dashboard-gauge.name': 'the name; it is not displayed',
  'map.legend': 'the legend; a region belongs to the first entry that its value is below',
  'map.value': 'the performance value; `average` is the mean of all regions',
  'world-map.value': 'the performance value; `average` is the mean of all regions',
  '3d-world-map.value': 'the average value; `average` is the mean of all regions',
  'proportion-series.value': 'the overall value; `average` is the mean of all values',
};

/** Returns the meaning of a shape's option; undefined if it is not written yet. */
export const optionMeaning = (shape: string, option: string): string | undefined =>
  SHAPE_MEANINGS[`${shape}.${option}`] ?? MEANINGS[option];

const describeDefault = ({ required, fallback }: Option<unknown>): string => {
  if (required) return 'required';
  return fallback === undefined ? '' : code(JSON.stringify(fallback));
};

/** The options of a shape, with what each does. */
export const describeOptions = ({ shape }: CatalogueEntry): readonly string[] => {
  const rows = Object.entries(shape.options).map(([name, option]) => [
    code(name),
    optionMeaning(shape.name, name) ?? '',
    escapeCell(option.expects),
    describeDefault(option),
  ]);
  return rows.length > 0 ? ['## Options', '', ...markdownTable(['option', 'meaning', 'value', 'default'], rows)] : [];
};
