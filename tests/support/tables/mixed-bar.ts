import fc from 'fast-check';
import { number, text, time } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

const points = fc.array(fc.tuple(time, number, number, number, number), { maxLength: 12 });

const table = fc
  .tuple(fc.tuple(text, text, text, text, text), points)
  .map(([header, rows]): Cells => [header, ...rows]);

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  '3d-bar-line-chart': fc.record({ table }),
  'bar-line-chart': fc.record({ table }),
};
