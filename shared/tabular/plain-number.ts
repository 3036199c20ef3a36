const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
/**
 * Maximum length of a number that is read this way. A longer number may lose digits as a Number, so its text is read
 * instead.
 */
const MAX_PLAIN_LENGTH = 15;

/**
 * Returns the number that a text writes with digits only, and perhaps a leading minus and a decimal point; NaN for any
 * other text.
 */
export const plainNumberOf = (text: string): number =>
  text.length <= MAX_PLAIN_LENGTH && PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
