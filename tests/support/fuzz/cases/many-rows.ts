import fc from 'fast-check';
import type { Cells } from '../../tables/csv-cells.ts';

const COUNTS = [2_000, 49_999, 50_000, 50_001, 200_000] as const;

const NUMBER = /^-?\d+(?:\.\d+)?$/;

const numbered = (cell: string, index: number): string => (NUMBER.test(cell) ? String(index) : `${cell}${index}`);

/** Columns whose bit is set in `differs` get a different value in each row. */
const grown = ([header = [], ...rows]: Cells, count: number, differs: number): Cells => [
  header,
  ...Array.from({ length: count }, (_, index) =>
    (rows[index % rows.length] ?? []).map((cell, column) => ((differs >> column) & 1 ? numbered(cell, index) : cell)),
  ),
];

/** The keys are all equal, all different, or partly different. */
export const manyRows: fc.Arbitrary<(cells: Cells) => Cells> = fc.tuple(fc.constantFrom(...COUNTS), fc.nat(15)).map(
  ([count, differs]) =>
    (cells) =>
      grown(cells, count, differs),
);
