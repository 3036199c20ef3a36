import fc from 'fast-check';
import type { Cells } from './csv-cells.ts';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/** Any character, like the unit `binary` of fast-check, which holds a list of all characters: 85 MB. */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES).map(
  (number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES),
  (text) => (typeof text === 'string' && text.length === 1 ? text.charCodeAt(0) : Number.NaN),
);

const isText = (text: string): boolean => text.trim() !== '' && !/[\0\r]/.test(text);

/** Not blank, with quotes, delimiters, line feeds and other scripts. */
export const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(isText);

/** Draws a number from min to max, in the notation of JavaScript. */
export const numberFrom = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map(String);

export const number = numberFrom(-1e300, 1e300);

export const blankable = (cell: fc.Arbitrary<string>) => fc.oneof(cell, fc.constant(''));

/** Times of this century, as 13 digits or in ISO 8601. */
export const time = fc
  .integer({ min: Date.UTC(2002, 0), max: Date.UTC(2100, 0) })
  .chain((moment) => fc.constantFrom(String(moment), new Date(moment).toISOString()));

const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: count, maxLength: count });

export const colour = fc.oneof(...[3, 4, 6, 8].map(digits)).map((found) => `#${found}`);

export const rows = (columns: Readonly<Record<string, fc.Arbitrary<string>>>, { min = 0, max = 12 } = {}) =>
  fc
    .array(fc.tuple(...Object.values(columns)), { minLength: min, maxLength: max })
    .map((cells): Cells => [Object.keys(columns), ...cells]);

const names = (min = 1, max = 5) => fc.uniqueArray(text, { minLength: min, maxLength: max });

/**
 * Draws the table of a pivot: each pair of a row key and a column key once, in any order. `across` sets the number of
 * column keys.
 */
export const pairs = (
  header: readonly [down: string, across: string, value: string],
  value: fc.Arbitrary<string>,
  across?: number,
) =>
  fc
    .tuple(names(), names(across, across))
    .chain(([down, across]) => {
      const keys = down.flatMap((one) => across.map((other) => [one, other] as const));
      return fc.tuple(
        fc.shuffledSubarray(keys, { minLength: keys.length }),
        fc.array(value, { minLength: keys.length, maxLength: keys.length }),
      );
    })
    .map(([keys, values]): Cells => [header, ...keys.map((pair, index) => [...pair, values[index] ?? ''])]);
