import fc from 'fast-check';
import { blankable, colour, number, numberFrom, rows, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

const ONE = { min: 1, max: 1 };

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'core-metrics': fc.record({
    table: rows({ name: text, unit: blankable(text), value: number, color: blankable(colour) }),
  }),
  'color-bar-metrics': fc.record({ table: rows({ name: text, unit: text, value: number, color: colour }, { min: 1 }) }),
  'metrics-component': fc.record({ table: rows({ name: text, unit: text, value: number }) }),
  'metric-number': fc.record({ table: rows({ value: number, unit: text }, ONE) }),
  pv: fc.record({ table: rows({ pv: number }, ONE) }),
  'bubble-chart': fc.record({ table: rows({ name: text, value: number, unit: text }) }),
  'data-overview-component': fc.record({
    summary: rows({ name: text, value: number }, ONE),
    items: rows({ key: text, pice: number }),
  }),
  'dashboard-gauge': fc.record({ table: rows({ percent: numberFrom(-0.5, 100.49) }, ONE) }),
  'multi-dimensional-metrics': fc.record({
    table: rows({
      title: blankable(text),
      name: text,
      value: blankable(fc.oneof(number, text)),
      unit: blankable(text),
    }),
  }),
  'star-rating-chart': fc.record({ table: rows({ title: text, name: text, value: number }) }),
};
