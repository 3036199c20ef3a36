import fc from 'fast-check';
import type { Cells } from '../../schemas/csv-cells.ts';

/** As many as are read, and more. */
const COUNTS = [2_000, 49_999, 50_000, 50_001, 200_000] as const;

const NUMBER = /^-?\d+(?:\.\d+)?$/;

const numbered = (cell: string, index: number): string => (NUMBER.test(cell) ? String(index) : `${cell}${index}`);

/** The rows of a table again and again; those columns of which `differs` has a bit are different in each. */
const grown = ([header = [], ...rows]: Cells, count: number, differs: number): Cells => [
  header,
  ...Array.from({ length: count }, (_, index) =>
    (rows[index % rows.length] ?? []).map((cell, column) => ((differs >> column) & 1 ? numbered(cell, index) : cell)),
  ),
];

/** Ways to have many rows: keys that all are one, all differ, or differ in some of their columns. */
export const manyRows: fc.Arbitrary<(cells: Cells) => Cells> = fc.tuple(fc.constantFrom(...COUNTS), fc.nat(15)).map(
  ([count, differs]) =>
    (cells) =>
      grown(cells, count, differs),
);
