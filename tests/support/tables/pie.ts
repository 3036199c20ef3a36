import fc from 'fast-check';
import { blankable, colour, number, numberFrom, pairs, rows, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

const coloured = { name: text, unit: text, value: number, color: colour };

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'proportion-series': fc.record({ table: rows({ name1: text, name2: text, value: number }) }),
  '3d-pie-chart': fc.record({
    table: rows({ name: text, value: number, score: blankable(number), pv: blankable(number) }, { max: 6 }),
  }),
  'colorful-progress-bar': fc.record({ table: rows({ ...coloured, value: numberFrom(0, 100) }) }),
  'stereo-proportion-chart': fc.record({ table: rows(coloured) }),
  'echarts-pie-chart': fc.record({
    table: fc
      .tuple(fc.tuple(text, text, text), fc.tuple(number, number, number))
      .map(([labels, values]): Cells => [labels, values]),
  }),
  '3d-single-metric-pie-chart': fc.record({ table: rows({ name: text, value: number, unit: text }) }),
  'mini-pie-chart': fc.record({ table: pairs(['series', 'legend', 'value'], number) }),
  'metrics-proportion-chart': fc.record({
    table: rows({ name: text, value: number, percent: blankable(number) }, { min: 1, max: 1 }),
  }),
};
