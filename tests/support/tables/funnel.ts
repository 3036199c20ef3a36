import fc from 'fast-check';
import { colour, number, rows, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'funnel-chart': fc.record({ table: rows({ name: text, value: number, color: colour }) }),
};
