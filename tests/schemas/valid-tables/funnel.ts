import fc from 'fast-check';
import type { Cells } from '../csv-cells.ts';
import { colour, number, rows, text } from './arbitrary-cells.ts';

/** Tables that each shape must accept, by shape. */
export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'funnel-chart': fc.record({ table: rows({ name: text, value: number, color: colour }) }),
};
