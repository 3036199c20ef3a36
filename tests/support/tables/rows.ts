import fc from 'fast-check';
import { blankable, number, rows, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

const cell = blankable(fc.oneof(text, number));

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  rows: fc.record({ table: rows({ region: cell, amount: cell, code: cell, note: cell }) }),
};
