import type { CellFault } from './cell-fault.ts';
import { say } from './say.ts';
import { shorten } from './shorten.ts';

export type NumberForm = 'percent' | 'plain';

const PERCENT_SIGN = /[%％]/;

const ZERO = 48;
const NINE = 57;

/** Returns the form of a number. Nearly all numbers end with a digit, and no number in percent does. */
export const formOf = (text: string): NumberForm => {
  const last = text.charCodeAt(text.length - 1);
  return (last >= ZERO && last <= NINE) || !PERCENT_SIGN.test(text) ? 'plain' : 'percent';
};

/** True if the rows have units of their own, so that their numbers need not be written alike. */
export const areUnlike = (columns: readonly string[]): boolean => columns.includes('unit');

const MAX_SHOWN_CHARACTERS = 60;

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
