import fc from 'fast-check';
import { blankable, number, text } from './arbitrary-cells.ts';
import type { Cells } from './csv-cells.ts';

const cell = blankable(fc.oneof(text, number));

const table = fc.integer({ min: 1, max: 5 }).chain((columns) => {
  const cells = (one: fc.Arbitrary<string>) => fc.array(one, { minLength: columns, maxLength: columns });
  return fc
    .tuple(cells(text), fc.array(cells(cell), { maxLength: 8 }))
    .map(([header, rows]): Cells => [header, ...rows]);
});

export const validTables: Readonly<Record<string, fc.Arbitrary<Readonly<Record<string, Cells>>>>> = {
  'scripted-chart': fc.record({ table }),
};
