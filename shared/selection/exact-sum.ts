/** Units in the number 1. A number with at most six decimals is a whole number of units. */
const UNITS = 1_000_000;
const UNIT_DIGITS = 6;
/** Largest number of units of which two have an exact sum. */
const MAX_UNITS = 2 ** 52;

/** A sum of decimal numbers. Numbers with at most six decimals are added as integers, so that 0.1 + 0.2 - 0.3 is 0. */
export interface ExactSum {
  /** The units of the sum, apart from those in `carried`. */
  units: number;
  /** Multiples of `MAX_UNITS` units that were moved here from `units`. */
  carried: number;
  /** Sum of the numbers that are not a whole number of units, or are too large. */
  others: number;
  /** Rounding error of `others`, which the result includes. */
  error: number;
}

export const createSum = (): ExactSum => ({ units: 0, carried: 0, others: 0, error: 0 });

const addUnits = (sum: ExactSum, units: number): void => {
  sum.units += units;
  if (sum.units >= MAX_UNITS || sum.units <= -MAX_UNITS) {
    const sign = Math.sign(sum.units);
    sum.carried += sign;
    sum.units -= sign * MAX_UNITS;
  }
};

/** Adds a number to `others` by Neumaier's method, which keeps the rounding error. */
const addOther = (sum: ExactSum, value: number): void => {
  const total = sum.others + value;
  const [larger, smaller] = Math.abs(sum.others) >= Math.abs(value) ? [sum.others, value] : [value, sum.others];
  sum.error += larger - total + smaller;
  sum.others = total;
};

/** Adds a number to a sum. */
export const addTo = (sum: ExactSum, value: number): void => {
  const units = Math.round(value * UNITS);
  if (units < MAX_UNITS && units > -MAX_UNITS && units / UNITS === value) addUnits(sum, units);
  else addOther(sum, value);
};

/** Adds another sum to a sum. */
export const addSum = (sum: ExactSum, other: ExactSum): void => {
  addUnits(sum, other.units);
  sum.carried += other.carried;
  addOther(sum, other.others);
  sum.error += other.error;
};

/** Returns the sum of the units as a number. At most its last digit is rounded. */
const decimalOf = ({ units, carried }: ExactSum): number =>
  carried === 0 ? units / UNITS : Number(`${BigInt(carried) * BigInt(MAX_UNITS) + BigInt(units)}e-${UNIT_DIGITS}`);

/** Returns the value of a sum without rounding it to a number of digits. */
export const totalOf = (sum: ExactSum): number => decimalOf(sum) + (sum.others + sum.error);
