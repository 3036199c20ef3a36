/**
 * Returns the largest value, or `least` if that is larger. Works for lists that are too long for the arguments of
 * Math.max.
 */
export const largestOf = (values: readonly number[], least = Number.NEGATIVE_INFINITY): number =>
  values.reduce((largest, value) => Math.max(largest, value), least);

/** Returns the smallest value, or infinity for an empty list. */
export const smallestOf = (values: readonly number[]): number =>
  values.reduce((smallest, value) => Math.min(smallest, value), Number.POSITIVE_INFINITY);
