import { shape as miniPieChart } from '../../../schemas/pie/mini-pie-chart/shape.ts';
import { shape as proportionSeries } from '../../../schemas/pie/proportion-series/shape.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';

export interface WarmSubject {
  readonly shape: Shape;
  readonly csv: (rows: number) => string;
}

const file = (header: string, rows: number, line: (row: number) => string): string =>
  [header, ...Array.from({ length: rows }, (_, row) => line(row))].join('\n');

/** The first shape groups its rows, the second pivots them to ten columns. */
export const warmSubjects: readonly WarmSubject[] = [
  {
    shape: proportionSeries,
    csv: (rows) => file('group,name,value', rows, (row) => `Group ${row % 10},Item ${row},${(row * 7.3).toFixed(2)}`),
  },
  {
    shape: miniPieChart,
    csv: (rows) =>
      file('series,legend,value', rows, (row) => `Series ${Math.floor(row / 10)},Part ${row % 10},${row * 3}`),
  },
];
