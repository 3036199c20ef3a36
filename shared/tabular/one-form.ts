import type { CellFault } from './cell-fault.ts';
import { say } from './say.ts';
import { shorten } from './shorten.ts';

/** How a number is written: with a percent sign or without. */
export type NumberForm = 'percent' | 'plain';

const PERCENT_SIGN = /[%％]/;

const ZERO = 48;
const NINE = 57;

/** Returns the form of a number. Nearly all numbers end with a digit, and no number in percent does. */
export const formOf = (text: string): NumberForm => {
  const last = text.charCodeAt(text.length - 1);
  return (last >= ZERO && last <= NINE) || !PERCENT_SIGN.test(text) ? 'plain' : 'percent';
};

/** True if each row of a component has a unit of its own, so that its numbers need not be written alike. */
export const areUnlike = (columns: readonly string[]): boolean => columns.includes('unit');

const MAX_SHOWN_CHARACTERS = 60;

/** Returns the error of a number in another form than the numbers above it. */
export const otherForm = (form: NumberForm, text: string): CellFault => {
  const cell = `'${shorten(text, MAX_SHOWN_CHARACTERS)}'`;
  return {
    fault:
      form === 'percent'
        ? say`${cell} is in percent, the cells above it are plain numbers`
        : say`${cell} is a plain number, the cells above it are in percent`,
    hint: "say what the sign counts: `units: { '%': 0.01 }` if plain numbers are shares of 1, or else `units: { '%': 1 }`",
  };
};
