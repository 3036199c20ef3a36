const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Longer numbers may lose digits as a Number, so their text is read instead. */
const MAX_PLAIN_LENGTH = 15;

/** Returns the number that a text of digits writes, with a leading minus and a decimal point; NaN for any other text. */
export const plainNumberOf = (text: string): number =>
  text.length <= MAX_PLAIN_LENGTH && PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
