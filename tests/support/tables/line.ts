import fc from 'fast-check';
import { blankable, number, pairs, rows, text, time } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

const dataset = fc.integer({ min: 1, max: 6 }).chain((labels) => {
  const numbers = fc.array(number, { minLength: labels, maxLength: labels });
  return fc
    .tuple(
      fc.array(text, { minLength: labels + 1, maxLength: labels + 1 }),
      fc.array(fc.tuple(text, numbers), { maxLength: 6 }),
    )
    .map(([header, lines]): Cells => [header, ...lines.map(([label, values]) => [label, ...values])]);
});

const fewNames = fc.uniqueArray(text, { minLength: 1, maxLength: 5 });

const titled = fc.array(fc.tuple(text, text, number), { maxLength: 12 }).map((drawn): Cells => {
  const titles = new Map(drawn.map(([name, title]) => [name, title]));
  return [['name', 'title', 'value'], ...drawn.map(([name, , value]) => [name, titles.get(name) ?? '', value])];
});

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'echarts-line-chart': fc.record({ table: dataset }),
  'line-chart': fc.record({ table: rows({ series: text, x: time, y: number }) }),
  'line-chart-2': fc.record({
    table: fewNames.chain((names) =>
      rows({
        series: fc.constantFrom(...names),
        x: time,
        y: number,
        maintitle: blankable(text),
        subtitle: blankable(text),
      }),
    ),
  }),
  'line-area-chart': fc.record({ table: pairs(['series', 'label', 'value'], number) }),
  'mini-area-chart': fc.record({ table: rows({ series: text, value: number }) }),
  'carousel-line-chart': fc.record({ table: rows({ title: text, series: text, x: time, y: number }) }),
  'metric-area-chart': fc.record({ table: titled }),
};
