import fc from 'fast-check';
import type { Cells } from './csv-cells.ts';

/** Tables that each shape must accept, by shape. */
export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  frame: fc.record({
    table: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }).map((src): Cells => [['src'], [src]]),
  }),
};
