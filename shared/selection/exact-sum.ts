/** Units per 1. Numbers with at most six decimals are whole numbers of units. */
const UNITS = 1_000_000;
const UNIT_DIGITS = 6;
/** Largest number of units of which two have an exact sum. */
const MAX_UNITS = 2 ** 52;

/** A sum of decimal numbers. Numbers with at most six decimals are added as integers, so that 0.1 + 0.2 - 0.3 is 0. */
export interface ExactSum {
  /** Millionths that `carried` does not contain. */
  units: number;
  /** Multiples of `MAX_UNITS` millionths. */
  carried: number;
  /** Sum of the numbers with more decimals, or more digits. */
  others: number;
  /** Rounding error of `others`, to be added. */
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

/** Adds by Neumaier's method, which keeps the rounding error. */
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

/** Adds a sum to another one. */
export const addSum = (sum: ExactSum, other: ExactSum): void => {
  addUnits(sum, other.units);
  sum.carried += other.carried;
  addOther(sum, other.others);
  sum.error += other.error;
};

/** Returns the units as a decimal number, exact but for its last digit. */
const decimalOf = ({ units, carried }: ExactSum): number =>
  carried === 0 ? units / UNITS : Number(`${BigInt(carried) * BigInt(MAX_UNITS) + BigInt(units)}e-${UNIT_DIGITS}`);

/** Returns the value of a sum, not rounded. */
export const totalOf = (sum: ExactSum): number => decimalOf(sum) + (sum.others + sum.error);
