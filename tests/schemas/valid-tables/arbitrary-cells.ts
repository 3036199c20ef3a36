import fc from 'fast-check';
import type { Cells } from '../csv-cells.ts';

const isText = (text: string): boolean => text.trim() !== '' && !/[\0\r]/.test(text);

/** Any text that is not blank: quotes, delimiters, line feeds and other scripts included. */
export const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(isText);

/** A number from min to max, as JavaScript writes it. */
export const numberFrom = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map(String);

/** Any number whose sums stay finite. */
export const number = numberFrom(-1e300, 1e300);

/** The cell, or a blank. */
export const blankable = (cell: fc.Arbitrary<string>) => fc.oneof(cell, fc.constant(''));

export const colour = fc
  .constantFrom(3, 4, 6, 8)
  .chain((digits) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: digits, maxLength: digits }),
  )
  .map((digits) => `#${digits}`);

/** A table of rows whose cells are drawn column by column; the columns' names are free. */
export const rows = (columns: Readonly<Record<string, fc.Arbitrary<string>>>, { min = 0, max = 12 } = {}) =>
  fc
    .array(fc.tuple(...Object.values(columns)), { minLength: min, maxLength: max })
    .map((cells): Cells => [Object.keys(columns), ...cells]);

const names = fc.uniqueArray(text, { minLength: 1, maxLength: 5 });

/** A pivot's table: every pair of keys once, in any order. */
export const pairs = (header: readonly [down: string, across: string, value: string], value: fc.Arbitrary<string>) =>
  fc
    .tuple(names, names)
    .chain(([down, across]) => {
      const keys = down.flatMap((one) => across.map((other) => [one, other] as const));
      return fc.tuple(
        fc.shuffledSubarray(keys, { minLength: keys.length }),
        fc.array(value, { minLength: keys.length, maxLength: keys.length }),
      );
    })
    .map(([keys, values]): Cells => [header, ...keys.map((pair, index) => [...pair, values[index] ?? ''])]);
