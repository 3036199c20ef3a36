import { option } from '../../shared/catalogue/option.ts';
import { defineRule, selector } from '../../shared/catalogue/rule.ts';
import { sameValues } from '../../shared/catalogue/rules.ts';
import { number, time } from '../../shared/tabular/column.ts';
import { type FreeRows, freeTable } from '../../shared/tabular/define-table.ts';

/** The x values, two series drawn as columns and two drawn as lines. The header names the series. */
export const barLineTable = freeTable(time, number, { columnCount: { min: 5, max: 5 } });

export const barLineOptions = {
  tickUnit: option.described(option.list(option.text, { min: 1, max: 2 }), 'the units of the y axes'),
  tick: option.described(option.optional(option.number), 'the granularity of the time axis in minutes'),
  opposite: option.described(
    option.optional(option.list(option.boolean, { as: 'tickUnit' })),
    'for each axis: true puts it on the other side',
  ),
};

const SERIES_TYPES = ['column', 'column', 'line', 'line'] as const;

export const barLineSeries = ({ header, rows }: FreeRows<number, number>) =>
  SERIES_TYPES.map((type, index) => ({
    name: header[index + 1],
    type,
    data: rows.map((cells) => ({ x: cells[0], y: cells[index + 1] })),
  }));

const seriesList = selector('data.series');

/** Requires two series of type column and two of type line, or at least four series without a type. */
const twoColumnsTwoLines = defineRule('twoColumnsTwoLines', function* (body, base) {
  for (const { path, value } of seriesList(body, base)) {
    if (!Array.isArray(value)) return;
    const types = value.map(({ type }) => type);
    const hint = 'give two series of type column and two of type line';
    if (types.every((type) => type === undefined)) {
      const { length } = types;
      if (length < SERIES_TYPES.length) yield { path, message: `has ${length} series; there must be four`, hint };
      return;
    }
    for (const wanted of ['column', 'line']) {
      const found = types.filter((type) => type === wanted).length;
      if (found !== 2) yield { path, message: `has ${found} series of type ${wanted}; there must be two`, hint };
    }
  }
});

export const barLineRules = [twoColumnsTwoLines, sameValues('data.series[].data[].x')];
